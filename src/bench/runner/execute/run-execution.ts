import { collectedNames, mainProcess, outputNames } from '../../../core/engines/steps'
import type { RunFailure } from '../../../core/results/run'
import type { CampaignContext } from '../campaign-context'
import { collectRun, type CollectedRun } from './collect-run'
import { emptyResult, type Execution, type RunEnding } from './execution'
import { printedOutputs } from '../supervise/run-directory'
import { inspectRun } from '../supervise/inspect-run'
import { judgeRun, readOutput, type Judgement } from './judge-run'
import { noteCreatedFile, recordCreatedFile } from '../record/note-created-file'
import type { PreparedRun } from './prepare-run'
import { pidWords } from './run-words'
import { settleRun, type SettledRun } from './settle-run'
import { startAfresh } from '../resume/start-afresh'
import { stopRun, type StopProof } from '../supervise/stop-run'
import { spinFailure, watchForSpin } from '../supervise/watch-for-spin'

/** One run on its host, from the start (or from finding it running) to what it left behind. Stores nothing but created files. */
export class RunExecution implements Execution {
  readonly #watch = new AbortController()
  #asked: 'stopped' | 'skipped' | undefined
  #left = false
  /** Why the app itself ended the run. */
  #ended: RunFailure | undefined
  #starting: Promise<unknown> = Promise.resolve()

  /** `discard`: run directories whose results are stored, removed on the way. */
  constructor(
    private readonly context: CampaignContext,
    private readonly run: PreparedRun,
    private readonly discard: readonly string[] = [],
  ) {}

  /** Starts the run and sees it through. `onStarted` is called once it is on its way. */
  async perform(onStarted: () => void): Promise<RunEnding> {
    const starting = this.#start()
    this.#starting = starting
    const failure = await starting
    if (failure) return { kind: 'result', result: emptyResult('failed', failure), wallSeconds: undefined }
    onStarted()
    return this.#seeThrough('perform')
  }

  /** Goes on with a run that an earlier process started. */
  async adopt(onStarted: () => void): Promise<RunEnding> {
    const where = await inspectRun(this.context.host, this.run.runDirectory)
    if (where === 'running') onStarted()
    if (where === 'running' || where === 'committed') return this.#seeThrough('adopt')
    await this.#endProcesses()
    await this.#noteCreatedFile()
    return { kind: 'interrupted', where }
  }

  /** Ends the run now; what it has done so far is kept as raw output. Answers with the proof that nothing is left of it. */
  async end(asked: 'stopped' | 'skipped'): Promise<StopProof> {
    this.#asked ??= asked
    await this.#starting.catch(() => undefined)
    const proof = await this.#endProcesses()
    this.#watch.abort()
    return proof
  }

  /** Stops watching. */
  leave(): void {
    this.#left = true
    this.#watch.abort()
  }

  #start(): Promise<RunFailure | undefined> {
    const { host, sameMachine } = this.context
    const request = { ...this.run, discard: this.discard, sameMachine }
    return startAfresh(host, request, mainProcess(this.run.steps).program)
  }

  async #seeThrough(how: 'perform' | 'adopt'): Promise<RunEnding> {
    const where = await this.#settle()
    if (where === 'left') return { kind: 'left' }
    const collected =
      where === 'committed'
        ? await collectRun(this.context.host, this.run.runDirectory, collectedNames(this.run.steps))
        : undefined
    if (!collected) {
      await this.#endProcesses()
      await this.#noteCreatedFile()
      const state = this.#asked ?? (this.#ended && 'failed')
      if (state) return { kind: 'result', result: emptyResult(state, this.#ended), wallSeconds: undefined }
      return { kind: 'interrupted', where: where === 'committed' ? 'gone' : where }
    }
    const judgement = this.#judgement(collected)
    const isClean = collected.strayPids.length === 0 && isCleanEnd(judgement)
    if (!collected.refusal && !this.#asked && !isClean) this.#logStrays(collected, await this.#endProcesses())
    if (collected.created) recordCreatedFile(this.context, this.run.guard?.path, collected.created)
    return this.#judge(judgement, how)
  }

  #logStrays({ strayPids }: CollectedRun, { leftPids }: StopProof): void {
    if (strayPids.length === 0) return
    const { journal, campaignId, engine } = this.context
    const fate = leftPids.length === 0 ? 'It was ended.' : `${pidWords(leftPids)} could not be ended.`
    const text = `${engine.description.name} left ${pidWords(strayPids)} behind. ${fate}`
    journal.log(campaignId, 'warning', text)
  }

  #judgement(collected: CollectedRun): Judgement {
    return {
      engine: this.context.engine,
      request: this.run.request,
      target: this.run.guard?.path,
      steps: this.run.steps,
      collected,
      asked: this.#asked,
      ended: this.#ended,
      expectedSeconds: this.run.expectedSeconds,
      plan: this.context.plan,
      finishedAtMs: Date.now(),
    }
  }

  #judge(judgement: Judgement, how: 'perform' | 'adopt'): RunEnding {
    // Asked to end while nobody watched: a shutdown, or a stop by hand. Not this run's fault, so it is run again.
    if (how === 'adopt' && !this.#asked && !this.#ended && readOutput(judgement).outcome === 'interrupted') {
      return { kind: 'interrupted', where: 'gone' }
    }
    return {
      kind: 'result',
      result: judgeRun(judgement),
      wallSeconds: judgement.collected.wallSeconds,
    }
  }

  async #settle(): Promise<SettledRun> {
    const watching = new AbortController()
    const endingSpin = this.#endSpin(watching.signal)
    try {
      return await this.#settled()
    } finally {
      watching.abort()
      await endingSpin
    }
  }

  /** Ends a run that does nothing but keep a processor busy; its supervisor then commits as after any end. */
  async #endSpin(signal: AbortSignal): Promise<void> {
    const { engine, host } = this.context
    const { request, steps, runDirectory } = this.run
    const silenceSeconds = engine.silenceSeconds?.(request.workload)
    if (silenceSeconds === undefined) return
    const outputs = outputNames(steps)
    if (!(await watchForSpin({ host, runDirectory, outputs, silenceSeconds, signal }))) return
    this.#ended = spinFailure(engine.description.name, silenceSeconds)
    await this.#endProcesses()
  }

  #settled(): Promise<SettledRun> {
    return settleRun(this.context, {
      runDirectory: this.run.runDirectory,
      signal: this.#watch.signal,
      isLeft: () => this.#left,
      isEnding: () => this.#asked !== undefined,
    })
  }

  #endProcesses(): Promise<StopProof> {
    return stopRun(this.context.host, {
      runDirectory: this.run.runDirectory,
      runName: this.run.runName,
      program: mainProcess(this.run.steps).program,
    })
  }

  #noteCreatedFile(): Promise<void> {
    return noteCreatedFile(this.context, this.run.runDirectory, this.run.guard?.path)
  }
}

/** IOzone ends with 0 after an interrupt too, and may leave children behind; what it printed tells. */
function isCleanEnd(judgement: Judgement): boolean {
  if (judgement.collected.exitCode !== 0) return false
  return printedOutputs(judgement.steps).length === 0 || readOutput(judgement).outcome === 'done'
}
