import { expect, test } from 'vitest'
import { compareCases } from '../../src/core/statistics/comparison/compare-cases'
import { seededRandom } from '../../src/core/statistics/special/seeded-random'

const caseCount = 36_000
const runsPerSide = 10

/** Cases of all magnitudes with noise of a few percent and, in every third, a real difference of 2 %. */
function campaignPairs() {
  const random = seededRandom(42)
  const noise = () => 1 + 0.03 * (random() + random() + random() - 1.5)
  return Array.from({ length: caseCount }, (_, i) => {
    const level = 10 ** (2 + 7 * random())
    const effect = i % 3 === 0 ? 1.02 : 1
    return {
      baseline: Array.from({ length: runsPerSide }, () => level * noise()),
      candidate: Array.from({ length: runsPerSide }, () => level * effect * noise()),
    }
  })
}

test('36,000 cases of 10 runs a side, compared with both tests, interval and adjustment, in a second', () => {
  const pairs = campaignPairs()
  const timesMs = Array.from({ length: 7 }, () => {
    const start = performance.now()
    const family = compareCases(pairs, { better: 'higher' })
    const spent = performance.now() - start
    expect(family.tested).toBe(caseCount)
    expect(family.cases.every((one) => one.secondP !== undefined && one.lowPercent !== undefined)).toBe(true)
    return spent
  })
  const [first = NaN] = timesMs
  const median = [...timesMs].sort((a, b) => a - b)[3] ?? NaN
  console.log(
    `statistics: ${caseCount * runsPerSide * 2} runs compared in ${median.toFixed(0)} ms (median of 7; first, cold: ${first.toFixed(0)} ms)`,
  )
  expect(median).toBeLessThan(1000)
})
