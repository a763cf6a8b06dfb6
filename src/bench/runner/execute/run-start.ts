import type { RunFailure } from '../../../core/results/run'

/** Starts a run once `beforeStart` has resolved, and gives up if it rejects. */
type Start = (beforeStart: () => Promise<void>) => Promise<RunFailure | undefined>

/** The start of a run, which may be prepared before it is the run's turn. */
export class RunStart {
  #come: () => void = () => undefined
  #refuse: (reason: Error) => void = () => undefined
  readonly #turn = new Promise<void>((resolve, reject) => {
    this.#come = resolve
    this.#refuse = reject
  })
  #ahead: Promise<RunFailure | undefined> | undefined

  /** `noteStart` records the start before anything is started, and may be called again. */
  constructor(
    private readonly start: Start,
    private readonly noteStart: () => void,
  ) {
    this.#turn.catch(() => undefined)
  }

  /** Does everything that can be done before the turn. */
  prepare(): void {
    this.#ahead = this.#begin()
    this.#ahead.catch(() => undefined)
  }

  /** Undoes what was prepared; the run can no longer be started. */
  async abandon(): Promise<void> {
    this.#refuse(new Error('The run is not started.'))
    await this.#ahead?.catch(() => undefined)
  }

  /** It is the run's turn. Resolves when it has started, with the reason if it could not be started. */
  async now(): Promise<RunFailure | undefined> {
    this.#come()
    const failure = await this.#ahead
    // What failed ahead may succeed now: the disk was full, or somebody ended the waiting shell.
    return this.#ahead && !failure ? undefined : this.#begin()
  }

  #begin(): Promise<RunFailure | undefined> {
    return this.start(async () => {
      await this.#turn
      this.noteStart()
    })
  }
}
