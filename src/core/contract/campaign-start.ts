import type { TemplateName } from '../document/stored-document'

/** A campaign to start: a plan, and what is measured this time. */
export interface CampaignStart {
  readonly planId: string
  readonly configuration: string
  /** The user's confirmation, which only the shell can obtain; for plans that write to a raw device. */
  readonly confirmationId?: string | undefined
}

/** Plans to run one after the other, and the outline of the draft created from them at the end. */
export interface PlansStart {
  readonly starts: readonly CampaignStart[]
  readonly draft: TemplateName | 'none'
}
