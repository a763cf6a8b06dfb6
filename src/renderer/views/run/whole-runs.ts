import { mostWholeRuns } from '../../../core/results/run-columns'
import type { RunSummary } from '../../../core/results/run'
import type { Bench } from '../../composables/use-bench'

/** Runs that somebody looked at, whole. What is asked for within one task is one request. */
export class WholeRuns {
  readonly #bench: Pick<Bench, 'request'>
  /** Called when runs that were asked for have come. */
  readonly #came: () => void
  readonly #runs = new Map<number, RunSummary>()
  readonly #asked = new Set<number>()
  #unsent: number[] = []

  constructor(bench: Pick<Bench, 'request'>, came: () => void) {
    this.#bench = bench
    this.#came = came
  }

  /** The run with this id; undefined while it is not here yet, which is asked for. */
  get(runId: number): RunSummary | undefined {
    const run = this.#runs.get(runId)
    if (run === undefined && !this.#asked.has(runId)) {
      if (this.#unsent.length === 0) queueMicrotask(() => this.#send())
      this.#asked.add(runId)
      this.#unsent.push(runId)
    }
    return run
  }

  /** Takes a run as it is now. */
  put(run: RunSummary): void {
    this.#runs.set(run.id, run)
  }

  /** Asks for these runs and waits for them. */
  async fetch(runIds: readonly number[]): Promise<void> {
    for (let from = 0; from < runIds.length; from += mostWholeRuns) {
      const { runs } = await this.#bench.request('run.list', {
        runIds: runIds.slice(from, from + mostWholeRuns),
      })
      for (const run of runs) this.put(run)
    }
  }

  #send(): void {
    const runIds = this.#unsent
    this.#unsent = []
    // A run that did not come is gone, and not asked for again; one whose request failed is.
    this.fetch(runIds).then(this.#came, () => {
      for (const runId of runIds) this.#asked.delete(runId)
    })
  }
}
