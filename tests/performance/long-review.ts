import { createReview } from '../../src/bench/store/create-review'
import type { Series } from '../../src/core/results/observation'
import { sampleCampaign, sampleResult, sampleStart } from '../bench/store/sample-results'

/** A results file with one run of which a long series of bandwidth was recorded every tenth of a second: a wave with teeth. */
export function writeLongReview(file: string, points: number): void {
  const series: Series = {
    ...{ kind: 'series', source: 'engine', test: 'random-write', direction: 'write' },
    ...{ metric: 'bandwidth', unit: 'B/s', startedAtMs: 1_700_000_000_000, intervalSeconds: 0.1 },
    seconds: Float64Array.from({ length: points }, (_, at) => (at + 1) / 10),
    values: Float64Array.from(
      { length: points },
      (_, at) => 1e9 + 1e8 * Math.sin(at / 1000) + ((at * 7919) % 1009) * 1e4,
    ),
  }
  const review = createReview(file)
  try {
    const [run] = review
      .runs(review.createCampaign(sampleCampaign()))
      .filter(({ phase }) => phase === 'measure')
    if (run === undefined) throw new Error('The sample has no measured run.')
    review.startRun(run.id, sampleStart)
    const result = sampleResult()
    review.finishRun(run.id, { ...result, observations: [...result.observations, series] })
  } finally {
    review.close()
  }
}
