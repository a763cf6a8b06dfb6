import type { CampaignProgress } from '../../core/contract/bench-requests'
import { advisePlan } from '../../core/engines/plan-advice'
import { findEngine } from '../../core/engines/registry'
import type { Advice, PlanEnvironment } from '../../core/plan/advice'
import type { Plan } from '../../core/plan/plan'
import { planEnvironment } from '../hosts/inventory/plan-environment'
import type { RunnerLock } from '../store/review-store'
import { BenchEvents } from './bench-events'
import type { CampaignContext } from './campaign-context'
import { CampaignLoop, type Intent, type LoopEnd } from './campaign-loop'
import { Journal } from './journal'
import { measuredWriteRate } from './measured-write-rate'
import { removeCreatedFile } from './remove-created-file'
import { resumeCampaign } from './resume-campaign'
import { campaignOf, inventoryOf, planOf, problemsOf, runOf, type RunnerParts } from './runner-parts'
import { messageOf, RunnerError } from './runner-error'
import { pidWords } from './run-words'
import { startCampaign } from './start-campaign'

/** `findEngine` and `advise` are the app's own where not given. */
export type CampaignRunnerOptions = Pick<RunnerParts, 'store' | 'host'> &
  Partial<Pick<RunnerParts, 'findEngine' | 'advise'>>

/** The campaign being executed. */
interface Active {
  readonly context: CampaignContext
  readonly loop: CampaignLoop
  readonly ended: Promise<LoopEnd>
}

/**
 * Executes the campaigns of one results file, one at a time, and tells through `events` what happens. Methods reject with
 * a RunnerError (message, remedy, id) when what is asked cannot be done now.
 */
export class CampaignRunner {
  readonly events = new BenchEvents()
  readonly #parts: RunnerParts
  #active: Active | undefined
  #beginning: Promise<unknown> | undefined
  #disposed = false

  constructor(options: CampaignRunnerOptions) {
    const { events } = this
    this.#parts = {
      findEngine,
      advise: advisePlan,
      ...options,
      events,
      journal: new Journal(options.store, events),
    }
  }

  /** The campaign being executed. */
  get activeCampaignId(): number | undefined {
    return this.#active?.context.campaignId
  }

  /** Facts about the host and the plan's target, for advice and estimate. */
  async environment(plan: Plan): Promise<PlanEnvironment> {
    const { store, host } = this.#parts
    const inventory = await inventoryOf(this.#parts, plan)
    const rate = measuredWriteRate(store, inventory.record.device)
    return planEnvironment(inventory, this.#parts.findEngine(plan.engine), store.createdFiles(host.id), rate)
  }

  /** All that keeps a saved plan from running, the engine's own check of every case included. Emits `plan-check` events. */
  async check(planId: string, signal?: AbortSignal): Promise<readonly Advice[]> {
    const plan = planOf(this.#parts, planId)
    return problemsOf(this.#parts, plan, await inventoryOf(this.#parts, plan), signal)
  }

  /** Checks the plan, stores it as a campaign with all runs waiting, and begins. Rejects with `plan-problems` when it cannot run. `signal` gives the check up. */
  start(
    planId: string,
    configuration: string,
    signal?: AbortSignal,
  ): Promise<{ readonly campaignId: number }> {
    return this.#begin(false, async (lock) => {
      const context = await startCampaign(this.#parts, planId, configuration, signal)
      this.#execute(context, undefined, lock)
      return { campaignId: context.campaignId }
    })
  }

  /**
   * Goes on with a paused, stopped or interrupted campaign; stopped runs wait again. Takes back a pause that has not begun.
   * `takeOver`: a person says that the silent other machine which holds the file's lock is gone.
   */
  async resume(campaignId: number, options: { readonly takeOver?: boolean } = {}): Promise<void> {
    if (this.#active?.context.campaignId === campaignId) {
      this.#active.loop.goOn()
      return
    }
    await this.#begin(options.takeOver ?? false, async (lock) => {
      const { state, runs } = campaignOf(this.#parts, campaignId)
      if (state === 'done') {
        throw new RunnerError(
          'nothing-to-resume',
          'The campaign is done.',
          'Retry single runs, or start a new campaign.',
        )
      }
      for (const run of runs) if (run.state === 'stopped') this.#parts.store.setRunState(run.id, 'waiting')
      await this.#takeUp(campaignId, lock, 'run')
    })
  }

  /** Finishes the current run, then waits. */
  pause(campaignId: number): void {
    if (this.#active?.context.campaignId === campaignId) this.#active.loop.pause()
    else throw new RunnerError('not-running', 'The campaign is not running.')
  }

  /**
   * Ends the current run now; answers when no process of it is left. Rejects with `processes-left` when one could not be
   * ended. A campaign that is not being executed is marked stopped, and its data file removed.
   */
  async stop(campaignId: number): Promise<void> {
    const active = this.#active
    if (active?.context.campaignId === campaignId) {
      const { leftPids } = await active.loop.stop()
      await active.ended
      if (leftPids.length === 0) return
      const text = `Not everything could be ended: ${pidWords(leftPids)} still there.`
      throw new RunnerError(
        'processes-left',
        text,
        'A drive may not be answering; look at it and at the kernel log.',
      )
    }
    const { state } = campaignOf(this.#parts, campaignId)
    if (state === 'done' || state === 'stopped') return
    const { ended } = await this.#begin(false, (lock) => this.#takeUp(campaignId, lock, 'stop'))
    await ended
  }

  /** Ends whatever is being executed; answers when no process of it is left. */
  async stopAll(): Promise<void> {
    await this.#beginning?.catch(() => undefined)
    if (this.#active) await this.stop(this.#active.context.campaignId)
  }

  /** Skips a waiting run, or ends the running one and marks it skipped. */
  async skip(runId: number): Promise<void> {
    if (await this.#active?.loop.skipCurrent(runId)) return
    const { state, campaignId } = runOf(this.#parts, runId)
    if (state !== 'waiting') {
      throw new RunnerError(
        'not-waiting',
        `The run is ${state}; only a waiting or running run can be skipped.`,
      )
    }
    this.#parts.store.setRunState(runId, 'skipped')
    this.#active?.context.queue.setState(runId, 'skipped')
    this.#tell(runId, campaignId)
  }

  /** Puts a failed, skipped, stopped or interrupted run back to waiting. A finished campaign becomes paused by that, so that it can be resumed. */
  retry(runId: number): void {
    const { state, campaignId } = runOf(this.#parts, runId)
    if (state === 'waiting' || state === 'running') return
    this.#parts.store.setRunState(runId, 'waiting')
    this.#active?.context.queue.setState(runId, 'waiting')
    if (campaignOf(this.#parts, campaignId).state === 'done') {
      this.#parts.journal.setCampaignState(campaignId, 'paused')
    }
    this.#tell(runId, campaignId)
  }

  /** Deletes a campaign that is not being executed, and its data file if one is left. */
  async delete(campaignId: number): Promise<void> {
    if (this.activeCampaignId === campaignId) {
      throw new RunnerError('is-running', 'The campaign is running.', 'Stop it first, then delete it.')
    }
    const { store, host, journal } = this.#parts
    const dataFile = store.execution(campaignId)?.dataFile
    await removeCreatedFile({ store, host, journal, campaignId, dataFile })
    store.deleteCampaign(campaignId)
  }

  /**
   * On opening a results file: finds campaigns that were being executed when an earlier process ended. Finished runs are
   * stored once, running ones are watched again, lost ones wait again. With `goOn` (the default) the campaign then
   * continues; otherwise it pauses after the run that is still going. Answers the id of the campaign now executed.
   */
  async reconcile(options: { readonly goOn?: boolean } = {}): Promise<number | undefined> {
    const unfinished = this.#parts.store
      .campaigns()
      .filter(({ state }) => state === 'running' || state === 'pausing' || state === 'stopping')
    for (const { id, state } of unfinished) {
      const pauses = state === 'pausing' || options.goOn === false
      const intent = state === 'stopping' ? 'stop' : pauses ? 'pause' : 'run'
      try {
        await this.#begin(false, (lock) => this.#takeUp(id, lock, intent))
      } catch (error) {
        // Another process executes it at this moment and goes on doing so.
        if (error instanceof RunnerError && error.id === 'locked') return this.activeCampaignId
        this.#parts.journal.log(id, 'warning', `The campaign was not taken up: ${messageOf(error)}`)
        this.#parts.journal.setCampaignState(id, 'interrupted')
      }
    }
    return this.activeCampaignId
  }

  /** Text of the campaign's terminal so far; empty when it is not being executed. */
  scrollback(campaignId: number): string {
    return this.activeCampaignId === campaignId ? (this.#active?.loop.terminal.scrollback ?? '') : ''
  }

  /** Size of the terminal as shown. */
  resizeTerminal(columns: number, rows: number): void {
    this.#active?.loop.terminal.resize(columns, rows)
  }

  /** Progress of the campaign being executed. */
  get progress(): CampaignProgress | undefined {
    return this.#active?.loop.progress
  }

  /** Resolves when this process does not execute the campaign any more, with how that came; undefined when it did not. */
  async ended(campaignId: number): Promise<LoopEnd | undefined> {
    return this.activeCampaignId === campaignId ? this.#active?.ended : undefined
  }

  /** Lets go of everything without ending it: the run that is going on goes on, and the next `reconcile` finds it. */
  async dispose(): Promise<void> {
    this.#disposed = true
    await this.#beginning?.catch(() => undefined)
    this.#active?.loop.leave()
    await this.#active?.ended
  }

  /** One campaign at a time in this process, and one process at a time for this file. */
  async #begin<T>(takeOver: boolean, work: (lock: RunnerLock) => Promise<T>): Promise<T> {
    if (this.#active || this.#beginning) {
      throw new RunnerError(
        'already-running',
        'A campaign of this file is running.',
        'Wait for its end, or pause or stop it.',
      )
    }
    const { store } = this.#parts
    const lock = store.lockForRunning({ takeOver })
    if (!lock) {
      const holder = store.runnerHolder()
      throw new RunnerError('locked', holder?.text ?? 'Another process runs from this file.', holder?.remedy)
    }
    const working = work(lock)
    this.#beginning = working
    try {
      return await working
    } catch (error) {
      lock.release()
      throw error
    } finally {
      this.#beginning = undefined
    }
  }

  async #takeUp(campaignId: number, lock: RunnerLock, intent: Intent): Promise<Active> {
    const { context, laidOut } = await resumeCampaign(this.#parts, campaignId, intent)
    return this.#execute(context, laidOut, lock, intent)
  }

  #execute(
    context: CampaignContext,
    laidOut: string | undefined,
    lock: RunnerLock,
    intent: Intent = 'run',
  ): Active {
    const loop = new CampaignLoop(context, laidOut, this.#disposed ? 'leave' : intent)
    const ended = loop.run().then((end) => {
      this.#active = undefined
      this.#release(lock, context.campaignId)
      return end
    })
    this.#active = { context, loop, ended }
    return this.#active
  }

  /** A lock that cannot be given back keeps nobody out for long: it is void when this process ends. */
  #release(lock: RunnerLock, campaignId: number): void {
    try {
      lock.release()
    } catch (error) {
      const entry = {
        atMs: Date.now(),
        level: 'warning',
        text: `The file stays locked: ${messageOf(error)}`,
      } as const
      this.events.emit({ type: 'log', campaignId, entry })
    }
  }

  #tell(runId: number, campaignId: number): void {
    this.#parts.journal.runChanged(runId)
    this.#parts.journal.campaignChanged(campaignId)
  }
}
