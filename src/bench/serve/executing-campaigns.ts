import { isExecuting, type CampaignSummary } from '../../core/results/campaign/campaign'

/** Tracks which campaigns are being executed from their changes. */
export class ExecutingCampaigns {
  readonly #executing = new Map<number, CampaignSummary>()

  /** Processes a change. False if the campaign neither was nor is being executed. */
  heard(campaign: CampaignSummary): boolean {
    if (!isExecuting(campaign)) return this.#executing.delete(campaign.id)
    this.#executing.set(campaign.id, campaign)
    return true
  }

  /** The one that started first; undefined if none is being executed. */
  get first(): CampaignSummary | undefined {
    const [first] = this.#executing.values()
    return first
  }
}
