import type { RequestError } from './bench-requests'
import { RequestFailure } from './request-failure'

interface Pending {
  resolve(answer: unknown): void
  reject(error: RequestFailure): void
}

/** Requests awaiting their answers on one connection, matched by sequence number. */
export class PendingRequests {
  #sequence = 0
  readonly #pending = new Map<number, Pending>()

  /** Registers a request: its number is sent with the message, its promise settles with the answer. */
  open(): { sequence: number; answer: Promise<unknown> } {
    const sequence = ++this.#sequence
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(sequence, { resolve, reject })
    })
    return { sequence, answer }
  }

  answered(sequence: number, answer: unknown): void {
    this.#take(sequence)?.resolve(answer)
  }

  failed(sequence: number, error: RequestError): void {
    this.#take(sequence)?.reject(new RequestFailure(error))
  }

  /** Rejects everything that waits, except what has not been sent yet. */
  failAll(error: RequestError, exceptions: ReadonlySet<number> = new Set()): void {
    for (const sequence of [...this.#pending.keys()]) {
      if (!exceptions.has(sequence)) this.failed(sequence, error)
    }
  }

  #take(sequence: number): Pending | undefined {
    const pending = this.#pending.get(sequence)
    this.#pending.delete(sequence)
    return pending
  }
}
