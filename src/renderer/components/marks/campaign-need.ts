import { needsPerson, type HostSummary } from '../../../core/contract/host-requests'
import { hostNamesOf, isExecuting, type CampaignSummary } from '../../../core/results/campaign/campaign'
import type { StateLabel } from './state-label'

/** What keeps a campaign from going on by itself. */
export interface CampaignNeed {
  readonly host: HostSummary
  readonly label: StateLabel
  /** For a button, a verb phrase. */
  readonly action: string
}

/** What a campaign that is being executed needs of a person; undefined if it goes on by itself. */
export function needOf(
  campaign: Pick<CampaignSummary, 'host' | 'state' | 'source'>,
  hosts: readonly HostSummary[],
): CampaignNeed | undefined {
  if (campaign.source !== 'measured' || !isExecuting(campaign)) return undefined
  const names = hostNamesOf(campaign)
  const host = hosts.find(({ name, status }) => names.includes(name) && needsPerson(status.state))
  if (!host) return undefined
  return host.status.state === 'needs-login'
    ? { host, label: { text: 'Needs your login', tone: 'warning' }, action: `Log in to ${host.name}` }
    : { host, label: { text: 'Host key changed', tone: 'danger' }, action: `Look at ${host.name}` }
}
