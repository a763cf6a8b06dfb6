import { describe, expect, it } from 'vitest'
import { newReview, sampleCampaign, sampleScalars, samplePlan, sampleResult } from '../../sample-review'

describe('rows', () => {
  it('gives one row per measurement with all that identifies it', () => {
    const review = newReview()
    const campaignId = review.createCampaign(sampleCampaign())
    const runs = review.runs(campaignId)
    review.finishRuns([[runs[4]?.id ?? 0, sampleResult(2000)]])
    review.finishRuns([[runs[1]?.id ?? 0, sampleResult(1000)]])
    const rows = [...review.rows({})]
    expect(rows).toHaveLength(18)
    expect(rows[0]).toEqual({
      campaignId,
      runId: runs[1]?.id,
      campaign: 'Read/write mix',
      configuration: 'kernel 6.18',
      host: 'bench-1',
      device: 'unknown',
      engine: 'fio',
      ...{ test: 'random-mix', direction: 'read', metric: 'bandwidth', unit: 'B/s', value: 4_096_000 },
      repetition: 1,
      state: 'done',
      levels: {
        pattern: 'random',
        queue_depth: 64,
        direct: true,
        file_size: 67108864,
        block_size: 4096,
        read_percent: 100,
      },
    })
    expect(rows.map((row) => row.value)).toEqual(
      [...sampleScalars(1000), ...sampleScalars(2000)].map(({ value }) => value),
    )
    expect(rows[17]).toMatchObject({ runId: runs[4]?.id, repetition: 2, levels: { read_percent: 50 } })
  })

  it('returns only what the filter names', () => {
    const review = newReview()
    const first = review.createCampaign(sampleCampaign())
    const second = review.createCampaign(sampleCampaign(samplePlan, 'other'))
    for (const id of [first, second]) review.finishRuns([[review.runs(id)[1]?.id ?? 0, sampleResult()]])
    review.finishRuns([[review.runs(second)[2]?.id ?? 0, { ...sampleResult(), state: 'stopped' }]])
    expect([...review.rows({ campaignIds: [second] })].every((row) => row.campaignId === second)).toBe(true)
    expect([...review.rows({ campaignIds: [second] })]).toHaveLength(9)
    expect([...review.rows({ campaignIds: [] })]).toEqual([])
    expect(
      new Set([...review.rows({ metrics: ['iops', 'latency_mean'] })].map(({ metric }) => metric)),
    ).toEqual(new Set(['iops', 'latency_mean']))
    expect([...review.rows({ metrics: ['no_such_metric'] })]).toEqual([])
    expect([...review.rows({ states: ['stopped'] })]).toHaveLength(9)
    expect([...review.rows({ states: ['done', 'stopped'] })]).toHaveLength(27)
  })

  it('leaves out the writing of the data file, which is not a measurement', () => {
    const review = newReview()
    const campaignId = review.createCampaign(sampleCampaign())
    review.finishRuns([[review.runs(campaignId)[0]?.id ?? 0, sampleResult()]])
    expect([...review.rows({})]).toEqual([])
    expect(review.check()).toEqual([])
  })
})
