import type { CampaignSummary } from '../../../core/contract/review'
import type { LiveCampaign } from '../../composables/use-campaign-progress'

const liveStates: ReadonlySet<string> = new Set(['running', 'pausing', 'stopping'])

/** What runs on each host, by its name: `firmware B 37/120`. */
export function runningByHost(
  campaigns: readonly CampaignSummary[],
  live: ReadonlyMap<number, LiveCampaign>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const campaign of campaigns) {
    if (!liveStates.has(campaign.state)) continue
    const progress = live.get(campaign.id)?.progress
    const count = progress === undefined ? '' : ` ${progress.finishedRuns}/${progress.totalRuns}`
    const words = `${campaign.configuration || campaign.name}${count}`
    const before = found.get(campaign.host)
    found.set(campaign.host, before === undefined ? words : `${before}, ${words}`)
  }
  return found
}
