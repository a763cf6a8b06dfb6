import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../src/core/plan/plan'
import {
  newReview,
  sampleCampaign,
  samplePlan,
  sampleResult,
  sampleStart,
} from '../bench/store/sample-review'

describe('the speed of a results file', () => {
  it('is printed for 50,000 runs in one transaction and for single results', () => {
    const plan: Plan = {
      ...samplePlan,
      excluded: [],
      repetitions: 10,
      axes: [{ key: 'block_size', levels: Array.from({ length: 5000 }, (_, i) => 512 * (i + 1)) }],
    }
    const review = newReview()
    const lap = stopwatch()
    const campaignId = review.createCampaign(sampleCampaign(plan))
    const created = lap()
    const execution = review.execution(campaignId)
    const ids = execution?.runs.map(({ runId }) => runId) ?? []
    lap()
    const stored = review.finishRuns(
      ids.slice(0, 50_000).map((id) => [id, { ...sampleResult(id), rawOutputs: [] }]),
    )
    const finished = lap()
    const iops = [...review.rows({ metrics: ['iops'] })].length
    const read = lap()
    const runs = review.runs(campaignId).length
    const listed = lap()
    const findings = review.check()
    const checked = lap()
    console.log(
      `50,000 runs x 9 measurements: campaign ${created} ms, results ${finished} ms, ${iops} rows of one metric ${read} ms, ` +
        `${runs} runs listed ${listed} ms, check ${checked} ms, ${(statSync(review.path).size / 1e6).toFixed(0)} MB`,
    )
    expect(stored).toBe(50_000)
    expect(findings).toEqual([])

    const single = review.createCampaign(sampleCampaign())
    lap()
    for (const { id } of review.runs(single)) {
      review.startRun(id, sampleStart)
      review.finishRuns([[id, sampleResult()]])
    }
    console.log(`one run, start and result in a transaction each: ${(lap() / 11).toFixed(1)} ms`)
  })

  it('is that of 100,000 rows in 300 ms', () => {
    const plan: Plan = {
      ...samplePlan,
      repetitions: 10,
      excluded: [],
      axes: [{ key: 'block_size', levels: Array.from({ length: 1112 }, (_, i) => 512 * (i + 1)) }],
    }
    const review = newReview()
    const campaignId = review.createCampaign(sampleCampaign(plan))
    const ids = review.runs(campaignId).map(({ id }) => id)
    const result = { ...sampleResult(), rawOutputs: [], warnings: [] }
    expect(review.finishRuns(ids.map((id) => [id, result]))).toBe(11_121)
    expect([...review.rows({ metrics: ['iops'] })].length).toBeGreaterThan(0)
    const lap = stopwatch()
    const rows = [...review.rows({})]
    const milliseconds = lap()
    console.log(`results file: ${rows.length} rows read in ${milliseconds} ms`)
    expect(rows).toHaveLength(100_080)
    // The aim is 300 ms; a busy machine gets room.
    expect(milliseconds).toBeLessThan(1500)
  })
})

/** Milliseconds since the last call. */
function stopwatch(): () => number {
  let last = performance.now()
  return () => {
    const now = performance.now()
    const milliseconds = Math.round(now - last)
    last = now
    return milliseconds
  }
}
