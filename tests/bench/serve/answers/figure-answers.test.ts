import { afterEach, beforeEach, expect, it } from 'vitest'
import { serveWindow } from '../../../../src/bench/serve/serve-window'
import { Session } from '../../../../src/bench/serve/session'
import type { ReviewWriter } from '../../../../src/bench/store/review-store'
import type { BenchMessage } from '../../../../src/core/contract/bench-requests'
import { newReview, sampleCampaign, sampleResult } from '../../store/sample-review'

let review: ReviewWriter
let session: Session
beforeEach(() => {
  review = newReview()
  session = new Session(review)
  const campaignId = review.createCampaign(sampleCampaign())
  for (const { id, phase } of review.runs(campaignId))
    if (phase === 'measure') review.finishRuns([[id, sampleResult(id)]])
})
afterEach(() => session.close())

/** The outcome of a request: its answer's title, or the id of its error. */
async function outcome(name: string, given: object): Promise<string | undefined> {
  const answers: BenchMessage[] = []
  const message = { kind: 'request', sequence: 1, name, arguments: given }
  await serveWindow(session, message, { send: (answer) => void answers.push(answer) })
  const [first] = answers
  if (first?.kind === 'error') return first.error.id ?? first.error.message
  const { answer } = first?.kind === 'answer' ? first : {}
  return typeof answer === 'object' && answer !== null && 'title' in answer ? String(answer.title) : undefined
}
const build = (title: string, place?: string, kind = 'mix-sweep') =>
  outcome('figure.build', {
    settings: { kind, campaignIds: [], metric: 'iops', title },
    ...(place !== undefined && { place }),
  })

it.each(['mix-sweep', 'time-series', 'latency-percentiles', 'results-table'])(
  'a newer %s for a place cancels the one before; those for other places continue',
  async (kind) => {
    const all = [
      ...[build('first', 'results', kind), build('thumbnail', undefined, kind)],
      ...[build('other room', 'compare', kind), build('second', 'results', kind)],
    ]
    expect(await Promise.all(all)).toEqual(['cancelled', 'thumbnail', 'other room', 'second'])
  },
)

it('a figure that a person cancels is answered as cancelled, and can be requested again', async () => {
  const given = build('given up', 'results')
  await outcome('figure.cancel', { place: 'results' })
  expect(await given).toBe('cancelled')
  expect(await build('again', 'results')).toBe('again')
})
