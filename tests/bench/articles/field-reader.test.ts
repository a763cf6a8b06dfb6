import { expect, it } from 'vitest'
import { FieldReader } from '../../../src/bench/articles/field-reader'
import { fieldSource } from '../../../src/core/document/field'
import { newReview, sampleCampaign, samplePlan, sampleResult, sampleStart } from '../store/sample-review'

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

it('says of a missing number what to do, once the campaign is gone', () => {
  const { review, campaignId, mean, say } = quoted()
  expect(say(mean).problem).toBeUndefined()
  review.deleteCampaign(campaignId)
  expect(say(mean)).toEqual({
    text: '[no number]',
    problem:
      'A number in the text cannot be found: its campaign is no longer in this file. Take the campaign over from another results file and pick the number again, or take it out of the text.',
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

it('shows no number of a campaign with a longer name in place of one that was deleted', () => {
  const review = newReview()
  const campaignOf = (name: string, configuration: string, iops: number) => {
    const campaignId = review.createCampaign(sampleCampaign({ ...samplePlan, name }, configuration))
    for (const { id } of review.runs(campaignId)) {
      review.startRun(id, sampleStart)
      review.finishRuns([[id, sampleResult(iops + id)]])
    }
    return campaignId
  }
  campaignOf('Mix', 'A', 1000)
  const deleted = campaignOf('Mix again', 'B', 2000)
  // Both the number of the deleted one and its configuration occur in names of this one.
  campaignOf(`Mix ${String(deleted)}`, 'B, at night', 500)
  const side = (key: string, value: string) => [{ key, value }]
  const byNumber = { baseline: side('campaign', '1'), candidates: [side('campaign', String(deleted))] }
  const byName = { baseline: side('configuration', 'A'), candidates: [side('configuration', 'B')] }
  const figures = [byNumber, byName].map((comparison) =>
    review.saveFigure({
      name: 'Against',
      settings: { kind: 'percent-difference', campaignIds: [], metric: 'iops', comparison },
    }),
  )
  const fields = figures.map(({ id: figureId }) => {
    const query = { of: 'comparison', figureId, contains: '' } as const
    const [group] = new FieldReader(review, new Map()).choices(query).groups
    return group?.fields[0]?.source.replace(/^\{\{|\}\}$/g, '') ?? ''
  })
  const say = () => fields.map((field) => new FieldReader(review, new Map()).resolve(field))
  expect(say().map(({ problem }) => problem)).toEqual([undefined, undefined])
  review.deleteCampaign(deleted)
  expect(say().map(({ text }) => text)).toEqual(['[no number]', '[no number]'])
})
