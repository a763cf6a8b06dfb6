import { uslModel } from '../../../../src/core/statistics/sweep/usl-model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  littleDiffers,
  littleLatencySeconds,
  scalingEfficiency,
  scalingKnee,
  kneeOf,
  uslFit,
  uslThroughput,
} from '../../../../src/core/statistics/sweep/scaling'

const depths = [1, 2, 4, 8, 16, 32, 64, 128]

describe('USL', () => {
  test('recovers the parameters of its own curve, at any scale', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
        fc.double({ min: 1e-5, max: 0.02, noNaN: true }),
        (lambda, sigma, kappa) => {
          const points = depths.map((threads) => ({
            threads,
            throughput: uslThroughput({ lambda, sigma, kappa }, threads),
          }))
          const fit = uslFit(points)!
          expect(fit.lambda / lambda).toBeCloseTo(1, 6)
          expect(fit.sigma).toBeCloseTo(sigma, 6)
          expect(fit.kappa).toBeCloseTo(kappa, 8)
          expect(fit.peakThreads! / Math.sqrt((1 - sigma) / kappa)).toBeCloseTo(1, 4)
        },
      ),
    )
  })

  test('no other parameters nearby fit noisy points better', () => {
    const points = depths.map((threads, i) => ({
      threads,
      throughput:
        uslThroughput({ lambda: 900, sigma: 0.05, kappa: 0.0007 }, threads) *
        (1 + 0.03 * (((i * 5) % 7) / 3 - 1)),
    }))
    const fit = uslFit(points)!
    const error = (lambda: number, sigma: number, kappa: number) =>
      points.reduce(
        (sum, p) => sum + (p.throughput - uslThroughput({ lambda, sigma, kappa }, p.threads)) ** 2,
        0,
      )
    const best = error(fit.lambda, fit.sigma, fit.kappa)
    for (const f of [0.999, 1.001]) {
      expect(error(fit.lambda * f, fit.sigma, fit.kappa)).toBeGreaterThan(best)
      expect(error(fit.lambda, fit.sigma * f, fit.kappa)).toBeGreaterThan(best)
      expect(error(fit.lambda, fit.sigma, fit.kappa * f)).toBeGreaterThan(best)
    }
  })

  test('five points, or a point without throughput, make no fit', () => {
    const line = depths.map((threads) => ({ threads, throughput: threads }))
    expect(uslFit(line.slice(0, 5))).toBeUndefined()
    expect(uslFit([...line.slice(0, 5), { threads: 1, throughput: 1 }])).toBeUndefined()
    expect(uslFit([...line, { threads: 256, throughput: 0 }])).toBeUndefined()
  })

  test('a straight line and a curve that bends upwards have no peak', () => {
    const threads = [1, 2, 4, 8, 16, 32, 64]
    for (const unit of [1, 0.1, 55.3, 1e200]) {
      const line = uslFit(threads.map((n) => ({ threads: n, throughput: unit * n })))
      expect(line?.peakThreads).toBeUndefined()
    }
    const rising = uslFit(
      threads.map((n) => ({ threads: n, throughput: n / (1 + 0.01 * (n - 1) - 1e-5 * n * (n - 1)) })),
    )
    expect(rising!.kappa).toBeLessThan(0)
    expect(rising?.peakThreads).toBeUndefined()
  })

  test('a curve that keeps rising has no peak', () => {
    const points = depths.map((threads) => ({ threads, throughput: threads / (1 + 0.02 * (threads - 1)) }))
    const fit = uslFit(points)!
    expect(fit.sigma).toBeCloseTo(0.02, 6)
    expect(fit.peakThreads === undefined || fit.peakThreads > 1e3).toBe(true)
  })
})

test('efficiency needs the single thread, the knee needs the best', () => {
  const points = [
    { threads: 1, throughput: 100 },
    { threads: 4, throughput: 380 },
    { threads: 8, throughput: 400 },
  ]
  expect(scalingEfficiency(points)).toEqual([1, 0.95, 0.5])
  expect(scalingKnee(points)).toBe(4)
  expect(scalingEfficiency(points.slice(1))).toEqual([undefined, undefined])
  expect(scalingKnee([])).toBeUndefined()
})

test("Little's law", () => {
  expect(littleLatencySeconds(32, 64_000)).toBeCloseTo(0.0005, 12)
  expect(littleLatencySeconds(32, 0)).toBeUndefined()
  expect(littleDiffers(0.56, 0.5)).toBe(true)
  expect(littleDiffers(0.54, 0.5)).toBe(false)
})

describe('the knee of a line', () => {
  const at = (threads: number, throughput: number, half?: number) => ({
    ...{ threads, throughput },
    ...(half !== undefined && { low: throughput - half, high: throughput + half }),
  })

  test('is not seen if the largest load is the first within 5 % of the best', () => {
    expect(kneeOf([at(1, 10), at(2, 20), at(4, 40)])).toEqual({ threads: undefined, range: undefined })
    expect(kneeOf([at(1, 10), at(2, 20)])).toBeUndefined()
  })

  test('has the range of loads that the intervals allow', () => {
    const points = (half: number) => [at(1, 50, half), at(2, 90, half), at(4, 96, half), at(8, 100, half)]
    expect(kneeOf(points(0.5))).toEqual({ threads: 4, range: { low: 4, high: 4 } })
    // 2 may reach 95 % of the least that 8 delivers, and only 8 surely reaches 95 % of the most.
    expect(kneeOf(points(4))).toEqual({ threads: 4, range: { low: 2, high: 8 } })
    expect(kneeOf([...points(4), at(16, 101)])?.range).toBeUndefined()
  })
})

describe('a contention model', () => {
  const law = (sigma: number, kappa: number) =>
    [1, 2, 4, 8, 16, 32, 64].map((threads) => ({
      threads,
      throughput: uslThroughput({ lambda: 1000, sigma, kappa }, threads),
    }))

  test('is the law where points follow it, with or without coherency', () => {
    expect(uslModel(law(0.05, 0.001)).fit?.kappa).toBeCloseTo(0.001, 9)
    const noisy = law(0.05, 0).map(({ threads, throughput }, at) => ({
      threads,
      throughput: throughput * (1 + 0.01 * Math.sin(2.5 * at)),
    }))
    const { fit } = uslModel(noisy)
    expect(fit?.sigma).toBeCloseTo(0.05, 2)
    expect(fit?.kappa).toBeGreaterThanOrEqual(0)
  })

  test('does not fit what grows without bound or as a line does', () => {
    expect(uslModel(law(0, 0))).toEqual({ unfit: 'straight-line' })
    expect(uslModel(law(0.05, -0.0005))).toEqual({ unfit: 'below-zero' })
    const offset = [1, 2, 4, 8, 16, 32].map((threads) => ({ threads, throughput: 5000 + 1000 * threads }))
    expect(uslModel(offset).fit).toBeUndefined()
    expect(uslModel(law(0.05, 0.001).slice(0, 5))).toEqual({})
  })
})
