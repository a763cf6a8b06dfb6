import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatClock,
  formatDuration,
  formatDurationRange,
  formatExactDuration,
  parseDuration,
} from '../../../src/core/units/durations'

const plain = (text: string) => text.replace(/\u202f/g, ' ')

describe('parseDuration', () => {
  it.each([
    ['90', 90],
    ['90s', 90],
    ['1h 30m', 5400],
    ['1h30m', 5400],
    ['2m', 120],
    ['2 min', 120],
    ['1.5 h', 5400],
    ['250ms', 0.25],
    ['0.5', 0.5],
    ['1 d', 86_400],
    ['1\u2009h 12\u2009min', 4320],
  ])('reads %s', (text, seconds) => {
    expect(parseDuration(text)).toEqual({ ok: true, value: seconds })
  })

  it.each(['', 'h', '5 parsecs', '1h x', '-3s', '1:30', '3s 4'])('refuses %s', (text) => {
    expect(parseDuration(text).ok).toBe(false)
  })

  it('reads back what formatExactDuration writes', () => {
    fc.assert(
      fc.property(fc.nat({ max: 30 * 86_400 }), (seconds) => {
        expect(parseDuration(formatExactDuration(seconds))).toEqual({ ok: true, value: seconds })
      }),
    )
    expect(parseDuration(formatExactDuration(0.25))).toEqual({ ok: true, value: 0.25 })
  })
})

describe('formatDuration', () => {
  it.each([
    [0, '0 s'],
    [0.25, '250 ms'],
    [1.3, '1.3 s'],
    [9.97, '10 s'],
    [45, '45 s'],
    [59.7, '1 min'],
    [90, '1 min 30 s'],
    [3599.6, '1 h'],
    [4320, '1 h 12 min'],
    [7199, '2 h'],
    [86_399, '1 d'],
    [97_200, '1 d 3 h'],
    [-90, '-1 min 30 s'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(plain(formatDuration(seconds))).toBe(text)
  })

  it('never shows 60 minutes, 60 seconds or 24 hours', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e7, noNaN: true }), (seconds) => {
        const text = plain(formatDuration(seconds))
        expect(text).not.toMatch(/\b60 (s|min)\b|\b24 h\b|\b1000 ms\b/)
      }),
    )
  })

  it('leaves an unknown duration absent', () => {
    expect(formatDuration(undefined)).toBe('–')
    expect(formatClock(undefined)).toBe('–')
  })
})

it.each([
  [0, '0:00'],
  [45.4, '0:45'],
  [723, '12:03'],
  [3723, '1:02:03'],
])('formatClock writes %d as %s', (seconds, text) => {
  expect(formatClock(seconds)).toBe(text)
})

describe('formatDurationRange', () => {
  it.each([
    [0.01, 0.3, 'under 1\u202fs'],
    [3, 50, '3–50\u202fs'],
    [180, 2700, '3–45\u202fmin'],
    [2040, 23_400, '0.57–6.5\u202fh'],
    [86_400, 864_000, '1–10\u202fd'],
    [600, 601, '10\u202fmin'],
  ])('%d to %d', (from, to, text) => {
    expect(formatDurationRange(from, to)).toBe(text)
  })
})
