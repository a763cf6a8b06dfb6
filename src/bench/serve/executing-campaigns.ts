import type { CampaignSummary } from '../../core/results/campaign'

const executingStates: ReadonlySet<string> = new Set(['running', 'pausing', 'stopping'])

/** Which campaigns are being executed, kept from their changes. */
export class ExecutingCampaigns {
  readonly #executing = new Map<number, CampaignSummary>()

  /** Takes a change in. False when it is about a campaign that was not and is not being executed. */
  heard(campaign: CampaignSummary): boolean {
    if (!executingStates.has(campaign.state)) return this.#executing.delete(campaign.id)
    this.#executing.set(campaign.id, campaign)
    return true
  }

  /** The one that began first; undefined when none is being executed. */
  get first(): CampaignSummary | undefined {
    const [first] = this.#executing.values()
    return first
  }
}
