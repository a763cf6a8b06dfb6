import { counted, formatCount } from '../../core/units/number-format'
import type { ReviewReads } from '../store/review-reads'

/**
 * "1 of 2 campaigns of this figure is no longer in this file."; undefined if all are there, or none is named. `what`:
 * "of this figure".
 */
export function goneCampaigns(
  review: ReviewReads,
  campaignIds: readonly number[],
  what: string,
): string | undefined {
  const gone = campaignIds.filter((id) => review.campaignFacts(id) === undefined).length
  if (gone === 0) return undefined
  const all = counted(campaignIds.length, 'campaign')
  const count = gone === campaignIds.length ? all : `${formatCount(gone)} of ${all}`
  return `${count} ${what} ${gone === 1 ? 'is' : 'are'} no longer in this file.`
}
