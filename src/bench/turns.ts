import type { Steps } from '../core/iterables'

/**
 * Longest work without a pause, in milliseconds. It holds up signals, other windows and running campaigns.
 */
const longestTurn = 40

/** Tells work that it is no longer wanted. */
export type Cancellation = Pick<AbortSignal, 'aborted' | 'throwIfAborted'>

/** Throws if work was cancelled (Ctrl-C), before its result is written. */
export function refuseCancelled(signal: Cancellation | undefined): void {
  if (signal?.aborted === true) throw cancelled()
}

function cancelled(): Error {
  return new Error('Cancelled: nothing was written.')
}

/** Yields to other work now and then: call `take` often, it only waits when a pause is due. */
export class Turns {
  #since = performance.now()

  async take(): Promise<void> {
    if (performance.now() - this.#since < longestTurn) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#since = performance.now()
  }

  /**
   * Runs work that pauses by itself to completion. Once `signal` (Ctrl-C) is aborted, the work gets an error
   * at its next pause. It may undo what it did; then this rejects.
   */
  async finish<T>(steps: Steps<T>, signal?: Cancellation): Promise<T> {
    let isCancelled = false
    let step = steps.next()
    while (step.done !== true) {
      await this.take()
      if (signal?.aborted === true && !isCancelled) {
        isCancelled = true
        step = steps.throw(cancelled())
      } else step = steps.next()
    }
    return step.value
  }
}
