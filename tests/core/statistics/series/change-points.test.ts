import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../../src/core/statistics/comparison/bootstrap-ratio'
import { changePointPenalty, findChangePoints } from '../../../../src/core/statistics/series/change-points'

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
  expect(findChangePoints(series)).toMatchObject({ changePoints: [50], segmentMeans: [100, 80] })
  expect(findChangePoints(new Array<number>(40).fill(7))).toMatchObject({ changePoints: [], penalty: 0 })
})

test('noise alone has no change points, and the penalty scales with its square', () => {
  const noise = Array.from({ length: 200 }, (_, i) => ((i * 7919) % 101) - 50)
  expect(findChangePoints(noise)!.changePoints).toEqual([])
  expect(changePointPenalty(noise.map((value) => 3 * value)) / changePointPenalty(noise)).toBeCloseTo(9, 9)
})

test('very short series and bad options', () => {
  expect(findChangePoints([])).toBeUndefined()
  expect(findChangePoints([5])).toMatchObject({ changePoints: [], segmentMeans: [5] })
  expect(() => findChangePoints([1, 2], { penalty: -1 })).toThrow(RangeError)
  expect(() => findChangePoints([1, 2], { minSegment: 0 })).toThrow(RangeError)
})

test('a day of seconds with its levels is partitioned quickly', () => {
  const series = Float64Array.from(
    { length: 20_000 },
    (_, i) => 1000 - 50 * Math.floor(i / 500) + ((i * 37) % 11),
  )
  const found = findChangePoints(series)!
  expect(found.changePoints).toHaveLength(39)
})

/** A rate held at a limit, equal but for the last digits, and occasionally slightly off for one interval. */
function heldRate(digits: number): number[] {
  const random = seededRandom(9)
  return Array.from(
    { length: 300 },
    (_, at) => 30e6 * (1 + digits * (random() - 0.5)) + (at % 7 === 3 ? 2e5 * (random() - 0.5) : 0),
  )
}

test.each([0, 1e-12, 1e-9, 1e-6])(
  'a rate at its limit has no change points: %d of it in its last digits',
  (digits) => {
    expect(findChangePoints(heldRate(digits))!.changePoints).toEqual([])
  },
)

test.each([0, 1e-12, 1e-9, 1e-6])(
  'and keeps its real ones, including a stall of three intervals: %d',
  (digits) => {
    const held = heldRate(digits).map((value, at) => (at >= 150 ? value / 2 : value))
    expect(findChangePoints(held)!.changePoints).toEqual([150])
    const stalled = heldRate(digits).map((value, at) => (at >= 100 && at < 103 ? 0 : value))
    expect(findChangePoints(stalled)!.changePoints).toEqual([100, 103])
  },
)
