import type { ArticlePreset } from '../../core/figures/figure/article-look'
import { RequestFailure } from '../../core/contract/request-failure'
import type { ReviewReads } from '../store/review-reads'
import type { ExportPreset } from './export-look'

/**
 * The preset with this id, for an export; undefined for none. Throws a RequestFailure if it no longer exists.
 */
export function presetOfReview(review: ReviewReads, presetId: number | undefined): ExportPreset | undefined {
  if (presetId === undefined) return undefined
  const found = review.article.presets().find((preset) => preset.id === presetId)
  if (found) return withPicture(review, found)
  throw new RequestFailure({
    id: 'not-found',
    message: 'This preset is not in the review any more.',
    remedy: 'Choose another one.',
  })
}

/** The preset with this name, ignoring case; undefined if there is none. */
export function presetNamed(review: ReviewReads, name: string): ExportPreset | undefined {
  const presets = review.article.presets()
  const found =
    presets.find((preset) => preset.name === name) ??
    presets.find((preset) => preset.name.toLowerCase() === name.toLowerCase())
  return found && withPicture(review, found)
}

function withPicture(review: ReviewReads, { id, look }: ArticlePreset): ExportPreset {
  return { look, picture: review.article.presetPicture(id) }
}
