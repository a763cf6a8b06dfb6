import { RequestFailure } from '../../core/contract/request-failure'

/** The checks of plans that are going on in one session, so that a person can give them up. */
export class PlanChecks {
  readonly #going = new Map<string, Set<AbortController>>()

  /** Does `work`, which `cancel` ends. Rejects with the RequestFailure `cancelled` when it did. */
  async run<T>(planId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const others = this.#going.get(planId) ?? new Set()
    this.#going.set(planId, others.add(controller))
    try {
      return await work(controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) throw error
      throw new RequestFailure({ id: 'cancelled', message: 'The check of the plan was cancelled.' })
    } finally {
      others.delete(controller)
      if (others.size === 0) this.#going.delete(planId)
    }
  }

  /** Ends every check of this plan. */
  cancel(planId: string): void {
    for (const controller of this.#going.get(planId) ?? []) controller.abort()
  }
}
