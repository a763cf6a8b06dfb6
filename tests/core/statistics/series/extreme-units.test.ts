import { describe, expect, test } from 'vitest'
import { batchMeans, lagOneAutocorrelation } from '../../../../src/core/statistics/series/batch-means'
import { findChangePoints } from '../../../../src/core/statistics/series/change-points'
import { levelChanges } from '../../../../src/core/statistics/series/level-changes'
import { mser } from '../../../../src/core/statistics/series/mser5'
import { linearFit } from '../../../../src/core/statistics/series/steady-window'

/** A start-up, then two levels, with noise that repeats only after 89 samples. */
const series = Array.from({ length: 200 }, (_, i) => {
  const level = i < 20 ? 30 - i : i < 110 ? 10 : 14
  return level + (((i * 37) % 89) - 44) / 60
})

describe.each([1e200, 1e-200, 1e-300])('in a unit of which %d are one', (unit) => {
  const scaled = series.map((value) => value * unit)
  const near = (value: number | undefined) => {
    expect(value).toBeDefined()
    return expect((value ?? NaN) / unit)
  }

  test('level changes are found where they are', () => {
    const [expected, found] = [levelChanges(series), levelChanges(scaled)]
    if (expected.kind !== 'steps' || found.kind !== 'steps') throw new Error('No steps.')
    expect(expected.changePoints).toContain(110)
    expect(found.changePoints).toEqual(expected.changePoints)
    expected.segmentMeans.forEach((mean, at) => near(found.segmentMeans[at]).toBeCloseTo(mean, 9))
  })

  test('the warm-up is cut at the same place', () => {
    const expected = mser(series)
    const found = mser(scaled)
    expect(expected?.truncateBatches).toBeGreaterThan(0)
    expect(found).toMatchObject({ truncateSamples: expected?.truncateSamples, atLimit: expected?.atLimit })
    near(found?.meanAfter).toBeCloseTo(expected?.meanAfter ?? NaN, 9)
  })

  test('batch means have the same interval', () => {
    const expected = batchMeans(series)
    const found = batchMeans(scaled)
    near(found?.mean).toBeCloseTo(expected?.mean ?? NaN, 9)
    near(found?.halfWidth).toBeCloseTo(expected?.halfWidth ?? NaN, 9)
    expect(found?.autocorrelation).toBeCloseTo(expected?.autocorrelation ?? NaN, 9)
    expect(found?.batchAutocorrelation).toBeCloseTo(expected?.batchAutocorrelation ?? NaN, 9)
    expect(found?.batchesTooShort).toBe(expected?.batchesTooShort)
  })

  test('neighbours are equally correlated', () => {
    expect(lagOneAutocorrelation(scaled)).toBeCloseTo(lagOneAutocorrelation(series) ?? NaN, 9)
  })

  test('the straight line has the same slope', () => {
    near(linearFit(scaled)?.slope).toBeCloseTo(linearFit(series)?.slope ?? NaN, 9)
    near(linearFit(scaled)?.intercept).toBeCloseTo(linearFit(series)?.intercept ?? NaN, 9)
  })
})

test('a series of zeros has no change, no warm-up and no autocorrelation', () => {
  const zeros = new Float64Array(40)
  expect(findChangePoints(zeros, { penalty: 0 })).toMatchObject({
    changePoints: [],
    segmentMeans: [0],
    totalCost: 0,
  })
  expect(mser(zeros)).toMatchObject({ criterion: 0, meanAfter: 0 })
  expect(lagOneAutocorrelation(zeros)).toBeUndefined()
})
