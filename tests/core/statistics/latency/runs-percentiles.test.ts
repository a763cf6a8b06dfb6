import { describe, expect, test } from 'vitest'
import { histogramPercentile } from '../../../../src/core/statistics/latency/histogram'
import { estimate } from '../../../../src/core/statistics/summary/summarize'
import { seededRandom } from '../../../../src/core/statistics/special/seeded-random'
import { normals, simulated, slack } from '../simulation'

describe('the mean of the runs’ percentiles', () => {
  test('has the t interval, on the log scale where that would reach 0', () => {
    const plain = estimate([90, 100, 110], 'mean', true)!
    expect(plain.value).toBe(100)
    expect(plain.high! - plain.value).toBeCloseTo(plain.value - plain.low!, 9)
    const wide = estimate([10, 20, 400], 'mean', true)!
    expect(wide.low!).toBeGreaterThan(0)
    expect(wide.value / wide.low!).toBeCloseTo(wide.high! / wide.value, 9)
    expect(estimate([7], 'mean', true)).toEqual({ value: 7 })
    expect(estimate([], 'mean', true)).toBeUndefined()
  })

  test.each([
    [3, 0.05],
    [3, 0.2],
    [5, 0.1],
    [5, 0.3],
  ])('covers the expected percentile: %d runs, whose level varies by %d', (runs, scatter) => {
    const [random, normal] = [seededRandom(31), normals(32)]
    const p95 = () => {
      const level = 100_000 * Math.exp(scatter * normal())
      const values = Array.from({ length: 300 }, () => Math.round(level * -Math.log(1 - random())))
      values.sort((a, b) => a - b)
      return histogramPercentile({ binsNs: values, counts: values.map(() => 1) }, 95)!.valueNs
    }
    const truth = Array.from({ length: 2000 }, p95).reduce((sum, value) => sum + value, 0) / 2000
    const tries = simulated(300)
    let covered = 0
    for (let at = 0; at < tries; at++) {
      const { low, high } = estimate(Array.from({ length: runs }, p95), 'mean', true)!
      if (low! <= truth && high! >= truth) covered++
    }
    expect(covered / tries).toBeGreaterThan(0.93 - slack(0.05, tries))
  })
})
