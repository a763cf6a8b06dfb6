import { expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { newReview, sampleCampaign, sampleResult } from '../store/sample-review'

const settings = { campaignIds: [], metric: 'iops' } as const

/** A campaign of three cases with all runs done. */
function doneReview() {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  const runs = review.runs(campaignId).filter((run) => run.phase === 'measure')
  review.finishRuns(runs.map((run) => [run.id, sampleResult(1000 + run.repetition)] as const))
  return { review, runId: runs[0]?.id ?? 0 }
}

it.each(['mix-sweep', 'results-table'] as const)(
  'an excluded run is neither drawn nor listed, and the caption names it with its reason (%s)',
  (kind) => {
    const { review, runId } = doneReview()
    const runsOf = (figure: ReturnType<typeof figureOfReview>) =>
      figure.series.flatMap(({ points }) => points.flatMap(({ dots }) => dots.map((dot) => dot.runId)))
    const rowsOf = (figure: ReturnType<typeof figureOfReview>) => figure.numbers?.rows.length ?? 0
    const before = figureOfReview(review, { ...settings, kind })
    review.excludeRun(runId, 'the host was swapping')
    const after = figureOfReview(review, { ...settings, kind })
    expect(before.caption).not.toContain('Left out')
    expect(after.caption).toMatch(
      / Left out by hand: 4\u202fKiB · 100\u202f% read, run 1 \(the host was swapping\)\.$/,
    )
    if (kind === 'mix-sweep') {
      expect(runsOf(before)).toContain(runId)
      expect(runsOf(after)).not.toContain(runId)
    } else expect(rowsOf(after)).toBeLessThan(rowsOf(before))
    review.includeRun(runId)
    expect(figureOfReview(review, { ...settings, kind })).toEqual(before)
  },
)

it('a figure of deleted campaigns says so before it misses their numbers', () => {
  const { review } = doneReview()
  const second = review.createCampaign(sampleCampaign())
  const [first = 0] = review.campaigns().map(({ id }) => id)
  const notesOf = () =>
    figureOfReview(review, { ...settings, kind: 'mix-sweep', campaignIds: [first, second] }).notes
  expect(notesOf().map(({ text }) => text)).not.toContainEqual(expect.stringContaining('no longer'))
  review.deleteCampaign(second)
  const advice = 'Choose others under Campaigns.'
  expect(notesOf()[0]).toEqual({
    ...{ text: '1 of 2 campaigns of this figure is no longer in this file.', advice, severity: 'warning' },
  })
  review.deleteCampaign(first)
  expect(notesOf()[0]?.text).toBe('2 campaigns of this figure are no longer in this file.')
})
