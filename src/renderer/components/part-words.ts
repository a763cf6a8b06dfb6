import type { CampaignSummary } from '../../core/results/campaign'

/** What sets a synchronised campaign and its parts apart, which carry the same name; empty for any other campaign. */
export function partWords({
  host,
  leaderId,
  memberIds,
}: Pick<CampaignSummary, 'host' | 'leaderId' | 'memberIds'>): string {
  if (leaderId !== undefined) return `${host} alone, of several together`
  return memberIds === undefined ? '' : `${String(memberIds.length)} hosts together`
}
