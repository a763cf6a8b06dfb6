import { type FigureKind, figureKinds, needsComparison } from '../../core/figures/figure-kinds'
import { holdsNothing } from '../../core/figures/build-figure'
import type { ReviewReader } from '../store/review-store'
import { figureOfReview } from './figure-of-review'
import { usualMetric } from './usual-metric'

/** Kinds of figures that a review has numbers for. Those that compare are there where it holds two sides to compare. */
export function drawableKinds(review: ReviewReader): readonly FigureKind[] {
  const metric = usualMetric(review, [])
  const hasSides = review.comparisonChoices().suggestion !== undefined
  return figureKinds.filter((kind) =>
    needsComparison(kind)
      ? hasSides
      : !holdsNothing(figureOfReview(review, { kind, campaignIds: [], metric })),
  )
}
