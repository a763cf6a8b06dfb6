import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { largeCaseCount, largeRunsPerSide, writeLargeReview } from './large-review'

const most = 1500
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-compare-'))
  writeLargeReview(join(folder, 'large.benchwright'))
}, 600_000)
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('36,000 cases of 10 runs a side are compared from the results file in 1.5 s', () => {
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage()
    const wall = performance.now()
    const review = openReview(join(folder, 'large.benchwright'), { mode: 'read' })
    const { candidates, families } = review.compare({
      baseline: [{ key: 'configuration', value: 'firmware A' }],
      candidates: [[{ key: 'configuration', value: 'firmware B' }]],
    })
    const wallMs = performance.now() - wall
    const { user, system } = process.cpuUsage(start)
    review.close()
    const [one] = candidates
    expect(families[0]?.tested).toBe(largeCaseCount)
    expect(one?.cells).toHaveLength(largeCaseCount)
    expect(
      one?.cells.every((cell) => cell.n.baseline === largeRunsPerSide && cell.adjustedP !== undefined),
    ).toBe(true)
    expect(one?.cells.every((cell) => cell.comparison.secondP !== undefined)).toBe(true)
    return { wallMs, coreMs: (user + system) / 1000 }
  })
  const cold = times[0]?.wallMs ?? NaN
  const median = times.map((one) => one.wallMs).sort((a, b) => a - b)[2] ?? NaN
  const core = times.map((one) => one.coreMs).sort((a, b) => a - b)[2] ?? NaN
  console.log(
    `compare: ${largeCaseCount * largeRunsPerSide * 2} runs from a results file in ${median.toFixed(0)} ms ` +
      `(median of 5, ${core.toFixed(0)} ms of processor time; first, cold: ${cold.toFixed(0)} ms)`,
  )
  expect(median).toBeLessThan(most)
})
