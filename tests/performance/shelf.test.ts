import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { readShelf } from '../../src/bench/shelf/shelf'
import { createReview } from '../../src/bench/store/create-review'
import { searchShelf } from '../../src/core/results/shelf'
import type { Plan } from '../../src/core/plan/plan'
import { sampleCampaign, samplePlan, sampleResult } from '../bench/store/sample-results'
import { median } from './median'

const files = Number(process.env.BENCHWRIGHT_SHELF_FILES ?? 300)
const runsPerFile = 1000

/** Writes a results file with one campaign of 1,000 finished runs. */
function writeReview(path: string): void {
  const plan: Plan = {
    ...samplePlan,
    ...{ excluded: [], repetitions: 10 },
    axes: [{ key: 'block_size', levels: Array.from({ length: runsPerFile / 10 }, (_, i) => 512 * (i + 1)) }],
  }
  const review = createReview(path)
  const campaignId = review.createCampaign(sampleCampaign(plan))
  const runs = review.execution(campaignId)?.runs ?? []
  review.finishRuns(runs.map(({ runId }) => [runId, { ...sampleResult(runId), rawOutputs: [] }]))
  review.setCampaignState(campaignId, 'done')
  review.close()
}

it(
  'reads 300 files of 1,000 runs once, recognises them after that, and searches as one types',
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'benchwright-shelf-'))
    vi.stubEnv('BENCHWRIGHT_STATE', join(folder, 'state'))
    try {
      const first = join(folder, '0.benchwright')
      writeReview(first)
      for (let at = 1; at < files; at++) copyFileSync(first, join(folder, `${at}.benchwright`))
      const lap = stopwatch()
      const before = process.cpuUsage()
      const once = await readShelf(folder)
      const made = lap()
      const { user, system } = process.cpuUsage(before)
      const again: number[] = []
      for (let time = 0; time < 5; time++) {
        lap()
        const known = await readShelf(folder)
        again.push(lap())
        expect(known.read).toBe(0)
      }
      lap()
      const found = searchShelf(once, ['random', 'iops', '1']).length
      const searched = lap()
      console.log(
        `shelf: ${files} files of ${runsPerFile} runs (${(statSync(first).size / 1e6).toFixed(1)} MB each): index made in ` +
          `${(made / 1000).toFixed(1)} s (wanted: 20; ${((user + system) / 1e6).toFixed(1)} s of processor time), known in ${median(again).toFixed(0)} ms (wanted: 1,000), ` +
          `${found} campaigns found in ${searched.toFixed(1)} ms`,
      )
      expect(once.read).toBe(files)
      expect(once.files.every(({ problem }) => problem === undefined)).toBe(true)
    } finally {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    }
  },
)

/** Milliseconds since the last call. */
function stopwatch(): () => number {
  let last = performance.now()
  return () => {
    const now = performance.now()
    const passed = now - last
    last = now
    return passed
  }
}
