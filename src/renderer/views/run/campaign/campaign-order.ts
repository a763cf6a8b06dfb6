import type { CampaignSummary } from '../../../../core/results/campaign/campaign'

/** Newest first; the parts of a synchronised campaign follow the whole, in the order of its hosts. */
export function inListOrder(campaigns: readonly CampaignSummary[]): readonly CampaignSummary[] {
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  return [...campaigns]
    .reverse()
    .filter(({ leaderId }) => leaderId === undefined || !byId.has(leaderId))
    .flatMap((campaign) => [campaign, ...(campaign.machineIds ?? []).flatMap((id) => byId.get(id) ?? [])])
}
