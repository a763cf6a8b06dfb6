import type { BenchEvent } from '../../core/contract/bench-requests'
import type { ReviewSummary } from '../../core/contract/review'

/** Changes that come in quick succession are told once. */
const pauseMs = 60

/** Tells what a review holds whenever that changed; asked to look after everything that may have changed it. */
export class SummaryTeller {
  readonly #source: { summary(): ReviewSummary }
  readonly #tell: (event: BenchEvent) => void
  #timer: NodeJS.Timeout | undefined
  #told = ''

  constructor(source: { summary(): ReviewSummary }, tell: (event: BenchEvent) => void) {
    this.#source = source
    this.#tell = tell
  }

  /** Looks soon, and tells if the summary is another than the one told last. */
  look(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#lookNow()
    }, pauseMs)
  }

  /** Tells one listener what the review holds now. */
  tell(listener: (event: BenchEvent) => void): void {
    const summary = this.#summary()
    if (summary) listener({ type: 'review-changed', summary })
  }

  /** Looks no more; the review may be closed then. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  #lookNow(): void {
    const summary = this.#summary()
    if (!summary) return
    const text = JSON.stringify(summary)
    if (text === this.#told) return
    this.#told = text
    this.#tell({ type: 'review-changed', summary })
  }

  /** A file that cannot be read just now is reported by the request that needs it, not by what looks on. */
  #summary(): ReviewSummary | undefined {
    try {
      return this.#source.summary()
    } catch (error) {
      console.error('What the review holds could not be read:', error)
      return undefined
    }
  }
}
