import { mainProcess, outputNames, type Process } from '../../../core/engines/steps'
import type { RunFailure } from '../../../core/results/run'
import type { CampaignContext, MachineContext } from '../campaign-context'
import type { QueuedRun } from '../schedule/run-queue'
import { inspectRun } from '../supervise/inspect-run'
import { stopRun } from '../supervise/stop-run'
import callService from './call-service.sh'
import { collectRun } from './collect-run'
import { removeRunDirectories } from '../supervise/run-directory'
import { startAfresh } from './start-run'
import { runNameOf, serviceRunId } from './run-name'

/** Directory of a campaign's service: a run directory with its own supervisor. */
export function serviceDirectoryOf({ runsDirectory, tag }: MachineContext): string {
  return `${runsDirectory}/${runNameOf(tag, serviceRunId)}`
}

/** Longest time a service may take to become ready, and to end when asked to. */
const readySeconds = 120
const endSeconds = 20

/**
 * The program that has to be up while the runs of a campaign are measured. It is started before the first run
 * that needs it, reset before each further one, restarted if a run needs other options, and stopped when the
 * campaign ends or pauses. Like a run, it outlives this process; a resumed campaign starts a new one.
 */
export class CampaignService {
  /** The running service, as text; undefined if none is known to be running. */
  #running: string | undefined
  #waiting = new AbortController()

  constructor(private readonly context: CampaignContext) {}

  /** Makes the service ready for a run. Returns the reason if that fails; `let-go` if the wait was ended. */
  async prepare(run: QueuedRun): Promise<RunFailure | 'let-go' | undefined> {
    this.#waiting = new AbortController()
    const { signal } = this.#waiting
    try {
      const problem = await this.#ready(run, signal)
      return signal.aborted ? 'let-go' : problem
    } catch (error) {
      if (signal.aborted) return 'let-go'
      throw error
    }
  }

  /** Ends the wait for the service, if there is one. */
  letGo(): void {
    this.#waiting.abort()
  }

  async #ready(run: QueuedRun, signal: AbortSignal): Promise<RunFailure | undefined> {
    const { engine, host } = this.context
    const directory = serviceDirectoryOf(this.context)
    const service = engine.service?.(run.workload, directory)
    if (!service) return undefined
    const wanted = JSON.stringify([service.run, service.ready])
    const isUp =
      this.#running === wanted &&
      (await inspectRun(host, directory)) === 'running' &&
      // Its supervisor briefly outlives a service that died, and keeps running with one that hangs.
      (await this.#call(service.ready, 'a look at the service', 1, signal)) === undefined
    if (isUp) {
      if (!service.reset) return undefined
      const said = await this.#call(service.reset, 'the reset of the service', 1, signal)
      return said === undefined ? undefined : this.#failure('service-not-reset', 'could not be reset', said)
    }
    this.#running = undefined
    await this.stop()
    const { sameMachine } = this.context
    const runName = runNameOf(this.context.tag, serviceRunId)
    const request = { runDirectory: directory, runName, steps: service.run, guard: undefined, sameMachine }
    const failure = await startAfresh(host, request, mainProcess(service.run).program)
    if (failure) return failure
    const said = await this.#call(service.ready, 'the start of the service', readySeconds, signal)
    if (said !== undefined) {
      const collected = await collectRun(host, directory, outputNames(service.run))
      const log = new TextDecoder().decode(collected?.log).trim().split('\n').at(-1)
      await this.stop()
      return this.#failure('service-not-ready', 'was not ready', log === '' || log === undefined ? said : log)
    }
    this.#running = wanted
    return undefined
  }

  /** Ends it and removes its files; does nothing if there is none. */
  async stop(): Promise<void> {
    const { engine, host, tag } = this.context
    if (!engine.service) return
    this.#running = undefined
    const runDirectory = serviceDirectoryOf(this.context)
    await stopRun(host, {
      runDirectory,
      runName: runNameOf(tag, serviceRunId),
      program: engine.description.program,
      patience: { interruptSeconds: 2, terminateSeconds: endSeconds },
    })
    await removeRunDirectories(host, [runDirectory])
  }

  /** Repeats a command until it ends with 0. Returns its last output if it never does, or if the service has ended. */
  async #call(
    { program, args }: Process,
    purpose: string,
    patienceSeconds: number,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const answer = await this.context.host.execute(`# benchwright service\n${callService}`, {
      arguments: [serviceDirectoryOf(this.context), String(patienceSeconds), program, ...args],
      purpose,
      timeoutMs: (patienceSeconds + 30) * 1000,
      signal,
    })
    return answer.exitCode === 0 ? undefined : new TextDecoder().decode(answer.stdout)
  }

  #failure(id: string, what: string, said: string): RunFailure {
    const { name } = this.context.engine.description
    return {
      id,
      text: `The service of ${name} ${what}${said === '' ? '' : `: ${said}`}.`,
      remedy: 'Check that the program is installed on the host and that its options fit its version.',
    }
  }
}
