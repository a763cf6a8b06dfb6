import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  modifiedZ,
  hasSevereOutlier,
  outlierClass,
  tukeyFences,
} from '../../../../src/core/statistics/summary/outliers'
import { sorted, sortAscending } from '../../../../src/core/statistics/summary/quantile'

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 80 })

test('the quick test for a severe outlier agrees with the classes', () => {
  fc.assert(
    fc.property(values, (sample) => {
      const fences = tukeyFences(sample)!
      const severe = sample.some((value) => outlierClass(value, fences) === 'severe')
      expect(hasSevereOutlier(sorted(sample))).toBe(severe)
    }),
  )
})

test('a value on a fence is inside', () => {
  const fences = tukeyFences([0, 10, 20, 30, 40])!
  expect(fences).toMatchObject({ q1: 10, q3: 30, mild: [-20, 60], severe: [-50, 90] })
  expect([60, 60.1, 90, 90.1].map((value) => outlierClass(value, fences))).toEqual([
    'none',
    'mild',
    'mild',
    'severe',
  ])
})

test('a sample with a constant middle has no z scores', () => {
  expect(modifiedZ([5, 5, 5, 5, 9])).toEqual({ median: 5, mad: 0, scores: new Array(5).fill(undefined) })
  expect(modifiedZ([])).toBeUndefined()
  expect(tukeyFences([])).toBeUndefined()
  expect(hasSevereOutlier(new Float64Array())).toBe(false)
})

test('sorting in place sorts, short and long', () => {
  fc.assert(
    fc.property(values, (sample) => {
      // The order of 0 and -0 does not matter: + 0 makes both 0.
      const plain = (numbers: Iterable<number>) => Array.from(numbers, (number) => number + 0)
      expect(plain(sortAscending(Float64Array.from(sample)))).toEqual(plain(sorted(sample)))
    }),
  )
})
