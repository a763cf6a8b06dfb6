import type { TemplateName } from '../document/stored-document'

/** What is started: a plan, and what is measured this time. */
export interface CampaignStart {
  readonly planId: string
  readonly configuration: string
  /** A person's agreement, which only the shell can have taken; for plans that write to a raw device. */
  readonly confirmationId?: string | undefined
}

/** Plans that are run one after the other, and the outline of the draft that is made of them at the end. */
export interface PlansStart {
  readonly starts: readonly CampaignStart[]
  readonly draft: TemplateName | 'none'
}
