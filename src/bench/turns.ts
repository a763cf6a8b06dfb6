import type { Steps } from '../core/statistics/comparison/settle-family'

/** Longest work without a pause, in milliseconds. Signals, other windows and running campaigns wait for it. */
const longestTurn = 40

/** Throws where work was given up (Ctrl-C) that would have been written. */
export function refuseCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new Error('Cancelled: nothing was written.')
}

/** Gives everybody else a turn now and then during long work: call `take` often, it only waits when it is time. */
export class Turns {
  #since = performance.now()

  async take(): Promise<void> {
    if (performance.now() - this.#since < longestTurn) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#since = performance.now()
  }

  /** Runs work that pauses by itself to its end. Rejects between two steps once `signal` (Ctrl-C) is aborted. */
  async finish<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step.value
      await this.take()
      refuseCancelled(signal)
    }
  }
}
