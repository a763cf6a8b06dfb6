import { usualMetrics } from '../../core/results/metrics'
import type { ReviewReader } from '../store/review-store'

/** The metric a figure of these campaigns shows when nobody chose one: the first usual one that was measured or printed. */
export function usualMetric(review: ReviewReader, campaignIds: readonly number[]): string {
  const wanted = campaignIds.length > 0 ? campaignIds : review.campaigns().map(({ id }) => id)
  const known = new Set([
    ...review.published(wanted).map(({ metric }) => metric),
    ...wanted.flatMap((id) => review.measuredQuantities(id).map(({ metric }) => metric)),
  ])
  return usualMetrics.find((metric) => known.has(metric)) ?? usualMetrics[0]
}
