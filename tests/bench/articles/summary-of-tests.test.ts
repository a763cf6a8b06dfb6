import { expect, it } from 'vitest'
import { casesOfCampaign } from '../../../src/bench/articles/measured-cases'
import { campaignSentences } from '../../../src/core/document/campaign-summary'
import type { Scalar } from '../../../src/core/results/observation'
import { newReview, sampleCampaign, samplePlan, sampleResult } from '../store/sample-review'

/** Bandwidth of two tests in every run, the slower one stored first. */
function campaignOfTests() {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign({ ...samplePlan, axes: [], repetitions: 3 }))
  const measured = review.runs(campaignId).filter(({ phase }) => phase === 'measure')
  const result = sampleResult(1)
  review.finishRuns(
    measured.map(({ id }, at) => {
      const values = { write: 100e6 + at * 1e6, 'random-read': 400e6 + at * 1e6 }
      const observations = Object.entries(values).map(([test, value]): Scalar => ({
        ...{ kind: 'scalar', source: 'engine', metric: 'bandwidth', unit: 'B/s', test, value },
        direction: test === 'write' ? 'write' : 'read',
      }))
      return [id, { ...result, observations }] as const
    }),
  )
  const campaign = review.campaign(campaignId)
  if (campaign === undefined) throw new Error('There is no campaign.')
  return { review, campaign }
}

it('a summary speaks of every test of a run, by its name', () => {
  const { review, campaign } = campaignOfTests()
  const cases = casesOfCampaign(review, campaign)
  expect(cases.map(({ test, label, found }) => [test, label, found.values])).toEqual([
    ['random-read', 'Random read', [400e6, 401e6, 402e6]],
    ['write', 'Write', [100e6, 101e6, 102e6]],
  ])
  const [first, most, least] = campaignSentences(campaign, cases)
  expect(first).toContain(' measured one case with 2 tests in 3 runs')
  expect(most).toMatch(/^The highest mean bandwidth was 401\.0\u202fMB\/s .*, in the test “Random read”\.$/)
  expect(least).toMatch(/^The lowest was 101\.0\u202fMB\/s .*, in the test “Write”\.$/)
})
