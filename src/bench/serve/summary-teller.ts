import type { BenchEvent } from '../../core/contract/bench-requests'
import type { ReviewSummary } from '../../core/contract/review'

/** Changes in quick succession are reported once. */
const pauseMs = 60

/**
 * Reports the contents of a review whenever they changed; call `look` after everything that may have changed
 * them.
 */
export class SummaryTeller {
  #timer: NodeJS.Timeout | undefined
  #told = ''

  constructor(
    private readonly source: { summary(): ReviewSummary },
    private readonly tellAll: (event: BenchEvent) => void,
  ) {}

  /** Checks soon, and reports the summary if it differs from the last one reported. */
  look(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#lookNow()
    }, pauseMs)
  }

  /** Reports the current contents of the review to one listener. */
  tell(listener: (event: BenchEvent) => void): void {
    const summary = this.#summary()
    if (summary) listener({ type: 'review-changed', summary })
  }

  /** Stops checking; the review may then be closed. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  #lookNow(): void {
    const summary = this.#summary()
    if (!summary) return
    const text = JSON.stringify(summary)
    if (text === this.#told) return
    this.#told = text
    this.tellAll({ type: 'review-changed', summary })
  }

  /** A file that cannot be read just now is reported by the request that needs it, not by this check. */
  #summary(): ReviewSummary | undefined {
    try {
      return this.source.summary()
    } catch (error) {
      console.error('What the review holds could not be read:', error)
      return undefined
    }
  }
}
