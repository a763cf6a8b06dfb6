import { mainProcess, outputNames, type Process } from '../../../core/engines/steps'
import type { RunFailure } from '../../../core/results/run'
import type { CampaignContext, MachineContext } from '../campaign-context'
import { startAfresh } from '../resume/start-afresh'
import type { QueuedRun } from '../schedule/run-queue'
import { inspectRun } from '../supervise/inspect-run'
import { stopRun } from '../supervise/stop-run'
import callService from './call-service.sh'
import { collectRun } from './collect-run'
import { removeRunDirectories } from './remove-run'
import { runNameOf, serviceRunId } from './run-name'

/** Where a campaign's service works: a run directory of its own, under a supervisor of its own. */
export function serviceDirectoryOf({ runsDirectory, tag }: MachineContext): string {
  return `${runsDirectory}/${runNameOf(tag, serviceRunId)}`
}

/** Longest time a service may take until it is ready, and to end when it is asked to. */
const readySeconds = 120
const endSeconds = 20

/**
 * The program that has to be up while the runs of a campaign are measured. It is started before the first run that needs
 * it, reset before each further one, started again where a run needs it with other options, and stopped when the campaign
 * ends or pauses. Like a run it goes on when this process lets go; a campaign that is taken up again begins with a new one.
 */
export class CampaignService {
  /** What is up, as text; undefined while it is not known to be. */
  #running: string | undefined
  #waiting = new AbortController()

  constructor(private readonly context: CampaignContext) {}

  /** Has the service ready for a run; the reason why it is not. `let-go`: nobody waits for it any more. */
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
      // Its supervisor outlives a service that has just died by a moment, and one that hangs for ever.
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

  /** Ends it and removes its files; does nothing where none is left. */
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

  /** Tries a command until it ends with 0; what it said last where it never does, or the service has ended. */
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
