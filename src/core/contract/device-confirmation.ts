import type { ConfirmationPhrase, DeviceContent } from '../plan/device'

/** What the user is shown before a raw device is written, and what they type to agree. */
export interface DeviceConfirmation {
  /** Names the question, not the answer: it is worthless until the phrase was typed. */
  readonly id: string
  readonly planName: string
  readonly host: string
  readonly path: string
  readonly node: string
  readonly model?: string
  readonly serial?: string
  readonly sizeBytes: number
  /** The size as text. */
  readonly sizeText: string
  readonly contents: readonly DeviceContent[]
  /** Parts with unreadable content. */
  readonly unread: readonly string[]
  /** What will be done to it, one sentence each. */
  readonly actions: readonly string[]
  readonly phrase: ConfirmationPhrase
  readonly expiresAtMs: number
}
