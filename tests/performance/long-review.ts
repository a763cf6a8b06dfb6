import { createReview } from '../../src/bench/store/create-review'
import type { Series } from '../../src/core/results/observation'
import { sampleCampaign, sampleResult, sampleStart } from '../bench/store/sample-results'

/** A file stores at most about 8 million points of one series. */
const mostPoints = 5_000_000

/**
 * A results file with one run that has long series of bandwidth recorded every tenth of a second: waves with teeth.
 * Above 5 million points, half are reads and half writes. Throws if they were not all stored.
 */
export function writeLongReview(file: string, points: number): void {
  const used = points > mostPoints ? (['read', 'write'] as const) : (['write'] as const)
  const length = points / used.length
  const series = used.map((direction, place): Series => ({
    ...{ kind: 'series', source: 'engine', test: 'random-write', direction },
    ...{ metric: 'bandwidth', unit: 'B/s', startedAtMs: 1_700_000_000_000, intervalSeconds: 0.1 },
    seconds: Float64Array.from({ length }, (_, at) => (at + 1) / 10),
    values: Float64Array.from(
      { length },
      (_, at) => 1e9 + place * 4e8 + 1e8 * Math.sin(at / 1000) + ((at * 7919) % 1009) * 1e4,
    ),
  }))
  const review = createReview(file)
  try {
    const [run] = review
      .runs(review.createCampaign(sampleCampaign()))
      .filter(({ phase }) => phase === 'measure')
    if (run === undefined) throw new Error('The sample has no measured run.')
    review.startRun(run.id, sampleStart)
    const result = sampleResult()
    review.finishRuns([[run.id, { ...result, observations: [...result.observations, ...series] }]])
    const stored = review.series(run.id, { sources: ['engine'] })
    const count = stored.reduce((sum, { seconds }) => sum + seconds.length, 0)
    if (count < points) throw new Error(`Of ${points} points ${count} were stored.`)
  } finally {
    review.close()
  }
}
