import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mixShape } from '../../../../src/core/statistics/sweep/mix-shape'
import {
  advantagePercent,
  crossovers,
  ratioToReference,
  relativeDropPercent,
} from '../../../../src/core/statistics/sweep/ratios'
import { rankCorrelation, spearman } from '../../../../src/core/statistics/sweep/spearman'

test('drops, ratios and advantages have no value without a reference above 0', () => {
  expect(relativeDropPercent(200, 50)).toBe(75)
  expect(relativeDropPercent(0, 50)).toBeUndefined()
  expect(ratioToReference(50, 200)).toEqual({ slowDown: 4, retainedPercent: 25, slowerPercent: 75 })
  expect(ratioToReference(0, 200)).toEqual({ slowDown: undefined, retainedPercent: 0, slowerPercent: 100 })
  // A latency four times as long is four times as slow.
  expect(ratioToReference(4, 1, 'lower')).toEqual({ slowDown: 4, retainedPercent: 25, slowerPercent: 75 })
  expect(ratioToReference(4, 1, 'neither')).toEqual({
    slowDown: undefined,
    retainedPercent: undefined,
    slowerPercent: undefined,
  })
  expect(advantagePercent(100, 90)).toBe(90)
  expect(advantagePercent(0, 90)).toBeUndefined()
})

describe('crossovers', () => {
  test('are the nearest levels of opposite order, or the level where the curves meet', () => {
    expect(crossovers([10, 20, 30, 40], [-1, 1, 1, -1])).toEqual([
      [10, 20],
      [30, 40],
    ])
    expect(crossovers([1, 2, 3], [-1, 0, 1])).toEqual([[2, 2]])
    expect(crossovers([1, 2], [1, 1])).toEqual([])
  })

  test('lie between settled levels, whatever is open between them', () => {
    expect(crossovers([1, 2, 3, 4], [-1, 'open', 1, 'open'])).toEqual([[1, 3]])
    expect(crossovers([1, 2, 3], ['open', 'open', 'open'])).toEqual([])
  })

  test('are not guessed across a missing level', () => {
    expect(crossovers([1, 2, 3], [-1, undefined, 1])).toEqual([])
  })
})

describe('Spearman', () => {
  test('a monotone sweep is perfectly ordered, whatever its shape', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 12 }),
        (levels) => {
          const x = levels.sort((a, b) => a - b)
          expect(
            spearman(
              x,
              x.map((value) => Math.exp(-value / 10)),
            )!.rho,
          ).toBeCloseTo(-1, 12)
        },
      ),
    )
  })

  test('the exact p counts orders where the approximation says 0', () => {
    const six = spearman([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1])!
    expect(six).toMatchObject({ rho: -1, p: 0 })
    expect(six.exactP).toBeCloseTo(2 / 720, 12)
    expect(spearman([1, 2, 3, 4], [1, 3, 2, 4])!.exactP).toBeCloseTo(8 / 24, 12)
  })

  test('a side that does not vary, or two points, have no correlation', () => {
    expect(spearman([1, 2, 3], [5, 5, 5])).toBeUndefined()
    expect(spearman([1, 2], [1, 2])).toBeUndefined()
    expect(() => spearman([1, 2, 3], [1])).toThrow(RangeError)
  })
})

describe('mix shape', () => {
  const around = (value: number) => [0.99, 1, 1.01].map((factor) => value * factor)

  test('minimum, dip and rise come with intervals where there are runs', () => {
    const shape = mixShape([
      { readPercent: 0, runs: around(310) },
      { readPercent: 50, runs: around(221) },
      { readPercent: 100, runs: around(520) },
    ])
    expect(shape.points.map((point) => point.readPercent)).toEqual([100, 50, 0])
    expect(shape.minimum).toEqual({ readPercent: 50, throughput: 221 })
    expect(shape.dip).toMatchObject({ endpointReadPercent: 0 })
    expect(shape.dip!.percent).toBeCloseTo(-28.709677, 5)
    expect(shape.rise!.lowPercent!).toBeLessThan(shape.rise!.percent)
    expect(shape.rise!.highPercent!).toBeGreaterThan(shape.rise!.percent)
    const penalty = shape.points[1]!.penalty!
    expect(penalty.percent).toBeCloseTo(-43.104839, 5)
    expect(penalty.lowPercent!).toBeLessThan(penalty.percent)
    expect(penalty.highPercent!).toBeGreaterThan(penalty.percent)
    expect(shape.points[0]!.penalty).toEqual({ percent: 0 })
  })

  test('more spread of the endpoints widens the penalty, as they determine the ideal', () => {
    const width = (read: number[]) => {
      const penalty = mixShape([
        { readPercent: 0, runs: around(310) },
        { readPercent: 50, runs: around(221) },
        { readPercent: 100, runs: read },
      ]).points[1]!.penalty!
      return penalty.highPercent! - penalty.lowPercent!
    }
    expect(width([400, 520, 640])).toBeGreaterThan(width(around(520)))
  })

  test('a missing level is left out, and without an endpoint there is no ideal', () => {
    const shape = mixShape([
      { readPercent: 100, runs: [] },
      { readPercent: 50, runs: [200] },
      { readPercent: 0, runs: [300] },
    ])
    expect(shape.points).toHaveLength(2)
    expect(shape.points[0]).toEqual({ readPercent: 50, measured: 200 })
    expect(shape.dip).toBeUndefined()
    expect(shape.rise).toMatchObject({ percent: 50, lowPercent: undefined })
    expect(mixShape([])).toEqual({ points: [] })
  })

  test('a sweep whose minimum is an endpoint has no dip', () => {
    const shape = mixShape([
      { readPercent: 100, runs: [500] },
      { readPercent: 50, runs: [400] },
      { readPercent: 0, runs: [300] },
    ])
    expect(shape.dip).toMatchObject({ percent: 0, endpointReadPercent: 0 })
  })
})

/** By definition: as many ranks below, and half of the equal ones. */
function plainRanks(values: readonly number[]): readonly number[] {
  const below = (value: number) => values.filter((other) => other < value).length
  const equal = (value: number) => values.filter((other) => other === value).length
  return values.map((value) => below(value) + (equal(value) + 1) / 2 - (values.length + 1) / 2)
}

test('ranks match the definition for ties, outliers and numbers at the limits of floating point', () => {
  const value = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(-0, 5e-324, 1e-300, 1e300, -1.7e308, 1.7e308),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 3, maxLength: 40 }), (pairs) => {
      const [x, y] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
      const [a, b] = [plainRanks(x), plainRanks(y)]
      const product = (one: readonly number[], other: readonly number[]) =>
        one.reduce((sum, rank, at) => sum + rank * (other[at] ?? NaN), 0)
      const norm = Math.sqrt(product(a, a) * product(b, b))
      const found = rankCorrelation(x, y)
      if (norm === 0) expect(found).toBeUndefined()
      else expect(found).toBeCloseTo(product(a, b) / norm, 12)
    }),
  )
})
