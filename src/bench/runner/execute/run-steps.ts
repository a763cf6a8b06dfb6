import { setTimeout as pause } from 'node:timers/promises'
import { performerOf } from '../../../core/engines/preparation/preparation-run'
import { runsCases } from '../../../core/engines/preparation/prepared-workload'
import { printedByProcesses, recordedCommand } from '../../../core/engines/steps'
import { clockWords } from '../../../core/observers/host-clock'
import { isDriveVerdict, isOfHoles, notJudgedId } from '../../../core/observers/judge-by-drive'
import { type RunFailure, type RunState, unreportedByHost } from '../../../core/results/run'
import type { CampaignClock } from '../schedule/campaign-clock'
import { createdDataFile, createdFile, type CampaignContext } from '../campaign-context'
import { lookAtDataFile } from '../record/data-file'
import { CampaignService } from './campaign-service'
import { ClockWatch, ownClock, RemoteClocks, withClockStep } from './clock-watch'
import type { LostRun, RunEnding } from './run-ending'
import { RunExecution } from './run-execution'
import { Servers } from './servers'
import type { LiveRecorder } from './live/live-recorder'
import type { LiveTerminal } from './live/live-terminal'
import { HostError } from '../../hosts/host-error'
import { isFilled, prepareBallast } from './fill/ballast'
import { DeviceFill, type FillStep } from './fill/device-fill'
import { prepareRun, type PreparedRun } from './prepare-run'
import type { ProgressMeter } from '../schedule/progress-meter'
import { removeRunDirectories } from '../supervise/run-directory'
import type { QueuedRun } from '../schedule/run-queue'
import { sampledFile } from '../../observers/observed-run'
import { failureWords, notWritten, runWords, supervisorLost } from './run-words'
import { noCommand } from '../runner-error'
import type { StopProof } from '../supervise/stop-run'
import { ReviewFileError } from '../../store/file/review-file-error'
import type { RunResult } from '../../store/tables/runs/run-changes'

/** `perform`: start it. `adopt`: an earlier process started it. */
export type StepKind = 'perform' | 'adopt'

/**
 * State of the run afterwards; `left` if this process stopped watching, `not-started` if its machine could start
 * nothing, `not-laid-out` if it waits for data that could not be written.
 */
export type StepEnd = RunState | 'left' | 'not-started' | 'not-laid-out'

export interface StepTools {
  readonly context: CampaignContext
  readonly terminal: LiveTerminal
  readonly live: LiveRecorder
  readonly meter: ProgressMeter
  readonly clock: CampaignClock
}

/** A run that has ended with a result. */
interface EndedRun {
  readonly run: QueuedRun
  readonly prepared: PreparedRun
  readonly result: RunResult
  readonly startedAtMs: number
  /** By how much this machine's clock was set meanwhile. */
  readonly stepMs: number
}

/** A run whose directory is written while the previous run is in progress. */
interface AheadRun {
  readonly run: QueuedRun
  readonly prepared: PreparedRun
  readonly execution: RunExecution
  /** Run directories that its start removes. */
  readonly discard: readonly string[]
}

/** Longest time a result waits for the start of the next run before it is stored. */
const longStartMs = 200
/**
 * Views of a run are opened this long after its start. Each forks this process, which takes processor time when the
 * engine needs it most and would make up a good part of the cost of a short run.
 */
const viewAfterMs = 500
/** How much of each output of a run without a view is shown at its end. */
const mostPrintedBytes = 64 * 1024
/** How often the supervisor of a run may be killed, on a machine that stays up, before the run fails. */
const mostInterruptions = 2
/** How many runs in a row are measured again in vain; no more are until one is sound, or a busy drive would cost twice the time. */
const mostInVain = 3
/** Causes outside of the run, which is repeated however often they occur. */
const causesOutside: readonly LostRun[] = ['line-lost', 'rebooted']

/** Takes the runs of a campaign one by one: writes the file they need, executes them, stores their results. */
export class RunSteps {
  readonly #service: CampaignService
  readonly #deviceFill: DeviceFill | undefined
  readonly #interruptions = new Map<number, number>()
  /** Run directories whose results are stored. The next start removes them, which saves a round trip per run. */
  #discard: string[] = []
  /** A result that is stored while the next run is being started. */
  #held: EndedRun | undefined
  /** Runs that were measured again because of what the drive did meanwhile. */
  readonly #measuredAgain = new Set<number>()
  #inVain = 0
  /** Notes on what the host does not report that are in the log. */
  readonly #unreported = new Set<string>()
  readonly #clockWatch = new ClockWatch()
  readonly #remoteClocks = new RemoteClocks()
  #current: { readonly run: QueuedRun; readonly execution: RunExecution } | undefined
  #ahead: AheadRun | undefined
  #leaving = false
  #refused = false
  #obstacle: RunFailure | undefined

  /** `laidOut`: layout that the data file is known to contain. */
  constructor(
    private readonly tools: StepTools,
    private laidOut: string | undefined,
  ) {
    const { context } = tools
    this.#service = new CampaignService(context)
    this.#deviceFill = context.device && new DeviceFill(context, context.device, laidOut !== undefined)
  }

  /** Why the machine could not start the last run; undefined if it could. */
  get obstacle(): RunFailure | undefined {
    return this.#obstacle
  }

  /** The guard refused the raw device for the last run. */
  get isRefused(): boolean {
    return this.#refused
  }

  /** The run that is being executed. */
  get current(): QueuedRun | undefined {
    return this.#current?.run
  }

  /** Ends the current run. Undefined if there is none. */
  async end(asked: 'stopped' | 'skipped'): Promise<StopProof | undefined> {
    this.#service.letGo()
    return this.#current?.execution.end(asked)
  }

  /** Stops watching, now and for good. */
  leave(): void {
    this.#leaving = true
    this.#service.letGo()
    this.#current?.execution.leave()
    void this.abandonNext()
  }

  /**
   * Takes one run. `follows`: the next one is taken at once if this one is done. It is then prepared while this one
   * is in progress, and this one's result is stored while the host starts it; until then the result is in its run
   * directory, where a resume would find it.
   */
  async take(run: QueuedRun, kind: StepKind, follows = false): Promise<StepEnd> {
    // An adopted run must be current at once, because a stop may be waiting for it.
    const ahead = this.#ahead && (await this.#takeAhead(this.#ahead, run, kind))
    if (ahead) return this.#execute(run, ahead.prepared, kind, follows, ahead)
    if (this.#held && (kind === 'adopt' || !this.#beginsAtOnce(run))) await this.keepResult()
    if (kind === 'perform' && this.tools.context.engine.service) {
      const problem = await this.#service.prepare(run)
      // The run never started and stays waiting.
      if (problem === 'let-go') return this.#leaving ? 'left' : 'stopped'
      if (problem) return this.#setState(run, 'failed', problem)
    }
    if (
      kind === 'perform' &&
      run.phase !== 'layout' &&
      run.layoutKey !== undefined &&
      run.layoutKey !== this.laidOut
    ) {
      const end = await this.#layOutAgain(run)
      if (end !== 'done') return end
    }
    let prepared: PreparedRun
    let fills: readonly FillStep[] = []
    try {
      if (kind === 'perform' && isFilled(run)) fills = await this.#fillSteps(run)
      prepared = this.#prepare(run, kind)
    } catch (error) {
      if (error instanceof HostError) throw error
      return this.#setState(run, 'failed', noCommand(error))
    }
    for (const fill of fills) {
      const end = await this.#makeReady(run, fill)
      if (end !== 'done') return end
      fill.done?.()
    }
    if (run.preparation && !runsCases(run.preparation)) this.#deviceFill?.forget()
    return this.#execute(run, prepared, kind, follows)
  }

  /** The steps that bring the target of a run to its level. */
  async #fillSteps(run: QueuedRun): Promise<readonly FillStep[]> {
    if (this.#deviceFill) return this.#deviceFill.steps(run)
    const prepared = await prepareBallast(this.tools.context, run)
    return prepared ? [{ prepared, what: 'The ballast' }] : []
  }

  #prepare(run: QueuedRun, kind: StepKind): PreparedRun {
    const { context } = this.tools
    if (kind === 'perform') return prepareRun(context, run)
    return prepareRun(context, run, context.earlierEngineVersion)
  }

  /** True if nothing has to be done on the host before the run itself. */
  #beginsAtOnce(run: QueuedRun): boolean {
    const { engine, engineProblem, machines } = this.tools.context
    const isLaidOut = run.layoutKey === undefined || run.phase === 'layout' || run.layoutKey === this.laidOut
    return isLaidOut && !engineProblem && !engine.service && !isFilled(run) && machines.length === 1
  }

  /**
   * Prepares the next run while one is in progress. Not if its settings depend on how that one ends: without a time
   * of birth the data file is recognised by its last change, and a folder of the engine is new for every run.
   */
  async #prepareNext(current: RunExecution): Promise<void> {
    await current.started()
    const run = this.tools.context.queue.next()
    if (this.#leaving || this.#ahead || run?.phase !== 'measure' || !this.#beginsAtOnce(run)) return
    let prepared: PreparedRun
    try {
      prepared = this.#prepare(run, 'perform')
    } catch {
      // It fails in its turn.
      return
    }
    const { guard } = prepared
    if (guard && !('device' in guard) && (guard.folder || !guard.createdIdentity?.includes(' b:'))) return
    const discard = this.#discard
    const execution = this.#execution(prepared, 'perform', () => this.#noteStart(run, prepared, Date.now()))
    this.#ahead = { run, prepared, execution, discard }
    execution.prepare()
  }

  /** The prepared run, if it is this one and nothing has changed since; any other is abandoned. */
  async #takeAhead(ahead: AheadRun, run: QueuedRun, kind: StepKind): Promise<AheadRun | undefined> {
    const { guard } = ahead.prepared
    const isSameFile =
      !guard ||
      'device' in guard ||
      guard.createdIdentity === createdFile(this.tools.context, guard.path)?.identity
    if (kind === 'perform' && ahead.run === run && this.#beginsAtOnce(run) && isSameFile) {
      this.#ahead = undefined
      return ahead
    }
    await this.abandonNext()
    return undefined
  }

  /** Removes what was prepared for the next run. */
  async abandonNext(): Promise<void> {
    const ahead = this.#ahead
    if (!ahead) return
    this.#ahead = undefined
    this.#discard = [...this.#discard, ...ahead.discard]
    await ahead.execution.abandon()
  }

  #noteStart(run: QueuedRun, { steps, runDirectory, parts }: PreparedRun, startedAtMs: number): void {
    const { store, queue } = this.tools.context
    if (queue.stateOf(run.runId) === 'running') return
    const machines = parts.flatMap(({ server }) =>
      server ? [{ runDirectory: server.runDirectory, command: server.recorded, startedAtMs }] : [],
    )
    store.startRun(run.runId, { command: recordedCommand(steps), runDirectory, startedAtMs, machines })
    queue.setState(run.runId, 'running')
  }

  async #execute(
    run: QueuedRun,
    prepared: PreparedRun,
    kind: StepKind,
    follows: boolean,
    ahead?: AheadRun,
  ): Promise<StepEnd> {
    const { store, queue } = this.tools.context
    const earlierStartMs = kind === 'adopt' ? store.run(run.runId)?.startedAtMs : undefined
    const startedAtMs = earlierStartMs ?? Date.now()
    const adopted = { ...prepared, startedAtMs: earlierStartMs }
    const execution =
      ahead?.execution ?? this.#execution(adopted, kind, () => this.#noteStart(run, prepared, startedAtMs))
    // Until a layout is done, the content of the file is unknown, and after a run that makes its files anew.
    if (run.phase === 'layout' || this.tools.context.engine.remakesFiles?.(run.workload) === true)
      this.laidOut = undefined
    this.#noteClock(ownClock, this.#clockWatch.look() / 1000)
    const ending = await this.#watch({ run, execution }, prepared, kind, startedAtMs, follows)
    const stepMs = this.#clockWatch.look()
    this.#noteClock(ownClock, stepMs / 1000, run)
    if (ending.kind === 'left') return 'left'
    if (ending.kind === 'not-started') return this.#notStarted(run, ending.failure)
    if (ending.kind === 'interrupted') {
      await this.#discardLater(prepared)
      return this.#interrupted(run, ending)
    }
    for (const reading of ending.clocks ?? []) {
      const { before, during } = this.#remoteClocks.look(reading)
      this.#noteClock(`The clock of ${reading.host}`, before)
      this.#noteClock(`The clock of ${reading.host}`, during, run)
    }
    if (this.#isToBeRepeated(run, ending.result)) {
      await this.#discardLater(prepared)
      return this.#repeat(run, ending.result)
    }
    const result = withClockStep(ending.result, stepMs, {
      context: this.tools.context,
      startedAtMs,
      wasWatched: kind === 'perform',
    })
    const ended = { run, prepared: adopted, result, startedAtMs, stepMs: kind === 'adopt' ? 0 : stepMs }
    const isSettled = run.phase === 'measure' && ending.result.state === 'done'
    if (!follows || !isSettled) return this.#keep(ended)
    queue.setState(run.runId, 'done')
    this.#held = ended
    return 'done'
  }

  /** A clock that was set by `step` seconds is logged; `run`: the one that was in progress. */
  #noteClock(which: string, step: number, run?: QueuedRun): void {
    if (step === 0) return
    const { journal, campaignId, engine } = this.tools.context
    const when = run ? `during ${runWords(run, engine)}` : 'since the last run'
    journal.log(campaignId, 'warning', `${clockWords(which, step)} ${when}.`, run?.runId)
  }

  /** Whether the drive contradicts a run that was measured for the first time; takes note of how repetitions end. */
  #isToBeRepeated(run: QueuedRun, { state, warnings }: RunResult): boolean {
    if (run.phase !== 'measure' || state !== 'done') return false
    const verdict = warnings.find(isDriveVerdict)
    if (!verdict) {
      this.#inVain = 0
      return false
    }
    if (warnings.some(isOfHoles)) this.laidOut = undefined
    if (!this.#measuredAgain.has(run.runId)) return this.#inVain < mostInVain
    this.#inVain += 1
    const { engine, journal, campaignId } = this.tools.context
    const more = this.#inVain === mostInVain ? ' Runs are not measured again until one is sound.' : ''
    const text = `${runWords(run, engine)} was measured again and is no valid result either; the campaign goes on. ${verdict.text}${more}`
    journal.log(campaignId, 'warning', text, run.runId)
    return false
  }

  /** The run waits again, and is the next one. */
  #repeat(run: QueuedRun, { warnings }: RunResult): RunState {
    const { store, queue, journal, campaignId, engine } = this.tools.context
    this.#measuredAgain.add(run.runId)
    const verdict = warnings.find(isDriveVerdict)
    const text = `${runWords(run, engine)} is measured again. ${verdict?.text ?? ''}`
    if (queue.stateOf(run.runId) === 'running') store.setRunState(run.runId, 'waiting', undefined)
    queue.setState(run.runId, 'waiting')
    journal.log(campaignId, 'warning', text, run.runId)
    journal.runChanged(run.runId)
    return 'waiting'
  }

  /** Stores the result that has not been stored yet, if there is one. */
  async keepResult(): Promise<void> {
    const held = this.#held
    this.#held = undefined
    if (held) await this.#keep(held)
  }

  async #keep({ run, prepared, result: wanted, startedAtMs, stepMs }: EndedRun): Promise<RunState> {
    const { context, clock } = this.tools
    const { store, queue, journal, campaignId } = context
    let result = wanted
    let isStored: boolean
    try {
      isStored = store.finishRuns([[run.runId, result]]) === 1
    } catch (error) {
      result = unsoundResult(result, error)
      isStored = store.finishRuns([[run.runId, result]]) === 1
    }
    const state = isStored ? result.state : (store.run(run.runId)?.state ?? result.state)
    queue.setState(run.runId, state)
    if (!isStored)
      journal.log(
        campaignId,
        'warning',
        `${runWords(run, context.engine)} had a result already; it was not stored again.`,
        run.runId,
      )
    this.#noteUnreported(result)
    this.#refused = this.#isRefusal(result)
    const endedAtMs = prepared.startedAtMs === undefined ? Date.now() - stepMs : result.finishedAtMs
    if (state === 'done') clock.finished(run, (endedAtMs - startedAtMs) / 1000)
    if (state === 'done' && run.phase === 'layout') this.laidOut = run.layoutKey
    if (result.failure?.id === 'data-file-missing') this.laidOut = undefined
    // The original may be removed only now that the result is stored.
    await this.#discardLater(prepared)
    this.#announce(run, state, result.failure)
    return state
  }

  /** What the host cannot report is missing from every run, so the log says it once; likewise why none is judged. */
  #noteUnreported({ warnings }: RunResult): void {
    const { journal, campaignId } = this.tools.context
    for (const { id, text } of warnings) {
      if ((id !== unreportedByHost && id !== notJudgedId) || this.#unreported.has(text)) continue
      this.#unreported.add(text)
      journal.log(campaignId, 'info', text)
    }
  }

  /** The execution of a run that is taken now. */
  #execution(prepared: PreparedRun, kind: StepKind, noteStart?: () => void): RunExecution {
    const execution = new RunExecution(this.tools.context, prepared, this.#discard, noteStart)
    if (kind === 'perform') this.#discard = []
    return execution
  }

  async #watch(
    current: { readonly run: QueuedRun; readonly execution: RunExecution },
    prepared: PreparedRun,
    kind: StepKind,
    startedAtMs: number,
    follows: boolean,
  ): Promise<RunEnding> {
    const { context, terminal, live, meter } = this.tools
    const { run, execution } = current
    this.#current = current
    if (this.#leaving) execution.leave()
    for (const { program, args } of prepared.steps.steps.flatMap(({ processes }) => processes))
      terminal.print(`\r\n\u001b[1m$ ${[program, ...args].join(' ')}\u001b[0m\r\n`)
    const [first] = prepared.parts
    const reader = (first ? performerOf(context.engine, first.request) : context.engine).progress()
    const printed = printedByProcesses(prepared.steps)
    const views = { areOpen: false }
    let opening: NodeJS.Timeout | undefined
    const view = () => {
      views.areOpen = true
      terminal.show(
        prepared.runDirectory,
        (text) => {
          const progress = reader.push(text)
          if (progress) for (const listener of [meter, live]) listener.push(progress)
        },
        printed,
      )
      live.follow(sampledFile(prepared))
    }
    meter.begin(run, startedAtMs)
    try {
      const ending = execution[kind](() => {
        opening = setTimeout(view, viewAfterMs)
        live.begin(run.runId, startedAtMs)
        context.journal.runChanged(run.runId)
      })
      await this.#keepMeanwhile(execution, ending)
      if (follows) await this.#prepareNext(execution)
      const ended = await ending
      if (!views.areOpen && ended.kind === 'result') terminal.print(printedText(ended.result, printed))
      return ended
    } finally {
      clearTimeout(opening)
      this.#current = undefined
      terminal.hide()
      live.end()
      meter.idle()
    }
  }

  /** Stores the result of the previous run once this one has started or takes long to start. */
  async #keepMeanwhile(execution: RunExecution, ending: Promise<RunEnding>): Promise<void> {
    if (!this.#held) return
    try {
      await Promise.race([execution.started(), pause(longStartMs)])
      await this.keepResult()
    } catch (error) {
      // The run continues; the next resume finds both.
      execution.leave()
      await ending.catch(() => undefined)
      throw error
    }
  }

  /**
   * Rewrites the data file for a run whose file is gone or has other content. It is not a run of the plan, so
   * its result is not stored; if it fails, the run that needs it waits, because every other would fail alike.
   */
  async #layOutAgain(run: QueuedRun): Promise<StepEnd> {
    const { context } = this.tools
    const { queue, campaignId, journal } = context
    const layout = queue.runs.find((one) => one.phase === 'layout' && one.layoutKey === run.layoutKey)
    if (!layout) throw new Error(`There is no layout for run ${String(run.runId)}.`)
    const why = context.device
      ? 'The device is written again, because its content may have changed.'
      : 'The data file is written again, because it is missing or may have changed.'
    journal.log(campaignId, 'info', why, run.runId)
    this.laidOut = undefined
    const end = await this.#makeReady(run, {
      prepared: this.#prepare(layout, 'perform'),
      what: 'The data file',
      isLayout: true,
    })
    if (end === 'done') this.laidOut = run.layoutKey
    return end
  }

  /** Writes what the run needs on its target. */
  async #makeReady(
    run: QueuedRun,
    { prepared, what, isOptional = false, isLayout = false }: FillStep,
  ): Promise<StepEnd> {
    const execution = this.#execution(prepared, 'perform')
    const ending = await this.#watch({ run, execution }, prepared, 'perform', Date.now(), false)
    if (ending.kind === 'left') return 'left'
    if (ending.kind === 'not-started') return this.#notStarted(run, ending.failure)
    await this.#discardLater(prepared)
    if (ending.kind === 'interrupted') return this.#interrupted(run, ending)
    const { state, failure } = ending.result
    if (state === 'done') return 'done'
    this.#refused = this.#isRefusal(ending.result)
    if (state === 'failed' && isOptional && !this.#refused) {
      const { journal, campaignId } = this.tools.context
      const text = `${what} could not be discarded, so the drive may count it as used: ${failure?.text ?? ''}`
      journal.log(campaignId, 'warning', text, run.runId)
      return 'done'
    }
    // The run never started, so a stop leaves it waiting.
    if (state === 'stopped') return 'stopped'
    if (state === 'skipped') return this.#setState(run, 'skipped', undefined)
    if (!isLayout || this.#refused) return this.#setState(run, 'failed', notWritten(what, failure))
    const { journal, campaignId } = this.tools.context
    journal.log(campaignId, 'error', failureWords(notWritten(what, failure)), run.runId)
    return 'not-laid-out'
  }

  /**
   * A file in memory is gone after a restart of its host, and so is one on a drive that is not mounted
   * automatically.
   */
  async #keptDataFiles(): Promise<boolean> {
    for (const owner of this.tools.context.machines) {
      const file = createdDataFile(owner)
      if (file && (await lookAtDataFile(owner.host, file)) !== 'same') return false
    }
    return true
  }

  /** Returns the run to waiting, unless something kills its supervisor every time. */
  async #interrupted(run: QueuedRun, ending: Extract<RunEnding, { kind: 'interrupted' }>): Promise<RunState> {
    const { context } = this.tools
    const { campaignId, store, queue, journal } = context
    if (ending.where !== 'line-lost' && !(await this.#keptDataFiles())) this.laidOut = undefined
    const count = (this.#interruptions.get(run.runId) ?? 0) + (causesOutside.includes(ending.where) ? 0 : 1)
    this.#interruptions.set(run.runId, count)
    const failure = ending.failure ?? supervisorLost(ending.where)
    if (count >= mostInterruptions) return this.#setState(run, 'failed', failure)
    // In one go: an app killed between two changes would leave the run interrupted for good.
    if (queue.stateOf(run.runId) === 'running') store.setRunState(run.runId, 'waiting', failure)
    queue.setState(run.runId, 'waiting')
    const text = `${runWords(run, context.engine)} was interrupted and waits again. ${failure.text}`
    journal.log(campaignId, 'warning', text, run.runId)
    journal.runChanged(run.runId)
    return 'waiting'
  }

  /** The run waits again, as if its turn had not come. */
  #notStarted(run: QueuedRun, failure: RunFailure): StepEnd {
    const { store, queue, journal } = this.tools.context
    if (queue.stateOf(run.runId) === 'running') store.setRunState(run.runId, 'waiting', failure)
    queue.setState(run.runId, 'waiting')
    this.#obstacle = failure
    journal.runChanged(run.runId)
    return 'not-started'
  }

  /** Removes run directories on other hosts at once, and the one on this machine with the next start. */
  async #discardLater(prepared: PreparedRun): Promise<void> {
    this.#discard.push(prepared.runDirectory)
    const troubles = await new Servers(prepared.parts).remove()
    for (const trouble of troubles) this.#notRemoved(trouble)
  }

  /** True if the guard refused the raw device. */
  #isRefusal({ state, exitCode }: RunResult): boolean {
    return this.tools.context.device !== undefined && state === 'failed' && exitCode === undefined
  }

  #notRemoved(trouble: string): void {
    const { journal, campaignId } = this.tools.context
    journal.log(campaignId, 'warning', `Run directories could not be removed: ${trouble}`)
  }

  /** Ends a run without its own result. */
  #setState(run: QueuedRun, state: 'failed' | 'skipped', failure: RunFailure | undefined): RunState {
    this.tools.context.store.setRunState(run.runId, state, failure)
    this.tools.context.queue.setState(run.runId, state)
    this.#announce(run, state, failure)
    return state
  }

  #announce(run: QueuedRun, state: RunState, failure: RunFailure | undefined): void {
    const { campaignId, engine, journal } = this.tools.context
    if (state === 'failed') {
      journal.log(campaignId, 'error', `${runWords(run, engine)} failed. ${failureWords(failure)}`, run.runId)
    }
    journal.runChanged(run.runId)
    journal.campaignChanged(campaignId)
  }

  /** Stops what the campaign keeps running between runs, and removes what is left of finished ones. */
  async close(): Promise<void> {
    await this.keepResult()
    await this.#service.stop()
    await this.clear()
  }

  /** Removes what is left of finished runs on the host. */
  async clear(): Promise<void> {
    await this.abandonNext()
    await this.keepResult()
    const directories = this.#discard
    this.#discard = []
    const trouble = await removeRunDirectories(this.tools.context.host, directories)
    if (trouble !== undefined) this.#notRemoved(trouble)
  }
}

/** What a run printed, in the lines of a terminal. */
function printedText({ rawOutputs }: RunResult, printed: readonly string[]): string {
  return rawOutputs
    .filter(({ name }) => name === 'log' || printed.includes(name))
    .map(({ bytes }) => new TextDecoder().decode(bytes.subarray(-mostPrintedBytes)).replaceAll('\n', '\r\n'))
    .join('')
}

/**
 * What is stored instead of a result that could not be read back; the campaign continues. Throws any other
 * error.
 */
function unsoundResult({ exitCode, finishedAtMs, rawOutputs }: RunResult, error: unknown): RunResult {
  if (!(error instanceof ReviewFileError) || error.id !== 'invalid-value') throw error
  const failure = {
    id: 'unsound-result',
    text: `The result cannot be stored. ${error.message}`,
    remedy: 'See the output, which is kept, then retry the run.',
  }
  return { state: 'failed', failure, exitCode, finishedAtMs, observations: [], warnings: [], rawOutputs }
}
