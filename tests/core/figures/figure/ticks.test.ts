import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linearTicks, logTicks } from '../../../../src/core/figures/figure/ticks'

describe('linear ticks', () => {
  it.each([
    [0, 3.4, ['0', '1', '2', '3', '4']],
    [0, 520, ['0', '200', '400', '600']],
    [0, 0.31, ['0', '0.1', '0.2', '0.3', '0.4']],
    [0, 12_000, ['0', '2,500', '5,000', '7,500', '10,000', '12,500']],
    [0, 0, ['0', '0.2', '0.4', '0.6', '0.8', '1.0']],
    [-5, 5, ['−6', '−4', '−2', '0', '2', '4', '6']],
  ])('from %d to %d', (low, high, labels) => {
    expect(linearTicks(low, high).ticks.map((tick) => tick.label)).toEqual(labels)
  })

  it('cover their range in a handful of even steps', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
        (low, span) => {
          fc.pre(low + span > low && span > Math.abs(low) * 1e-9)
          const { min, max, ticks } = linearTicks(low, low + span)
          expect(min).toBeLessThanOrEqual(low + span * 1e-6)
          expect(max).toBeGreaterThanOrEqual(low + span - span * 1e-6)
          expect(ticks.length).toBeGreaterThanOrEqual(3)
          expect(ticks.length).toBeLessThanOrEqual(8)
          expect(new Set(ticks.map((tick) => tick.label)).size).toBe(ticks.length)
        },
      ),
    )
  })
})

describe('logarithmic ticks', () => {
  it('are powers of ten with 2 and 5 between if there is room', () => {
    expect(logTicks(3, 180).ticks.map((tick) => tick.value)).toEqual([2, 5, 10, 20, 50, 100, 200])
    expect(logTicks(1, 1e6).ticks.map((tick) => tick.value)).toEqual([1, 10, 100, 1000, 10_000, 100_000, 1e6])
  })

  it('cover their ends', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        (low, factor) => {
          const { min, max } = logTicks(low, low * factor)
          expect(min).toBeLessThanOrEqual(low * (1 + 1e-9))
          expect(max).toBeGreaterThanOrEqual(low * factor * (1 - 1e-9))
        },
      ),
    )
  })

  it.each([
    [0, 50],
    [-3, 50],
    [Number.NaN, 50],
  ])('stop if there is no place for %d', (low, high) => {
    const { min, max } = logTicks(low, high)
    expect([min, max]).toEqual([0.01, 100])
  })

  it('exist even if nothing has a place', () => {
    expect(logTicks(0, 0).ticks.length).toBeGreaterThan(1)
    expect(logTicks(Infinity, Infinity).ticks.length).toBeGreaterThan(1)
  })
})
