import type { CampaignSummary } from '../../../core/results/campaign'
import { executing } from '../record/started-campaigns'

/**
 * Campaigns that some process was executing, or had in its queue, when it ended; the queued ones last, behind those they
 * wait for. The parts of a synchronised campaign move with it.
 */
export function leftCampaigns(campaigns: readonly CampaignSummary[]): readonly CampaignSummary[] {
  const left = campaigns.filter(
    ({ leaderId, source, state }) => leaderId === undefined && source === 'measured' && executing.has(state),
  )
  return [
    ...left.filter(({ state }) => state !== 'waiting'),
    ...left.filter(({ state }) => state === 'waiting'),
  ]
}
