import { afterEach, beforeEach, expect, it } from 'vitest'
import { figureColumnsOf } from '../../../src/bench/serve/kept-figure-columns'
import { Session } from '../../../src/bench/serve/session'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { readFigureColumns } from '../../../src/bench/transfer/figure-of-review'
import { finish } from '../../../src/core/statistics/comparison/settle-family'
import { newReview, sampleCampaign, samplePlan, sampleResult } from '../store/sample-review'

let review: ReviewWriter
let session: Session
let ids: readonly number[]
beforeEach(() => {
  review = newReview()
  session = new Session(review)
  ids = ['A', 'B'].map((configuration) => {
    const campaignId = review.createCampaign(sampleCampaign(samplePlan, configuration))
    for (const { id } of runsOf(campaignId).slice(0, -1)) review.finishRuns([[id, sampleResult(id)]])
    return campaignId
  })
})
afterEach(() => session.close())

const runsOf = (campaignId: number) => review.runs(campaignId).filter(({ phase }) => phase === 'measure')
const fresh = (metric = 'iops') => finish(readFigureColumns(review, ids, [metric])).cases

it('keeps the numbers of the last figure while none of them changes', async () => {
  const first = await figureColumnsOf(session, ids, ['iops'])
  expect(first.cases).toEqual(fresh())
  expect(await figureColumnsOf(session, ids, ['iops'])).toBe(first)
})

it('rereads what has changed: another metric, a completed run, a name, an excluded run', async () => {
  const rows = async (metric = 'iops') => (await figureColumnsOf(session, ids, [metric])).cases
  const [campaignId = 0] = ids
  const last = runsOf(campaignId).at(-1)?.id ?? 0
  const changes = [
    () => review.finishRuns([[last, sampleResult(5)]]),
    () => review.renameCampaign(campaignId, 'C'),
    () => review.excludeRun(last, 'noise'),
    () => review.includeRun(last),
    () => review.deleteCampaign(campaignId),
  ]
  let before = await rows()
  for (const change of changes) {
    change()
    const after = await rows()
    expect(after).toEqual(fresh())
    expect(after).not.toEqual(before)
    before = after
  }
  expect(await rows('bandwidth')).toEqual(fresh('bandwidth'))
})
