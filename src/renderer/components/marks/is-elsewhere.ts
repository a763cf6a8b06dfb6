import { isLeft, type CampaignSummary } from '../../../core/results/campaign/campaign'

/** Whether a campaign is unfinished and nothing of it is known on this machine: a file may come from anywhere. */
export function isElsewhere(campaign: CampaignSummary): boolean {
  const isUnfinished = campaign.state === 'waiting' || isLeft(campaign)
  return campaign.begunHere === false && campaign.source === 'measured' && isUnfinished
}
