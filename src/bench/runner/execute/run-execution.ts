import { setTimeout as pause } from 'node:timers/promises'
import { collectedNames, mainProcess, outputNames } from '../../../core/engines/steps'
import { thisMachine } from '../../../core/plan/destination'
import type { RunFailure } from '../../../core/results/run'
import type { CampaignContext } from '../campaign-context'
import { noteCreatedFile, recordCreatedFile } from '../record/note-created-file'
import { inspectRun } from '../supervise/inspect-run'
import { printedOutputs } from '../supervise/run-directory'
import { stopRun, type StopProof } from '../supervise/stop-run'
import { spinFailure, watchForSpin } from '../supervise/watch-for-spin'
import type { RemoteReading } from './clock-watch'
import { collectRun, endOfRunMs, type CollectedRun } from './collect-run'
import { judgeRun, type JudgedRun, type Judgement } from './judge-run'
import type { PreparedRun } from './prepare-run'
import { pidWords } from './run-words'
import { withoutNumbers, type LostRun, type RunEnding } from './run-ending'
import { RunStart } from './run-start'
import { Servers } from './servers'
import { settleRun, type SettledRun } from './settle-run'
import { machineFault, startAfresh } from './start-run'

/**
 * One run on all its machines, from its start or adoption to its result. Stores only records of created
 * files. If several machines run one job, a server waits on each, started and guarded like any run, and the
 * client runs on this machine under the same supervisor. Such a run is complete on all machines or repeated
 * on all: if a connection is lost, the client and all servers are ended at once.
 */
export class RunExecution {
  readonly #watch = new AbortController()
  readonly #servers: Servers
  #asked: 'stopped' | 'skipped' | undefined
  #left = false
  #lineLost = false
  /** Why the app itself ended the run. */
  #ended: RunFailure | undefined
  #starting: Promise<unknown> = Promise.resolve()
  /** Boot of the machine when the run was started or adopted. */
  #bootId: string | undefined
  readonly #start: RunStart
  #begunAtMs = Date.now()

  /**
   * `discard`: run directories to remove, whose results are stored. `noteStart` records the start before
   * anything is started, and may be called again.
   */
  constructor(
    private readonly context: CampaignContext,
    private readonly run: PreparedRun,
    private readonly discard: readonly string[] = [],
    private readonly noteStart: () => void = () => undefined,
  ) {
    this.#servers = new Servers(run.parts)
    const note = () => {
      this.#begunAtMs = Date.now()
      noteStart()
    }
    this.#start = new RunStart((beforeStart) => this.#begin(beforeStart), note)
  }

  /**
   * Writes the run directory before it is this run's turn, on hosts that can; nothing starts before `perform`. If
   * this process ends first, the directory is removed.
   */
  prepare(): void {
    this.#start.prepare()
  }

  /** Undoes `prepare`; the run can no longer be performed. */
  abandon(): Promise<void> {
    return this.#start.abandon()
  }

  /** Starts the run and waits for its end. `onStarted` is called once it has started. */
  async perform(onStarted: () => void): Promise<RunEnding> {
    const stopListening = this.#servers.onLost(() => this.#lose())
    this.#bootId = this.context.sameMachine.bootId
    try {
      const starting = this.#start.now()
      this.#starting = starting
      const failure = await starting
      if (failure) return await this.#notStarted(failure)
      onStarted()
      return await this.#seeThrough('perform')
    } finally {
      stopListening()
    }
  }

  /**
   * Takes over a run that an earlier process started. Its connections to servers are gone, so a client soon
   * ends by itself; its output counts only if no machine is missing.
   */
  async adopt(onStarted: () => void): Promise<RunEnding> {
    const where = await inspectRun(this.context.host, this.run.runDirectory)
    if (where === 'running') onStarted()
    if (where === 'running' || where === 'committed') return this.#seeThrough('adopt')
    await this.#endProcesses()
    await this.#servers.end()
    await this.#noteCreatedFile()
    return { kind: 'interrupted', where }
  }

  /**
   * Ends the run now; its output so far is kept as raw output. Returns the proof that no process of it is
   * left.
   */
  async end(asked: 'stopped' | 'skipped'): Promise<StopProof> {
    this.#asked ??= asked
    await this.#starting.catch(() => undefined)
    const engine = await this.#endProcesses()
    const servers = await this.#servers.end()
    this.#watch.abort()
    return {
      endedPids: [...engine.endedPids, ...servers.endedPids],
      leftPids: [...engine.leftPids, ...servers.leftPids],
    }
  }

  /** Stops watching. */
  leave(): void {
    this.#left = true
    this.#watch.abort()
  }

  /** Resolves when the run has started, or could not be started. */
  started(): Promise<unknown> {
    return this.#starting.catch(() => undefined)
  }

  async #begin(beforeStart: () => Promise<void>): Promise<RunFailure | undefined> {
    if (this.#servers.count > 0) this.noteStart()
    const failure = await this.#servers.start()
    if (failure || this.#lineLost) return failure ?? lineLost
    try {
      const links = await this.#servers.links()
      if ('id' in links) return links
      const { host, sameMachine } = this.context
      const { discard } = this
      const request = { ...this.run, links, discard, sameMachine, beforeStart }
      return await startAfresh(host, request, mainProcess(this.run.steps).program)
    } finally {
      // A connection was lost before there was a client to end.
      if (this.#now().lineLost) await this.#endProcesses()
    }
  }

  async #notStarted(failure: RunFailure): Promise<RunEnding> {
    await this.#servers.end()
    if (this.#servers.count > 0 && this.#asked) return withoutNumbers(this.#asked)
    if (this.#lineLost) return { kind: 'interrupted', where: 'line-lost' }
    if (this.#asked) return withoutNumbers(this.#asked)
    if (failure.id === machineFault) return { kind: 'not-started', failure }
    return withoutNumbers('failed', failure)
  }

  #lose(): void {
    if (this.#lineLost || this.#left) return
    this.#lineLost = true
    // The end of the client is awaited elsewhere, where a client that cannot be ended now is handled.
    this.#endProcesses().catch(() => undefined)
  }

  async #seeThrough(how: 'perform' | 'adopt'): Promise<RunEnding> {
    const where = await this.#settle()
    if (where === 'left') return { kind: 'left' }
    const { host } = this.context
    if (where !== 'committed') await this.#endProcesses()
    // This waits for every machine to answer, so a dead connection is noticed now at the latest.
    await this.#servers.end()
    const collected =
      where === 'committed'
        ? await collectRun(host, this.run.runDirectory, collectedNames(this.run.steps))
        : undefined
    if (!collected) {
      if (where === 'committed') await this.#endProcesses()
      return this.#withoutResult(where === 'committed' ? 'gone' : where)
    }
    const judgement = this.#judgement(collected, await this.#servers.collect())
    const judged = judgeRun(judgement)
    const isClean = collected.strayPids.length === 0 && this.#isCleanEnd(collected, judged)
    if (!collected.refusal && !this.#asked && !isClean) this.#logStrays(collected, await this.#endProcesses())
    if (collected.created) recordCreatedFile(this.context, this.run.guard?.path, collected.created)
    const lost = await this.#lostAfterAll(judged, collected, how)
    if (lost) return lost
    const { asked } = this.#now()
    const { result } = asked === judgement.asked ? judged : judgeRun({ ...judgement, asked })
    return { kind: 'result', result, clocks: this.#clocks(judgement) }
  }

  /** IOzone exits with 0 even after an interrupt, and may leave children behind; its output shows that. */
  #isCleanEnd({ exitCode }: CollectedRun, { outcome }: JudgedRun): boolean {
    return exitCode === 0 && (printedOutputs(this.run.steps).length === 0 || outcome === 'done')
  }

  async #withoutResult(where: LostRun): Promise<RunEnding> {
    await this.#noteCreatedFile()
    const state = this.#asked ?? (this.#ended && 'failed')
    if (state) return withoutNumbers(state, this.#ended)
    if (this.#lineLost) return { kind: 'interrupted', where: 'line-lost' }
    // A machine that restarts may forget its run directories.
    const hasRestarted =
      where === 'missing' && this.#bootId !== undefined && this.#bootId !== this.context.sameMachine.bootId
    return { kind: 'interrupted', where: hasRestarted ? 'rebooted' : where }
  }

  /** The ending of a committed run that does not count and is repeated; undefined for one that counts, failed or not. */
  async #lostAfterAll(
    { outcome, result: { failure } }: JudgedRun,
    { bootId, exitCode }: CollectedRun,
    how: 'perform' | 'adopt',
  ): Promise<RunEnding | undefined> {
    if (this.#asked || this.#ended || outcome === 'done') return undefined
    const lost = (where: LostRun) => ({ kind: 'interrupted', where }) as const
    if (this.#lineLost) return lost('line-lost')
    if (outcome === 'interrupted' && this.#servers.count > 0)
      return { ...lost('host-lost'), ...(failure && { failure }) }
    // Ended while it was not watched, by a shutdown or by hand, which is not a failure of the run.
    if (outcome === 'interrupted' && how === 'adopt') return lost('gone')
    // A machine that shuts down ends the engine (SIGHUP, SIGTERM, SIGKILL), and the supervisor may still commit that.
    const wasEnded = outcome === 'interrupted' || [129, 137, 143].includes(exitCode ?? 0)
    const goingDown = wasEnded ? this.#watch.signal : undefined
    const hasRestarted = await this.context.sameMachine.hasRestartedSince(bootId, goingDown)
    if (this.#left) return { kind: 'left' }
    return hasRestarted && !this.#now().asked ? lost('rebooted') : undefined
  }

  #logStrays({ strayPids }: CollectedRun, { leftPids }: StopProof): void {
    if (strayPids.length === 0) return
    const { journal, campaignId, engine } = this.context
    const fate = leftPids.length === 0 ? 'It was ended.' : `${pidWords(leftPids)} could not be ended.`
    const text = `${engine.description.name} left ${pidWords(strayPids)} behind. ${fate}`
    journal.log(campaignId, 'warning', text)
  }

  #judgement(collected: CollectedRun, ofServers: readonly (CollectedRun | undefined)[]): Judgement {
    const { steps, parts, guard, expectedSeconds, startedAtMs } = this.run
    return {
      engine: this.context.engine,
      parts: parts.map(({ machine, request, server }, place) => ({
        host: machine.host.name,
        request,
        fileSystem: machine.fileSystem,
        reservations: [
          ...machine.reservationsOf(request.workload),
          ...(this.context.besideOf?.(startedAtMs ?? this.#begunAtMs) ?? []),
        ],
        ...(server ? { server, collected: ofServers[place] } : { collected }),
      })),
      target: guard?.path,
      steps,
      collected,
      asked: this.#asked,
      ended: this.#ended,
      expectedSeconds,
      plan: this.context.plan,
      finishedAtMs: endOfRunMs(collected, startedAtMs),
    }
  }

  #clocks({ parts }: Judgement): readonly RemoteReading[] {
    return parts.flatMap(({ host, collected }, place) =>
      collected && this.run.parts[place]?.machine.host.id !== thisMachine
        ? [{ host, bootId: collected.bootId, counters: collected.counters }]
        : [],
    )
  }

  async #settle(): Promise<SettledRun> {
    const watching = new AbortController()
    const endingSpin = this.#endSpin(watching.signal)
    this.#endWithServer(watching.signal)
    try {
      return await settleRun(this.context, {
        runDirectory: this.run.runDirectory,
        signal: this.#watch.signal,
        isLeft: () => this.#left,
        isEnding: () => this.#asked !== undefined,
      })
    } finally {
      watching.abort()
      await endingSpin
    }
  }

  /** Ends a run that does nothing but keep a processor busy; its supervisor then commits as after any end. */
  async #endSpin(signal: AbortSignal): Promise<void> {
    const { engine, host } = this.context
    const { parts, steps, runDirectory } = this.run
    const [only] = parts
    const silenceSeconds =
      only && parts.length === 1 ? engine.silenceSeconds?.(only.request.workload) : undefined
    if (silenceSeconds === undefined) return
    const outputs = outputNames(steps)
    if (!(await watchForSpin({ host, runDirectory, outputs, silenceSeconds, signal }))) return
    this.#ended = spinFailure(engine.description.name, silenceSeconds)
    await this.#endProcesses()
  }

  /** fio's client continues with the remaining machines, although it can no longer have a result. */
  #endWithServer(signal: AbortSignal): void {
    if (this.#servers.count === 0) return
    const end = async () => {
      await this.#servers.firstEnd(signal)
      // A server ends after its client, so only after a while is it certain that the client will not end by itself.
      await pause(clientEndMs, undefined, { signal })
      await this.#endProcesses()
    }
    // Aborted, or the host cannot be watched; the client ends by itself then.
    end().catch(() => undefined)
  }

  #endProcesses(): Promise<StopProof> {
    const { runDirectory, runName, steps } = this.run
    return stopRun(this.context.host, { runDirectory, runName, program: mainProcess(steps).program })
  }

  #noteCreatedFile(): Promise<void> {
    return noteCreatedFile(this.context, this.run.runDirectory, this.run.guard?.path)
  }

  /** What changes during an await. */
  #now() {
    return { asked: this.#asked, lineLost: this.#lineLost }
  }
}

/** How long the client may take to write its result when its servers have ended. */
const clientEndMs = 5000

const lineLost: RunFailure = { id: 'line-lost', text: 'The line to a host was lost.' }
