import type { ConfirmationPhrase, DeviceContent } from '../plan/device'

/** What a person is shown before a raw device is written, and what they type to agree. */
export interface DeviceConfirmation {
  /** Names the question, not the answer: it is good for nothing until the phrase was given. */
  readonly id: string
  readonly planName: string
  readonly host: string
  readonly path: string
  readonly node: string
  readonly model?: string
  readonly serial?: string
  readonly sizeBytes: number
  /** The size as people write it. */
  readonly sizeText: string
  readonly contents: readonly DeviceContent[]
  /** Parts whose content could not be read. */
  readonly unread: readonly string[]
  /** What will be done to it, one sentence each. */
  readonly actions: readonly string[]
  readonly phrase: ConfirmationPhrase
  readonly expiresAtMs: number
}
