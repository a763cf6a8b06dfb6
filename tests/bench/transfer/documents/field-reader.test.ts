import { expect, it } from 'vitest'
import { FieldReader } from '../../../../src/bench/transfer/documents/field-reader'
import { fieldSource } from '../../../../src/core/document/field'
import { newReview, sampleCampaign, sampleResult, sampleStart } from '../../store/sample-review'

/** A review with one campaign with done runs, and a field for one of its cases. */
function quoted() {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  for (const { id } of review.runs(campaignId)) {
    review.startRun(id, sampleStart)
    review.finishRuns([[id, sampleResult(1000 + id)]])
  }
  const query = { of: 'campaign', campaignId, metric: 'iops', contains: '' } as const
  const [group] = new FieldReader(review, new Map()).choices(query).groups
  const mean = group?.fields.find(({ label }) => label === 'mean')?.source ?? ''
  const say = (source: string) =>
    new FieldReader(review, new Map()).resolve(source.replace(/^\{\{|\}\}$/g, ''))
  return { review, campaignId, mean, say }
}

it('names the campaign of a missing number, and what to do, once the campaign is gone', () => {
  const { review, campaignId, mean, say } = quoted()
  expect(say(mean).problem).toBeUndefined()
  review.deleteCampaign(campaignId)
  expect(say(mean)).toEqual({
    text: '[no number]',
    problem: `A number in the text cannot be found: campaign ${String(campaignId)} is no longer in this file. Take the campaign over from another results file and pick the number again, or take it out of the text.`,
  })
})

it('distinguishes a deleted campaign from one with all runs excluded', () => {
  const { review, campaignId, mean, say } = quoted()
  for (const { id, phase } of review.runs(campaignId)) if (phase === 'measure') review.excludeRun(id, 'noise')
  expect(say(mean).problem).toContain('no run of this case of “Read/write mix” counts')
  expect(say(mean).problem).toContain('Include a run again in the Results room')
})

it('names the figure with the comparison that a number was from, or reports that it was deleted', () => {
  const { review, campaignId, say } = quoted()
  const settings = { kind: 'mix-sweep', campaignIds: [campaignId], metric: 'iops' } as const
  const { id } = review.saveFigure({ name: 'Mix', settings })
  const field = (figure: number) =>
    fieldSource({
      ...{ kind: 'comparison', figure, candidate: 'configuration=B', test: 'mixed', direction: 'total' },
      ...{ metric: 'iops', levels: {}, statistic: 'difference', was: 'better' },
    })
  expect(say(field(id)).problem).toContain('the figure “Mix” compares nothing any more')
  expect(say(field(id + 1)).problem).toContain('the figure that compares it was deleted')
})
