import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../src/core/statistics/special/seeded-random'
import { uslFit, uslThroughput } from '../../../../src/core/statistics/sweep/scaling'
import { uslIntervals } from '../../../../src/core/statistics/sweep/usl-interval'

const truth = { lambda: 1000, sigma: 0.04, kappa: 0.0004 }
const seed = Number(process.env.BENCHWRIGHT_PROPERTY_SEED ?? '20261122')

function sweep(random: () => number, runs: number) {
  const noise = () => 1 + 0.03 * (random() + random() + random() - 1.5)
  return [1, 2, 4, 8, 16, 32, 64].map((threads) => ({
    threads,
    values: Array.from({ length: runs }, () => uslThroughput(truth, threads) * noise()),
  }))
}

describe('intervals of a fit of the Universal Scalability Law', () => {
  test('contain the parameters of a simulated drive in about 95 of 100 sweeps', () => {
    const random = seededRandom(seed)
    const held = { lambda: 0, sigma: 0, kappa: 0 }
    for (let at = 0; at < 60; at++) {
      const found = uslIntervals(sweep(random, 5), uslFit, { resamples: 100, seed: at })
      for (const name of ['lambda', 'sigma', 'kappa'] as const) {
        const { low = Infinity, high = -Infinity } = found?.[name] ?? {}
        if (low <= truth[name] && truth[name] <= high) held[name] += 1
      }
    }
    for (const count of Object.values(held)) expect(count, `seed ${String(seed)}`).toBeGreaterThan(50)
  })

  test('are the same for the same seed, and absent for too few runs or points', () => {
    const points = sweep(seededRandom(seed), 3)
    expect(uslIntervals(points, uslFit)).toEqual(uslIntervals(points, uslFit))
    expect(
      uslIntervals(
        points.map(({ threads, values }) => ({ threads, values: values.slice(0, 2) })),
        uslFit,
      ),
    ).toBeUndefined()
    expect(uslIntervals(points.slice(0, 5), uslFit)).toBeUndefined()
    expect(uslIntervals([], uslFit)).toBeUndefined()
  })
})
