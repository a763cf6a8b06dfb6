import { isExecuting, type CampaignSummary } from '../../../core/results/campaign/campaign'
import type { LiveCampaign } from '../../composables/review/use-campaign-progress'

/** Campaigns of a host that are running or waiting, running ones first. */
export function queueOf(campaigns: readonly CampaignSummary[], hostName: string): readonly CampaignSummary[] {
  const own = campaigns.filter(({ host, source }) => host === hostName && source === 'measured')
  const running = own.filter(isExecuting)
  return [...running, ...own.filter(({ state }) => state === 'waiting')]
}

/** What runs on each host, by its name: `firmware B 37/120`, and how many campaigns wait behind it. */
export function runningByHost(
  campaigns: readonly CampaignSummary[],
  live: ReadonlyMap<number, LiveCampaign>,
  nameOf: (campaign: CampaignSummary) => string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const host of new Set(campaigns.map((campaign) => campaign.host))) {
    const queue = queueOf(campaigns, host)
    const running = queue.filter(isExecuting)
    const words = running.map((campaign) => {
      const progress = live.get(campaign.id)?.progress
      const count = progress === undefined ? '' : ` ${progress.finishedRuns}/${progress.totalRuns}`
      return `${nameOf(campaign)}${count}`
    })
    const waiting = queue.length - running.length
    if (waiting > 0) words.push(`${waiting} waiting`)
    if (words.length > 0) found.set(host, words.join(', '))
  }
  return found
}
