import { HostError } from '../../host-error'

/** Maximum number of sessions on one connection; sshd allows 10 by default (MaxSessions). */
const mostSessions = 8

/**
 * Shares the sessions of one connection. Long-lived ones never take the last slot, so that commands always
 * get through. A server that allows fewer sessions lowers the limit for good.
 */
export class SessionSlots {
  #limit = mostSessions
  #standing = 0
  #commands = 0
  #queue: (() => void)[] = []

  get inUse(): number {
    return this.#standing + this.#commands
  }

  get limit(): number {
    return this.#limit
  }

  /** A slot for a long-lived session, or undefined if none is to spare. Call the result to release it. */
  takeStanding(kind: 'watch' | 'view'): (() => void) | undefined {
    const spare = kind === 'watch' ? 1 : 2
    if (this.#standing >= this.#limit - spare || this.inUse >= this.#limit) return undefined
    this.#standing += 1
    return this.#giveBack(() => (this.#standing -= 1))
  }

  /**
   * A slot for a command, as soon as one is free. Rejects if the signal fires first. Call the result to
   * release it.
   */
  async takeCommand(signal: AbortSignal | undefined): Promise<() => void> {
    while (this.inUse >= this.#limit) await this.#next(signal)
    this.#commands += 1
    return this.#giveBack(() => (this.#commands -= 1))
  }

  /**
   * The server refused one of the sessions in use: lowers the limit by one. False if that would leave none.
   */
  lower(): boolean {
    const fewer = Math.min(this.#limit, this.inUse) - 1
    this.#limit = Math.max(1, fewer)
    return fewer >= 1
  }

  /** The connection carries a single session. */
  allowOne(): void {
    this.#limit = 1
  }

  #giveBack(change: () => void): () => void {
    let given = false
    return () => {
      if (given) return
      given = true
      change()
      for (const wake of this.#queue.splice(0)) wake()
    }
  }

  #next(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = () => reject(new HostError('The command was cancelled.'))
      if (signal?.aborted === true) {
        cancel()
        return
      }
      signal?.addEventListener('abort', cancel, { once: true })
      this.#queue.push(() => {
        signal?.removeEventListener('abort', cancel)
        resolve()
      })
    })
  }
}
