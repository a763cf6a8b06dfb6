import type { ConfirmationRecord } from './confirmation-record'

/** What a start needs of the given agreements. */
export interface Agreements {
  /** Uses up an agreement. Throws if there is none for exactly this plan, device and commands. */
  use(id: string | undefined, planId: string, hash: string): void
  readonly record: ConfirmationRecord
}
