import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  littleDiffers,
  littleLatencySeconds,
  scalingEfficiency,
  scalingKnee,
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
