import { CurrencyError } from '../../core/devices/money'
import {
  type FigureKind,
  figureKinds,
  type FigureSettings,
  needsComparison,
} from '../../core/figures/kinds/figure-kinds'
import { holdsNothing } from '../../core/figures/kinds/build-figure'
import type { ReviewReads } from '../store/review-reads'
import { figureOfReview } from './figure-of-review'
import { usualMetricOf } from '../../core/engines/usual-metric'
import { usualMetrics } from '../../core/results/metrics'

/** Kinds of figures that a review has numbers for, including comparisons if it has two sides to compare. */
export function drawableKinds(review: ReviewReads): readonly FigureKind[] {
  const metric = usualMetric(review, [])
  const hasSides = review.comparisonChoices().suggestion !== undefined
  return figureKinds.filter((kind) =>
    needsComparison(kind) ? hasSides : isDrawable(review, { kind, campaignIds: [], metric }),
  )
}

function isDrawable(review: ReviewReads, settings: FigureSettings): boolean {
  try {
    return !holdsNothing(figureOfReview(review, settings))
  } catch (error) {
    // Prices in several currencies: the figure needs a rate first.
    if (error instanceof CurrencyError) return false
    throw error
  }
}

/** The metric of these campaigns that a figure shows by default, of those measured or published. */
export function usualMetric(review: ReviewReads, campaignIds: readonly number[]): string {
  const campaigns = review
    .campaigns()
    .filter(({ id }) => campaignIds.length === 0 || campaignIds.includes(id))
  const wanted = campaigns.map(({ id }) => id)
  const known = new Set([
    ...review.published(wanted).map(({ metric }) => metric),
    ...wanted.flatMap((id) => review.measuredQuantities(id).map(({ metric }) => metric)),
  ])
  const facts = wanted.flatMap((id) => review.campaignFacts(id) ?? [])
  return usualMetricOf(facts, known) ?? usualMetrics[0]
}
