import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { harmonicMeanDiffers } from '../../../../src/core/statistics/summary/moments'
import { medianInterval, medianOrders, quantile } from '../../../../src/core/statistics/summary/quantile'
import {
  cvLevel,
  estimate,
  meanHalfWidth,
  summarize,
} from '../../../../src/core/statistics/summary/summarize'

const runs = fc.array(fc.double({ min: 1, max: 1e9, noNaN: true }), { minLength: 2, maxLength: 30 })

describe('summarize', () => {
  test('no values have no summary, and one value has no deviation and no interval', () => {
    expect(summarize([])).toBeUndefined()
    const single = summarize([42])
    expect(single).toEqual({ n: 1, mean: 42, median: 42, min: 42, max: 42, harmonicMean: 42 })
    expect(single).not.toHaveProperty('sd')
  })

  test('equal values have a deviation of exactly 0, whatever their binary form', () => {
    for (const value of [0.1, 1 / 3, 260_204.7]) {
      expect(summarize([value, value, value, value, value, value, value])).toMatchObject({
        mean: value,
        sd: 0,
      })
    }
  })

  test('equal values say nothing about scatter: their mean has no interval', () => {
    expect(estimate([879.9, 879.9], 'mean')).toEqual({ value: 879.9 })
    expect(estimate([879.9, 880.1], 'mean')).toHaveProperty('low')
    expect(meanHalfWidth({ n: 3, mean: 5, sd: 0 })).toBeUndefined()
  })

  test('a value that is not a number is refused by its index', () => {
    expect(() => summarize([1, NaN, 3])).toThrow('values[1]')
  })

  test('percentages are absent if the mean is not above 0', () => {
    expect(summarize([-1, 1])?.cvPercent).toBeUndefined()
    expect(summarize([-3, -1])?.halfWidthPercent).toBeUndefined()
    expect(summarize([0, 2])?.harmonicMean).toBeUndefined()
  })

  test('another unit scales the interval and leaves the percentages', () => {
    fc.assert(
      fc.property(runs, fc.constantFrom(1024, 1e-6, 1e9), (values, factor) => {
        const a = summarize(values)!
        const b = summarize(values.map((value) => value * factor))!
        expect(b.low! / factor).toBeCloseTo(a.low!, -Math.log10(1e-9 * Math.max(...values)))
        expect(b.cvPercent!).toBeCloseTo(a.cvPercent!, 6)
        expect(b.halfWidthPercent!).toBeCloseTo(a.halfWidthPercent!, 4)
      }),
    )
  })

  test('spreading the runs further about their mean never narrows the interval', () => {
    fc.assert(
      fc.property(runs, fc.double({ min: 1, max: 5, noNaN: true }), (values, stretch) => {
        const a = summarize(values)!
        const b = summarize(values.map((value) => a.mean + stretch * (value - a.mean)))!
        expect(b.high! - b.low!).toBeGreaterThanOrEqual((a.high! - a.low!) * (1 - 1e-9))
      }),
    )
  })

  test('the harmonic mean never exceeds the arithmetic one', () => {
    fc.assert(
      fc.property(runs, (values) => {
        const summary = summarize(values)!
        expect(summary.harmonicMean!).toBeLessThanOrEqual(summary.mean * (1 + 1e-12))
      }),
    )
    expect(harmonicMeanDiffers(99.4, 100)).toBe(true)
    expect(harmonicMeanDiffers(99.6, 100)).toBe(false)
  })

  test('the coefficient of variation is amber from 5 % and red from 10 %', () => {
    expect([4.99, 5, 9.99, 10].map(cvLevel)).toEqual(['calm', 'amber', 'amber', 'red'])
  })
})

describe('quantile', () => {
  test('is linear between order statistics (type 7)', () => {
    expect(quantile([4, 1, 3, 2], 0.25)).toBe(1.75)
    expect(quantile([7], 0.9)).toBe(7)
    expect(quantile([], 0.5)).toBeUndefined()
    expect(() => quantile([1], 1.5)).toThrow(RangeError)
  })
})

describe('median interval', () => {
  test('does not exist below six runs and is the second to ninth of ten', () => {
    expect(medianOrders(5)).toBeUndefined()
    expect(medianInterval([3, 1, 2])).toEqual({ n: 3, median: 2 })
    const interval = medianInterval([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(interval).toMatchObject({ median: 5.5, low: 2, high: 9 })
    expect(interval?.coverage).toBeCloseTo(0.978515625, 12)
  })

  test('covers at least what was requested, and one order statistic further in would not', () => {
    for (let n = 6; n <= 120; n++) {
      const orders = medianOrders(n)!
      expect(orders.coverage).toBeGreaterThanOrEqual(0.95)
      expect(orders.low + orders.high).toBe(n + 1)
      const inner = medianOrders(n, orders.coverage + 1e-9)
      if (inner !== undefined) expect(inner.low).toBeLessThan(orders.low)
    }
  })
})
