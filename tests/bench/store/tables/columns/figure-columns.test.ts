import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReviewWriter } from '../../../../../src/bench/store/review-store'
import { newReview, sampleCampaign, samplePlan, sampleResult } from '../../sample-review'

let review: ReviewWriter
let ids: readonly number[]
beforeEach(() => {
  review = newReview()
  ids = ['A', 'B'].map((configuration) => {
    const campaignId = review.createCampaign(sampleCampaign(samplePlan, configuration))
    for (const { id } of runsOf(campaignId).slice(0, -1)) review.finishRuns([[id, sampleResult(id)]])
    return campaignId
  })
})
afterEach(() => review.close())

const runsOf = (campaignId: number) => review.runs(campaignId).filter(({ phase }) => phase === 'measure')
const fresh = (metric = 'iops') => review.figureColumns(ids, [metric])

it('keeps the numbers of the last figure while none of them changes', () => {
  const first = fresh()
  const read: number[] = []
  expect(first.cases).not.toEqual([])
  expect(review.figureColumns(ids, ['iops'], first, (done) => read.push(done))).toBe(first)
  expect(read).toEqual([])
})

it('rereads what has changed: another metric, a completed run, a name, an excluded run', () => {
  const [campaignId = 0] = ids
  const last = runsOf(campaignId).at(-1)?.id ?? 0
  const changes = [
    () => review.finishRuns([[last, sampleResult(5)]]),
    () => review.renameCampaign(campaignId, 'C'),
    () => review.excludeRun(last, 'noise'),
    () => review.includeRun(last),
    () => review.deleteCampaign(campaignId),
  ]
  let before = fresh()
  for (const change of changes) {
    change()
    const after = review.figureColumns(ids, ['iops'], before)
    expect(after.cases).toEqual(fresh().cases)
    expect(after.cases).not.toEqual(before.cases)
    before = after
  }
  expect(review.figureColumns(ids, ['bandwidth'], before).cases).toEqual(fresh('bandwidth').cases)
})

it('reports how many runs it has read, and reads only the campaigns that changed', () => {
  const before = fresh()
  const [campaignId = 0] = ids
  review.renameCampaign(campaignId, 'C')
  const read: (readonly number[])[] = []
  review.figureColumns(ids, ['iops'], before, (...progress) => read.push(progress))
  const finished = runsOf(campaignId).length - 1
  expect(read).toEqual([[0, finished]])
  read.length = 0
  review.figureColumns(ids, ['iops'], undefined, (...progress) => read.push(progress))
  expect(read).toEqual([
    [0, 2 * finished],
    [finished, 2 * finished],
  ])
})
