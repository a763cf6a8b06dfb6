import { expect, it } from 'vitest'
import { putRun, emptyRunColumns } from '../../../src/core/results/run-columns'
import { newReview, sampleCampaign, sampleResult, sampleStart } from './sample-review'

it('gives runs as columns in pieces that agree with the runs, and runs by id', () => {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  const [, first, second] = review.runs(campaignId)
  review.startRun(first?.id ?? 0, sampleStart)
  const warnings = [
    { class: 'qualifies', id: 'short-runtime', text: 'It ran for 54 of 60 seconds.' },
  ] as const
  review.finishRuns([[first?.id ?? 0, { ...sampleResult(), warnings }]])
  review.startRun(second?.id ?? 0, sampleStart)
  const runs = review.runs(campaignId)

  const expected = emptyRunColumns(4, ['bandwidth', 'iops', 'latency_mean'])
  runs.slice(0, 4).forEach((run, index) => putRun(expected, index, run))
  const { total, columns } = review.runColumns(campaignId, 0, 4)
  expect(total).toBe(runs.length)
  expect({ ...columns, caseIndex: undefined }).toEqual({ ...expected, caseIndex: undefined })
  expect(columns.headline.iops?.[1]).toBeCloseTo(1000 + 2 / 3)
  expect(columns.remarks[1]).toBe(1)

  const rest = review.runColumns(campaignId, 4, 1000)
  expect([...rest.columns.id]).toEqual(runs.slice(4).map(({ id }) => id))
  const keys = new Map<number, Set<string>>()
  runs.forEach(({ caseKey }, index) => {
    const ofCase = index < 4 ? columns.caseIndex[index] : rest.columns.caseIndex[index - 4]
    keys.set(ofCase ?? -1, (keys.get(ofCase ?? -1) ?? new Set()).add(caseKey))
  })
  expect([...keys.values()].every(({ size }) => size === 1)).toBe(true)
  expect(review.runColumns(campaignId, 1000, 4).columns.id).toHaveLength(0)

  expect(review.runsById([runs[2]?.id ?? 0, 999_999, runs[1]?.id ?? 0])).toEqual([runs[2], runs[1]])
})

it('gives a campaign without its runs', () => {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  const { runs, ...facts } = review.campaign(campaignId) ?? { runs: [] }
  expect(runs.length).toBeGreaterThan(0)
  expect(review.campaignFacts(campaignId)).toEqual(facts)
  expect(review.campaignFacts(campaignId + 1)).toBeUndefined()
})
