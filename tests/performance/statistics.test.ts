import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareCases } from '../../src/core/statistics/comparison/settle-family'
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

/** `go install golang.org/x/perf/cmd/benchstat@latest`, the tool that compares benchmarks of Go programs by one test. */
const hasBenchstat = spawnSync('benchstat', ['-h']).error === undefined

test.skipIf(!hasBenchstat)('the same numbers take no longer than with benchstat', () => {
  const pairs = campaignPairs()
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-benchstat-'))
  try {
    for (const side of ['baseline', 'candidate'] as const) {
      const lines = pairs.flatMap((pair, index) =>
        pair[side].map((value) => `BenchmarkCase${String(index)} 1 ${String(value)} ns/op`),
      )
      writeFileSync(join(folder, side), `${lines.join('\n')}\n`)
    }
    const rounds = Array.from({ length: 3 }, () => {
      const start = performance.now()
      compareCases(pairs, { better: 'lower' })
      const between = performance.now()
      const theirs = spawnSync('benchstat', ['baseline', 'candidate'], { cwd: folder, maxBuffer: 2 ** 28 })
      expect(theirs.status).toBe(0)
      return { ourMs: between - start, theirMs: performance.now() - between }
    })
    const [ourMs, theirMs] = [rounds.map((round) => round.ourMs), rounds.map((round) => round.theirMs)].map(
      (times) => times.sort((a, b) => a - b)[1] ?? NaN,
    )
    console.log(
      `statistics: ${String(ourMs?.toFixed(0))} ms from memory against ${String(theirMs?.toFixed(0))} ms of benchstat, ` +
        'which reads its text files in that time',
    )
    expect(ourMs).toBeLessThanOrEqual(theirMs ?? 0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
