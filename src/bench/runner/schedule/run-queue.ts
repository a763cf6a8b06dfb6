import type { RunPhase, RunState } from '../../../core/results/run'
import type { Case, PreparationStep, Workload } from '../../../core/plan/plan'

/** One run of a campaign as kept in memory. */
export interface QueuedRun {
  readonly runId: number
  readonly case: Case
  readonly workload: Workload
  readonly repetition: number
  readonly phase: RunPhase
  readonly seed: number
  /** Of the phase `prepare`. */
  readonly preparation?: PreparationStep | undefined
  /** The layout that the data file must contain; undefined without a file. */
  readonly layoutKey: string | undefined
  /** Duration by the plan; undefined if the engine cannot tell. */
  readonly expectedSeconds: number | undefined
}

/** The runs of a campaign in execution order with their states. A caller that changes a state here also stores it. */
export class RunQueue {
  readonly runs: readonly QueuedRun[]
  readonly #states = new Map<number, RunState>()
  readonly #places = new Map<number, number>()
  readonly #measured: number
  #finished = 0
  #firstWaiting = 0

  constructor(entries: readonly { readonly run: QueuedRun; readonly state: RunState }[]) {
    this.runs = entries.map(({ run }) => run)
    entries.forEach(({ run, state }, place) => {
      this.#states.set(run.runId, state)
      this.#places.set(run.runId, place)
      this.#finished += this.#finishedShare(run.runId)
    })
    this.#measured = this.runs.filter((run) => run.phase === 'measure').length
  }

  /** The first waiting run. */
  next(): QueuedRun | undefined {
    for (; this.#firstWaiting < this.runs.length; this.#firstWaiting += 1) {
      const run = this.runs[this.#firstWaiting]
      if (run && this.#states.get(run.runId) === 'waiting') return run
    }
    return undefined
  }

  has(runId: number): boolean {
    return this.#states.has(runId)
  }

  stateOf(runId: number): RunState | undefined {
    return this.#states.get(runId)
  }

  setState(runId: number, state: RunState): void {
    const place = this.#places.get(runId)
    if (place === undefined) return
    this.#finished -= this.#finishedShare(runId)
    this.#states.set(runId, state)
    this.#finished += this.#finishedShare(runId)
    if (state === 'waiting') this.#firstWaiting = Math.min(this.#firstWaiting, place)
  }

  inState(state: RunState): readonly QueuedRun[] {
    return this.runs.filter((run) => this.#states.get(run.runId) === state)
  }

  /** Measured runs; layout runs are not counted. */
  get measuredCount(): number {
    return this.#measured
  }

  /** Measured runs that are over: done, failed, skipped or stopped. */
  get finishedCount(): number {
    return this.#finished
  }

  /** 1 for a finished measured run, else 0. */
  #finishedShare(runId: number): number {
    const state = this.#states.get(runId)
    const place = this.#places.get(runId)
    const isMeasured = place !== undefined && this.runs[place]?.phase === 'measure'
    return isMeasured && state !== 'waiting' && state !== 'running' ? 1 : 0
  }
}
