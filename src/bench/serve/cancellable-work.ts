import { RequestFailure } from '../../core/contract/request-failure'

/** Work that goes on in one session, by what it is done for, so that a person can give it up. */
export class CancellableWork {
  readonly #going = new Map<string, Set<AbortController>>()

  /** `cancelled`: what work that was given up is answered with. */
  constructor(private readonly cancelled: string) {}

  /** Does `work`, which `cancel` ends. Rejects with the RequestFailure `cancelled` when it did. */
  async run<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const others = this.#going.get(key) ?? new Set()
    this.#going.set(key, others.add(controller))
    try {
      return await work(controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) throw error
      throw new RequestFailure({ id: 'cancelled', message: this.cancelled })
    } finally {
      others.delete(controller)
      if (others.size === 0) this.#going.delete(key)
    }
  }

  /** Ends all work for this. */
  cancel(key: string): void {
    for (const controller of this.#going.get(key) ?? []) controller.abort()
  }
}
