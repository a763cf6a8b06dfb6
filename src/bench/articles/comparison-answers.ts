import { ComparisonError } from '../../core/comparison/comparison-error'
import type { Comparison } from '../../core/comparison/comparison'
import type { ComparisonSettings } from '../../core/comparison/comparison-settings'
import { articleTexts } from '../../core/comparison/texts/summary-text'
import type { ReviewReads } from '../store/review-reads'
import { reviewCampaigns } from './purpose'

/**
 * The comparison that an article about a review answers: that of its first saved figure of one between campaigns, otherwise
 * the suggested one, by the sigma rule where only differences were printed. Two levels of a parameter are compared within
 * campaigns. Undefined if there is nothing to compare.
 */
export function mainComparison(review: ReviewReads): ComparisonSettings | undefined {
  const varied = new Set(reviewCampaigns(review).flatMap(({ plan }) => plan.axes.map(({ key }) => key)))
  const [saved] = review
    .figures()
    .flatMap(({ settings: { comparison } }) =>
      comparison === undefined || comparison.baseline.every(({ key }) => varied.has(key)) ? [] : comparison,
    )
  if (saved !== undefined) return saved
  const { suggestion } = review.comparisonChoices()
  if (suggestion === undefined) return undefined
  const isSigma = review.campaigns().some(({ onlyDifferences }) => onlyDifferences === true)
  return {
    baseline: suggestion.baseline,
    candidates: [suggestion.candidate],
    ...(isSigma && { mode: 'sigma' }),
  }
}

/** What it says, a paragraph a candidate; empty if nothing is compared, or something has to be accepted first. */
export function comparisonAnswers(
  review: ReviewReads,
  compare: (settings: ComparisonSettings) => Comparison = (settings) => review.compare(settings),
): readonly string[] {
  const settings = mainComparison(review)
  if (settings === undefined) return []
  try {
    const comparison = compare(settings)
    return comparison.candidates.every(({ cells }) => cells.length === 0) ? [] : articleTexts(comparison)
  } catch (error) {
    if (error instanceof ComparisonError) return []
    throw error
  }
}
