import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findChangePoints } from '../../../../src/core/statistics/series/change-points'

/** Least cost over all partitions, by the full dynamic programme without pruning. */
function leastCost(series: readonly number[], penalty: number, minSegment: number): number {
  const best: number[] = [-penalty]
  for (let end = 1; end <= series.length; end++) {
    best[end] = Infinity
    for (let start = 0; start <= end - minSegment; start++) {
      const segment = series.slice(start, end)
      const middle = segment.reduce((a, b) => a + b, 0) / segment.length
      const cost = segment.reduce((sum, value) => sum + (value - middle) ** 2, 0)
      best[end] = Math.min(best[end]!, best[start]! + cost + penalty)
    }
  }
  return best[series.length]!
}

test('pruning never loses the optimum', () => {
  const steps = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: -20, max: 20 }),
      fc.integer({ min: 0, max: 6 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 1, max: 4 }),
      fc.double({ min: 0, max: 100, noNaN: true }),
      (parts, minSegment, penalty) => {
        const series = parts.flatMap(([length, level, noise]) =>
          Array.from({ length }, (_, i) => level + noise * (((i * 7 + level * level) % 5) - 2)),
        )
        fc.pre(series.length >= minSegment)
        const found = findChangePoints(series, { penalty, minSegment })!
        expect(found.totalCost).toBeCloseTo(leastCost(series, penalty, minSegment), 6)
        const bounds = [0, ...found.changePoints, series.length]
        bounds.slice(1).forEach((end, k) => expect(end - bounds[k]!).toBeGreaterThanOrEqual(minSegment))
        expect(found.segmentMeans).toHaveLength(found.changePoints.length + 1)
      },
    ),
    { numRuns: 300 },
  )
})

test('a level that drops without noise is found once', () => {
  const series = [...new Array<number>(50).fill(100), ...new Array<number>(30).fill(80)]
  expect(findChangePoints(series, { penalty: 0 })).toMatchObject({
    changePoints: [50],
    segmentMeans: [100, 80],
  })
  expect(findChangePoints(new Array<number>(40).fill(7), { penalty: 1 })).toMatchObject({
    changePoints: [],
    penalty: 1,
  })
})

test('very short series and bad options', () => {
  expect(findChangePoints([], { penalty: 1 })).toBeUndefined()
  expect(findChangePoints([5], { penalty: 1 })).toMatchObject({ changePoints: [], segmentMeans: [5] })
  expect(() => findChangePoints([1, 2], { penalty: -1 })).toThrow(RangeError)
  expect(() => findChangePoints([1, 2], { penalty: 1, minSegment: 0 })).toThrow(RangeError)
})

test('a day of seconds with its levels is partitioned quickly', () => {
  const series = Float64Array.from(
    { length: 20_000 },
    (_, i) => 1000 - 50 * Math.floor(i / 500) + ((i * 37) % 11),
  )
  const found = findChangePoints(series, { penalty: 500 })!
  expect(found.changePoints).toHaveLength(39)
})
