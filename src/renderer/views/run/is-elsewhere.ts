import type { CampaignSummary } from '../../../core/results/campaign'

const unfinished: ReadonlySet<string> = new Set(['waiting', 'paused', 'stopped', 'interrupted'])

/** Whether a campaign is unfinished and nothing of it is known on this machine: a file may come from anywhere. */
export function isElsewhere({ begunHere, source, state }: CampaignSummary): boolean {
  return begunHere === false && source === 'measured' && unfinished.has(state)
}
