import { describe, expect, it } from 'vitest'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import type { Plan } from '../../../src/core/plan/plan'
import { newReview, sampleCampaign, samplePlan, sampleResult, sampleStart } from './sample-review'

const start = sampleStart.startedAtMs

/** A campaign on `hostName` whose first measured runs lasted from and until these seconds; gives its id. */
function measuredAt(
  review: ReviewWriter,
  configuration: string,
  spans: readonly (readonly [from: number, until: number])[],
  { plan = samplePlan, hostName = 'bench-1' }: { readonly plan?: Plan; readonly hostName?: string } = {},
): number {
  const id = review.createCampaign({ ...sampleCampaign(plan, configuration), hostName })
  const runs = review.runs(id).filter(({ phase }) => phase === 'measure')
  spans.forEach(([from, until], at) => {
    const runId = runs[at]?.id ?? 0
    review.startRun(runId, { ...sampleStart, startedAtMs: start + 1000 * from })
    review.finishRuns([[runId, { ...sampleResult(), finishedAtMs: start + 1000 * until }]])
  })
  return id
}

/** By the place of the run in its campaign. */
function besideIn(review: ReviewWriter, campaignId: number): readonly (readonly string[])[] {
  const reserved = review.reservedRuns(campaignId)
  const runs = review.runs(campaignId).filter(({ phase, state }) => phase === 'measure' && state === 'done')
  return runs.map(({ id }) => (reserved.get(id) ?? []).map((one) => `${one.class} ${one.id}: ${one.text}`))
}

const beside = (name: string) =>
  `qualifies beside-another-campaign: It ran at the same time as runs of “${name}” on the same host.`

describe('runs of two campaigns at the same time on one host', () => {
  it('carry a reservation on both sides, those that met no other do not', () => {
    const review = newReview()
    const a = measuredAt(review, 'kernel 6.1', [
      [0, 60],
      [60, 120],
      [200, 260],
    ])
    const b = measuredAt(review, 'kernel 6.18', [
      [100, 160],
      [160, 200],
      [260, 320],
    ])
    expect(besideIn(review, a)).toEqual([[], [beside('kernel 6.18')], []])
    expect(besideIn(review, b)).toEqual([[beside('kernel 6.1')], [], []])
  })

  it('name the other campaign by what differs, as everywhere', () => {
    const review = newReview()
    const a = measuredAt(review, 'tuned', [[0, 60]])
    measuredAt(review, 'tuned', [[30, 90]], { plan: { ...samplePlan, name: 'Sequential write' } })
    measuredAt(review, 'tuned', [[59, 70]], { plan: { ...samplePlan, name: 'Fill' } })
    expect(besideIn(review, a)).toEqual([[beside('Sequential write'), beside('Fill')]])
  })

  it('carry none on different hosts, or where campaigns take turns', () => {
    const review = newReview()
    const a = measuredAt(review, 'here', [[0, 60]])
    measuredAt(review, 'there', [[0, 50]], { hostName: 'bench-2' })
    expect(besideIn(review, a)).toEqual([[]])
    const turn = (place: number): Plan => ({
      ...samplePlan,
      interleaved: { schedule: '0b7c1d7e-6d0f-4d6e-9a61-2f1f3c5a7b90', place, of: 2 },
    })
    const first = measuredAt(review, 'turn 1', [[100, 160]], { plan: turn(1) })
    measuredAt(review, 'turn 2', [[159, 220]], { plan: turn(2) })
    expect(besideIn(review, first)).toEqual([[]])
  })
})
