import { usualMetrics } from '../../core/results/metrics'
import type { ReviewReader } from '../store/review-store'

/** The metric a figure of these campaigns shows when nobody chose one: the first usual one that was measured or printed. */
export function usualMetric(review: ReviewReader, campaignIds: readonly number[]): string {
  const wanted = campaignIds.length > 0 ? campaignIds : review.campaigns().map(({ id }) => id)
  const printed = new Set(review.published(wanted).map(({ metric }) => metric))
  const found = usualMetrics.find(
    (metric) => printed.has(metric) || review.rows({ campaignIds: wanted, metrics: [metric] }).length > 0,
  )
  return found ?? usualMetrics[0]
}
