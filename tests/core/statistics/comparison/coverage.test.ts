import { describe, expect, test } from 'vitest'
import { compareCase } from '../../../../src/core/statistics/comparison/compare-case'
import { normals, simulated, slack } from '../simulation'

/** Runs of one drive: normal with this scatter, or lognormal where that would reach 0. */
function drawn(normal: () => number, n: number, cv: number): readonly number[] {
  const sigma = Math.sqrt(Math.log1p(cv ** 2))
  return Array.from({ length: n }, () =>
    cv < 0.2 ? 1000 * (1 + cv * normal()) : 1000 * Math.exp(sigma * normal()),
  )
}

describe('the interval of a ratio of means', () => {
  test.each([3, 5, 10].flatMap((n) => [0.01, 0.1, 0.4].map((cv) => [n, cv] as const)))(
    'covers the true ratio of two sides of %d runs with a scatter of %d',
    (n, cv) => {
      const tries = simulated(1000)
      const normal = normals(100 * n + 1000 * cv)
      let covered = 0
      for (let review = 0; review < tries; review++) {
        const { lowPercent, highPercent } = compareCase(drawn(normal, n, cv), drawn(normal, n, cv), {
          better: 'higher',
        })
        if ((lowPercent ?? NaN) <= 0 && (highPercent ?? NaN) >= 0) covered++
      }
      const share = covered / tries
      expect(share).toBeGreaterThan(0.946 - slack(0.946, tries))
      expect(share).toBeLessThan(0.975 + slack(0.975, tries))
    },
  )
})

test.each([
  [3, 0.34],
  [20, 0.005],
])('the sigma rule with %d runs finds a difference between identical drives in a share of %d', (n, share) => {
  const tries = simulated(2000)
  const normal = normals(n)
  let found = 0
  for (let review = 0; review < tries; review++) {
    const { verdict } = compareCase(drawn(normal, n, 0.02), drawn(normal, n, 0.02), {
      ...{ better: 'higher', mode: 'sigma' },
    })
    if (verdict === 'meaningful') found++
  }
  expect(Math.abs(found / tries - share)).toBeLessThan(slack(share, tries) + 0.01)
})
