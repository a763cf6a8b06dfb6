import type { ComparedSide } from '../../comparison/comparison'
import { isCampaignKey, namesLevel } from '../../comparison/spelling'
import type { Levels } from '../../comparison/comparison-data'
import type { FigureProvenance } from '../provenance'

/** Runs of a case that failed on one side. */
export function failedRuns(side: ComparedSide, levels: Levels, { campaigns }: FigureProvenance): number {
  const chosen = side.selection.filter((term) => !isCampaignKey(term.key))
  return campaigns
    .filter((campaign) => side.campaignIds.includes(campaign.campaignId))
    .flatMap((campaign) => campaign.failedRuns)
    .filter(
      (run) =>
        Object.entries(levels).every(([key, level]) => run[key] === undefined || run[key] === level) &&
        chosen.every(({ key, value }) => {
          const level = run[key]
          return level === undefined || namesLevel(value, level)
        }),
    ).length
}
