import type { Steps } from '../core/statistics/comparison/settle-family'

/** Longest work without a pause, in milliseconds. Signals, other windows and running campaigns wait for it. */
const longestTurn = 40

/** Throws where work was given up (Ctrl-C) that would have been written. */
export function refuseCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelled()
}

function cancelled(): Error {
  return new Error('Cancelled: nothing was written.')
}

/** Gives everybody else a turn now and then during long work: call `take` often, it only waits when it is time. */
export class Turns {
  #since = performance.now()

  async take(): Promise<void> {
    if (performance.now() - this.#since < longestTurn) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#since = performance.now()
  }

  /**
   * Runs work that pauses by itself to its end. Once `signal` (Ctrl-C) is aborted, the work gets an error at its next pause:
   * it may take back what it did, and then this rejects.
   */
  async finish<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
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
