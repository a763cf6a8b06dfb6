import type { ConfirmationRecord } from './confirmation-record'

/** What a start asks of the agreements that were given. */
export interface Agreements {
  /** Uses an agreement up. Throws when there is none for exactly this plan, device and commands. */
  use(id: string | undefined, planId: string, hash: string): void
  readonly record: ConfirmationRecord
}
