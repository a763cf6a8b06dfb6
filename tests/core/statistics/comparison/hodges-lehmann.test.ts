import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hodgesLehmannRatio } from '../../../../src/core/statistics/comparison/hodges-lehmann'

/** Median of all pairs, computed directly. */
function medianOfAll(a: readonly number[], b: readonly number[], value: (a: number, b: number) => number) {
  const all = Float64Array.from(a.flatMap((one) => b.map((other) => value(one, other)))).sort()
  const half = all.length >>> 1
  return all.length % 2 === 1 ? all[half]! : (all[half - 1]! + all[half]!) / 2
}

describe('many runs', () => {
  /** Some values are frequent, so that many pairs are equal. */
  const runs = fc.array(
    fc.oneof(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0.5, max: 2e5, noNaN: true })),
    { minLength: 66, maxLength: 90 },
  )

  test('have the median of all their pairs', () => {
    fc.assert(
      fc.property(runs, runs, (a, b) => {
        expect(hodgesLehmannRatio(a, b)?.ratio).toBe(medianOfAll(a, b, (x, y) => y / x))
      }),
      { numRuns: 30 },
    )
  })

  test('have an interval that ends at pairs', () => {
    fc.assert(
      fc.property(runs, runs, (a, b) => {
        const found = hodgesLehmannRatio(a, b)
        const all = new Set(a.flatMap((one) => b.map((other) => other / one)))
        expect(all.has(found?.low ?? NaN)).toBe(true)
        expect(all.has(found?.high ?? NaN)).toBe(true)
        expect(found?.low).toBeLessThanOrEqual(found?.ratio ?? NaN)
        expect(found?.high).toBeGreaterThanOrEqual(found?.ratio ?? NaN)
      }),
      { numRuns: 30 },
    )
  })

  test('are never too many', () => {
    const baseline = Float64Array.from({ length: 20_001 }, (_, i) => 1000 + ((i * 7919) % 20_001) / 100)
    const candidate = baseline.map((value) => value * 1.5)
    expect(hodgesLehmannRatio(baseline, candidate)?.ratio).toBeCloseTo(1.5, 12)
  })
})

test('a side without runs has no ratio', () => {
  expect(hodgesLehmannRatio([], [1])).toBeUndefined()
})
