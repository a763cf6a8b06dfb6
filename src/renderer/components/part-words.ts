import type { CampaignSummary } from '../../core/results/campaign/campaign'

/**
 * What distinguishes a synchronised campaign from its parts, which have the same name; empty for any other campaign.
 */
export function partWords({
  host,
  leaderId,
  machineIds,
}: Pick<CampaignSummary, 'host' | 'leaderId' | 'machineIds'>): string {
  if (leaderId !== undefined) return `${host}, one of several together`
  return machineIds === undefined ? '' : `${String(machineIds.length)} hosts together`
}
