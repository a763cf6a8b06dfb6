import { setTimeout as pause } from 'node:timers/promises'
import { mainProcess, outputNames } from '../../../core/engines/steps'
import type { RunFailure } from '../../../core/results/run'
import { HostError } from '../../hosts/host-error'
import type { CampaignContext } from '../campaign-context'
import { collectRun } from './collect-run'
import { emptyResult, type Execution, type LostRun, type RunEnding } from './execution'
import { inspectRun } from '../supervise/inspect-run'
import { settleRun, type SettledRun } from './settle-run'
import { startAfresh } from '../resume/start-afresh'
import { stopRun, type StopProof } from '../supervise/stop-run'
import { judgeSynchronised } from './judge-synchronised'
import type { PreparedSynchronised } from './prepare-members'
import { Servers } from './servers'

/**
 * One run on several hosts at once. A server waits on every host, started and guarded like any run there; the client runs
 * here, under the same supervisor, and reaches them through the hosts' connections. The run is whole on all hosts or
 * repeated on all of them: when a line is lost, the client is ended at once and every server with it.
 */
export class SynchronisedExecution implements Execution {
  readonly #watch = new AbortController()
  readonly #servers: Servers
  #asked: 'stopped' | 'skipped' | undefined
  #left = false
  #lineLost = false
  #starting: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly context: CampaignContext,
    private readonly run: PreparedSynchronised,
    private readonly discard: readonly string[],
  ) {
    this.#servers = new Servers(context, run.members)
  }

  async perform(onStarted: () => void): Promise<RunEnding> {
    const stopListening = this.#servers.onLost(() => this.#lose())
    try {
      const starting = this.#start()
      this.#starting = starting
      const failure = await starting
      if (failure) return await this.#notStarted(failure)
      onStarted()
      return await this.#seeThrough()
    } finally {
      stopListening()
    }
  }

  /**
   * The lines of the process that started it are gone with it, so the client ends soon by itself if it has not; what it
   * wrote counts only if no host is missing.
   */
  async adopt(onStarted: () => void): Promise<RunEnding> {
    const where = await inspectRun(this.context.host, this.run.runDirectory)
    if (where === 'running') onStarted()
    if (where === 'running' || where === 'committed') return this.#seeThrough()
    await this.#endClient()
    await this.#servers.end()
    return { kind: 'interrupted', where }
  }

  async end(asked: 'stopped' | 'skipped'): Promise<StopProof> {
    this.#asked ??= asked
    await this.#starting.catch(() => undefined)
    const client = await this.#endClient()
    const servers = await this.#servers.end()
    this.#watch.abort()
    return {
      endedPids: [...client.endedPids, ...servers.endedPids],
      leftPids: [...client.leftPids, ...servers.leftPids],
    }
  }

  leave(): void {
    this.#left = true
    this.#watch.abort()
  }

  async #start(): Promise<RunFailure | undefined> {
    const failure = await this.#servers.start()
    if (failure || this.#lineLost) return failure ?? lineLost
    try {
      const links = await this.#servers.links()
      const request = { ...this.run, links, discard: this.discard }
      return await startAfresh(this.context.host, request, mainProcess(this.run.steps).program)
    } catch (error) {
      if (!(error instanceof HostError) || error.id === 'let-go') throw error
      return {
        id: 'no-tunnel',
        text: error.message,
        ...(error.remedy !== undefined && { remedy: error.remedy }),
      }
    } finally {
      // What was lost before the client was there to be ended.
      if (this.#isLineLost()) await this.#endClient()
    }
  }

  async #notStarted(failure: RunFailure): Promise<RunEnding> {
    await this.#servers.end()
    if (this.#asked) return { kind: 'result', result: emptyResult(this.#asked), wallSeconds: undefined }
    if (this.#lineLost) return { kind: 'interrupted', where: 'line-lost' }
    return { kind: 'result', result: emptyResult('failed', failure), wallSeconds: undefined }
  }

  #lose(): void {
    if (this.#lineLost || this.#left) return
    this.#lineLost = true
    // Its end is awaited where the client's is; one that cannot be ended now is found there again.
    this.#endClient().catch(() => undefined)
  }

  async #seeThrough(): Promise<RunEnding> {
    const { host } = this.context
    const watching = new AbortController()
    this.#endWithServer(watching.signal)
    const where = await this.#settled().finally(() => watching.abort())
    if (where === 'left') return { kind: 'left' }
    if (where !== 'committed') await this.#endClient()
    // A line that is dead but not yet known to be shows now, because this waits for every host to answer.
    await this.#servers.end()
    const { runDirectory, steps } = this.run
    const collected =
      where === 'committed' ? await collectRun(host, runDirectory, outputNames(steps)) : undefined
    if (!collected) return this.#withoutResult(where === 'committed' ? 'gone' : where)
    const { engine } = this.context
    const ending = judgeSynchronised({
      ...{ engine, run: this.run, collected },
      asked: this.#asked,
      lineLost: this.#lineLost,
    })
    if (ending.kind !== 'result' || ending.result.state !== 'failed') return ending
    const { result } = ending
    return {
      ...ending,
      result: { ...result, rawOutputs: [...result.rawOutputs, ...(await this.#servers.logs())] },
    }
  }

  /** fio's client goes on with the hosts that are left, although nothing can come of it any more. */
  #endWithServer(signal: AbortSignal): void {
    const end = async () => {
      await this.#servers.firstEnd(signal)
      // A server ends when its client has; that the client has not ended well is certain only after a while.
      await pause(clientEndMs, undefined, { signal })
      await this.#endClient()
    }
    // Aborted, or a host that cannot be watched: then the client ends by itself.
    end().catch(() => undefined)
  }

  #withoutResult(where: LostRun): RunEnding {
    if (this.#asked) return { kind: 'result', result: emptyResult(this.#asked), wallSeconds: undefined }
    return { kind: 'interrupted', where: this.#lineLost ? 'line-lost' : where }
  }

  #settled(): Promise<SettledRun> {
    return settleRun(this.context, {
      runDirectory: this.run.runDirectory,
      signal: this.#watch.signal,
      isLeft: () => this.#left,
      isEnding: () => this.#asked !== undefined,
    })
  }

  #endClient(): Promise<StopProof> {
    const { runDirectory, runName, steps } = this.run
    return stopRun(this.context.host, { runDirectory, runName, program: mainProcess(steps).program })
  }

  /** Read afresh: it changes while something is awaited. */
  #isLineLost(): boolean {
    return this.#lineLost
  }
}

/** How long the client may take to write its result when its servers have ended. */
const clientEndMs = 5000

const lineLost: RunFailure = { id: 'line-lost', text: 'The line to a host was lost.' }
