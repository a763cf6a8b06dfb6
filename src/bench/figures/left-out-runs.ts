import { summaryNames } from '../../core/results/campaign/campaign-naming'
import { runName, type LeftOutRun } from '../../core/results/run-name'
import type { ReviewReads } from '../store/review-reads'

/**
 * Finished runs of these campaigns that a person excluded, and which of them, if given. Each is named by its case and
 * its number, and by its campaign if there are several.
 */
export function leftOutRuns(
  review: ReviewReads,
  campaignIds: readonly number[],
  only?: Iterable<number>,
): readonly LeftOutRun[] {
  const reasons = new Map(review.excludedRuns().map(({ runId, reason }) => [runId, reason]))
  const wanted = new Set(only ?? reasons.keys())
  const runs = review
    .runsById([...reasons.keys()].filter((id) => wanted.has(id)))
    .filter(
      ({ campaignId, phase, state }) =>
        campaignIds.includes(campaignId) && phase === 'measure' && state === 'done',
    )
  if (runs.length === 0) return []
  const names = summaryNames(review.campaigns(campaignIds))
  return runs.map((run) => {
    const of = campaignIds.length > 1 ? `${names.get(run.campaignId) ?? ''}: ` : ''
    return { name: `${of}${runName(run)}`, reason: reasons.get(run.id) ?? '' }
  })
}
