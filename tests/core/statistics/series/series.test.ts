import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  lagOneAutocorrelation,
  batchMeans,
  lengthenedBatchMeans,
} from '../../../../src/core/statistics/series/batch-means'
import { mser } from '../../../../src/core/statistics/series/mser5'
import { summarizeSeries, binSeries } from '../../../../src/core/statistics/series/time-bins'
import { seededRandom } from '../../../../src/core/statistics/special/seeded-random'
import { simulated, slack } from '../simulation'

/** Sample i covers [i, i + 1) intervals. */
const evenSeries = (values: ArrayLike<number>, intervalSeconds = 1) => ({
  timesSeconds: Array.from(values, (_, i) => i * intervalSeconds),
  values,
  endSeconds: values.length * intervalSeconds,
})

const samples = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 20, maxLength: 300 })

describe('bins', () => {
  test('hold the values of their time range, however many there are and whatever is missing', () => {
    const gaps = fc.array(fc.oneof(fc.double({ min: 0, max: 0.2, noNaN: true }), fc.constant(30)), {
      minLength: 1,
      maxLength: 400,
    })
    fc.assert(
      fc.property(gaps, fc.constantFrom(0.05, 1, 10, 1000), (ofTimes, binSeconds) => {
        let time = 0
        const timesSeconds = ofTimes.map((gap) => (time += gap))
        const values = timesSeconds.map((_, at) => at % 7)
        const { means } = binSeries(
          { timesSeconds, values, endSeconds: time + 1 },
          { warmUpSeconds: 2, binSeconds },
        )
        const own = means.map((): number[] => [])
        timesSeconds.forEach((at, place) =>
          own[Math.floor((at - 2 + 1e-9) / binSeconds)]?.push(values[place] ?? 0),
        )
        expect(means).toEqual(
          own.map((all) =>
            all.length === 0 ? undefined : all.reduce((sum, value) => sum + value) / all.length,
          ),
        )
      }),
    )
  })

  test('the warm-up and a partial last bin are dropped', () => {
    const bins = binSeries(evenSeries(Float64Array.from({ length: 47 }, (_, i) => i)), {
      warmUpSeconds: 10,
      binSeconds: 10,
    })
    expect(bins).toEqual({ startSeconds: 10, binSeconds: 10, means: [14.5, 24.5, 34.5] })
  })

  test('a bin without a sample is a gap, not 0', () => {
    const series = { timesSeconds: [0.4, 1.2, 3.9], values: [5, 7, 9], endSeconds: 4 }
    expect(binSeries(series, { warmUpSeconds: 0, binSeconds: 1 }).means).toEqual([5, 7, undefined, 9])
    expect(summarizeSeries([5, 7, undefined, 9])?.points).toBe(3)
  })

  test('half-second samples fill their bins despite rounding', () => {
    const series = evenSeries(new Float64Array(30).fill(3), 0.1)
    expect(binSeries(series, { warmUpSeconds: 0.3, binSeconds: 0.9 }).means).toHaveLength(3)
  })

  test('a warm-up longer than the series leaves nothing', () => {
    expect(binSeries(evenSeries([1, 2]), { warmUpSeconds: 60, binSeconds: 1 }).means).toEqual([])
    expect(summarizeSeries([])).toBeUndefined()
    expect(() => binSeries(evenSeries([1]), { warmUpSeconds: 0, binSeconds: 0 })).toThrow(RangeError)
  })
})

test('slow bins are those below half the median', () => {
  const summary = summarizeSeries([100, 100, 100, 100, 49, 50, 0, 100, 100, 100])!
  expect(summary.slowShare).toBeCloseTo(0.2, 12)
  expect(summary).toMatchObject({ min: 0, max: 100, points: 10 })
  expect(summary.p5).toBeCloseTo(22.05, 9)
})

describe('MSER', () => {
  test('finds the first minimum that a search over all cuts finds', () => {
    fc.assert(
      fc.property(samples, (values) => {
        const found = mser(values)!
        const batches = Math.floor(values.length / 5)
        const means = Array.from(
          { length: batches },
          (_, k) => values.slice(5 * k, 5 * k + 5).reduce((a, b) => a + b) / 5,
        )
        const criterion = (cut: number) => {
          const kept = means.slice(cut)
          const middle = kept.reduce((a, b) => a + b, 0) / kept.length
          return kept.reduce((sum, value) => sum + (value - middle) ** 2, 0) / kept.length ** 2
        }
        const all = Array.from({ length: Math.floor(batches / 2) + 1 }, (_, cut) => criterion(cut))
        const least = Math.min(...all)
        expect(Math.abs(found.criterion - least)).toBeLessThanOrEqual(1e-9 * Math.max(...all) + 1e-12)
        expect(found.truncateBatches).toBeLessThanOrEqual(Math.floor(batches / 2))
        expect(found.truncateSamples).toBe(5 * found.truncateBatches)
      }),
    )
  })

  test('cuts a start-up, nothing of a constant series, and reports a ramp as no steady state', () => {
    const noise = (i: number) => (i * 29) % 23
    const started = Array.from({ length: 300 }, (_, i) => (i < 40 ? 2000 - 40 * i : 500) + noise(i))
    expect(mser(started)!.truncateSamples).toBeGreaterThanOrEqual(35)
    expect(mser(new Float64Array(100).fill(7))).toMatchObject({
      truncateBatches: 0,
      criterion: 0,
      atLimit: false,
    })
    expect(mser(Array.from({ length: 200 }, (_, i) => 10 * i))!.atLimit).toBe(true)
    expect(mser([1, 2, 3, 4, 5, 6])).toBeUndefined()
    expect(() => mser([1], 0)).toThrow(RangeError)
  })
})

describe('batch means', () => {
  test('with one sample a batch it is the plain t interval', () => {
    const values = [3, 5, 4, 6, 2]
    const batch = batchMeans(values, 5)!
    expect(batch.mean).toBe(4)
    expect(batch.halfWidth).toBeCloseTo((2.7764451051977987 * Math.sqrt(2.5)) / Math.sqrt(5), 12)
  })

  test('neighbours that are alike widen the interval', () => {
    const waves = Array.from({ length: 400 }, (_, i) => (Math.floor(i / 40) % 2 === 0 ? 90 : 110))
    const shuffled = waves.map((_, i) => waves[(i * 171) % 400]!)
    expect(batchMeans(waves, 10)!.halfWidth).toBeGreaterThan(3 * batchMeans(shuffled, 10)!.halfWidth)
    expect(lagOneAutocorrelation(waves)!).toBeGreaterThan(0.9)
  })

  test('batches that are still correlated are lengthened, and marked if that is not enough', () => {
    const slow = Array.from({ length: 400 }, (_, i) => (Math.floor(i / 50) % 2 === 0 ? 90 : 110) + (i % 3))
    expect(batchMeans(slow, 20)!.batchesTooShort).toBe(true)
    const lengthened = lengthenedBatchMeans(slow)!
    expect(lengthened.batches).toBeLessThan(20)
    expect(lengthened.batchesTooShort).toBe(false)
    const ramp = Array.from({ length: 400 }, (_, i) => i)
    expect(lengthenedBatchMeans(ramp)).toMatchObject({ batches: 5, batchesTooShort: true })
  })

  test('a series shorter than the batches gets fewer of them, or none', () => {
    expect(batchMeans([1, 2, 3], 20)).toBeUndefined()
    expect(lengthenedBatchMeans([1, 2, 1, 2, 1, 2, 1])!.batches).toBe(5)
    expect(lengthenedBatchMeans([1, 2])).toBeUndefined()
  })

  test('a constant series has no autocorrelation and no width', () => {
    expect(batchMeans(new Float64Array(40).fill(2))).toMatchObject({
      halfWidth: 0,
      autocorrelation: undefined,
    })
  })
})

test('of a stationary exponential, 29 % of the bins are slow', () => {
  const random = seededRandom(29)
  const bins = Array.from({ length: simulated(5000) }, () => -Math.log(1 - random()))
  expect(Math.abs(summarizeSeries(bins)!.slowShare - 0.29)).toBeLessThan(0.005 + slack(0.29, bins.length))
})
