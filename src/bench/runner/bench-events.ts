import { messageOf } from '../../core/errors/system-error'
import type { BenchEvent } from '../../core/contract/bench-requests'

export type BenchEventListener = (event: BenchEvent) => void

/**
 * Publishes what happens in the bench. A listener that throws is reported and does not disturb a campaign.
 */
export class BenchEvents {
  readonly #listeners = new Set<BenchEventListener>()

  /** Returns an unsubscribe function. */
  on(listener: BenchEventListener): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  emit(event: BenchEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event)
      } catch (error) {
        process.emitWarning(`A listener to ${event.type} failed: ${messageOf(error)}`)
      }
    }
  }
}
