import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fioAttained,
  fioSteadyState,
  linearFit,
  firstSteadyWindow,
  steadyWindow,
} from '../../../../src/core/statistics/series/steady-window'

describe('SNIA-style rounds', () => {
  test('limits are inclusive and hold in any unit', () => {
    const window = [11000, 9000, 10000, 9000, 11000]
    for (const factor of [1, 1e-3, 4096, 1 / 3]) {
      expect(steadyWindow(window.map((value) => value * factor))?.steady).toBe(true)
    }
    expect(steadyWindow([11001, 9000, 10000, 9000, 11000])?.dataOk).toBe(false)
  })

  test('the first steady window is the one after the settling', () => {
    const rounds = [30000, 22000, 16000, 12000, 10500, 10100, 10000, 10050, 9950, 10000]
    const found = firstSteadyWindow(rounds)!
    expect([found.firstRound, found.lastRound]).toEqual([5, 9])
    for (let first = 1; first < 5; first++)
      expect(steadyWindow(rounds.slice(first - 1, first + 4))?.steady).toBe(false)
  })

  test('five rounds in which nothing moved are equal, not steady', () => {
    expect(steadyWindow([0, 0, 0, 0, 0])).toMatchObject({ dataOk: true, slopeOk: true, steady: false })
    expect(firstSteadyWindow([0, 0, 0, 0, 0, 0, 0])).toBeUndefined()
  })

  test('a device that settles after round 25 never settled', () => {
    const rounds = Array.from({ length: 60 }, (_, i) => (i < 24 ? 1000 + 1000 * (i % 2) : 400))
    expect(firstSteadyWindow(rounds)).toBeUndefined()
    expect(firstSteadyWindow(rounds, 5, 60)?.lastRound).toBe(29)
    expect(firstSteadyWindow([1, 1, 1, 1])).toBeUndefined()
    expect(steadyWindow([1])).toBeUndefined()
  })
})

describe('fio criteria', () => {
  test('limits are strict: equal is not below', () => {
    expect(fioAttained(2.5, 2.5)).toBe(false)
    expect(fioAttained(-2.4, 2.5)).toBe(true)
    expect(fioAttained(-2.6, 2.5)).toBe(false)
  })

  test('the slope is per sample and in percent of the mean', () => {
    const state = fioSteadyState([100, 101, 102, 103, 104])!
    expect(state.slope).toBeCloseTo(1, 12)
    expect(state.slopePercent).toBeCloseTo(100 / 102, 12)
    expect(state.maxDeviationPercent).toBeCloseTo(200 / 102, 12)
    expect(fioSteadyState([0, 0, 0])).toBeUndefined()
    expect(fioSteadyState([1])).toBeUndefined()
  })
})

test('a line is recovered from its own points', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -50, max: 50 }),
      fc.integer({ min: -999, max: 999 }),
      fc.integer({ min: 2, max: 60 }),
      (slope, intercept, n) => {
        const fit = linearFit(
          Array.from({ length: n }, (_, i) => intercept + slope * (i + 1)),
          1,
        )!
        expect(fit.slope).toBeCloseTo(slope, 8)
        expect(fit.intercept).toBeCloseTo(intercept, 7)
      },
    ),
  )
})
