import { logNames } from '../../../core/engines/steps'
import type { RunFailure } from '../../../core/results/run'
import { thisMachine } from '../../../core/plan/destination'
import type { ForwardedSocket } from '../../hosts/host'
import { HostError } from '../../hosts/host-error'
import type { MachineContext } from '../campaign-context'
import awaitServer from './await-server.sh'
import { collectRun, type CollectedRun } from './collect-run'
import { noteCreatedFile } from '../record/note-created-file'
import type { PreparedPart, PreparedServer } from './prepare-run'
import { refusalFailure } from './refusal'
import { startAfresh, type StartRequest } from './start-run'
import { removeRunDirectories } from '../supervise/run-directory'
import { stopRun, type StopProof } from '../supervise/stop-run'

/** A machine with its server. */
type Serving = PreparedServer & Pick<PreparedPart, 'machine'>

/** The servers of one run, one per machine if several run one job; none if the engine is started directly. */
export class Servers {
  readonly #all: readonly Serving[]
  #sockets: ForwardedSocket[] = []
  /** Hosts with a lost connection: their name may lead to another machine by now. */
  readonly #lost = new Set<string>()

  constructor(parts: readonly PreparedPart[]) {
    this.#all = parts.flatMap(({ machine, server }) => (server ? [{ ...server, machine }] : []))
  }

  get count(): number {
    return this.#all.length
  }

  /** Calls the listener when the connection to one of the hosts is lost. Returns an unsubscribe function. */
  onLost(listener: (hostName: string) => void): () => void {
    const ends = this.#all.flatMap(({ machine: { host } }) => {
      const end = host.onStatus?.(({ state }) => {
        if (state === 'online') return
        this.#lost.add(host.name)
        listener(host.name)
      })
      return end ? [end] : []
    })
    return () => {
      for (const end of ends) end()
    }
  }

  /**
   * Starts all of them at once; undefined when every one waits for its client. If the name of one now leads
   * to another machine, ends those that were started and rejects with `other-host`.
   */
  async start(): Promise<RunFailure | undefined> {
    const starts = await Promise.allSettled(this.#all.map((one) => this.#startOne(one)))
    const broken = starts.find((one) => one.status === 'rejected')
    if (broken) {
      const begun = this.#all.filter((_, place) => starts[place]?.status === 'fulfilled')
      await Promise.all(begun.map((one) => this.#endOne(one)))
      throw broken.reason
    }
    return starts.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))[0]
  }

  /**
   * Makes every server reachable from this machine: links to their sockets, or why a connection cannot carry
   * one.
   */
  async links(): Promise<NonNullable<StartRequest['links']> | RunFailure> {
    try {
      return await Promise.all(this.#all.map((one) => this.#linkTo(one)))
    } catch (error) {
      if (!(error instanceof HostError) || error.id === 'let-go') throw error
      return { id: 'no-tunnel', text: error.message, remedy: error.remedy }
    }
  }

  async #linkTo({ machine: { host }, runDirectory, socketName, linkName: name }: Serving) {
    const there = `${runDirectory}/${socketName}`
    if (host.id === thisMachine) return { name, target: there }
    if (!host.forwardSocket) throw new HostError(`${host.name} cannot be reached through a socket.`)
    const socket = await host.forwardSocket(there)
    this.#sockets.push(socket)
    return { name, target: socket.path }
  }

  /**
   * Ends what is left of them and their jobs on every host, with proof; waits for hosts that are away.
   * Records files that this run created on them.
   */
  async end(): Promise<StopProof> {
    const sockets = this.#sockets.splice(0)
    const proofs = await Promise.all(this.#all.map((one) => this.#endOne(one)))
    await Promise.all(sockets.map((socket) => socket.close()))
    return {
      endedPids: proofs.flatMap(({ endedPids }) => endedPids),
      leftPids: proofs.flatMap(({ leftPids }) => leftPids),
    }
  }

  /** Resolves when the first of them has ended, for whatever reason. Rejects when the signal fires. */
  async firstEnd(signal: AbortSignal): Promise<void> {
    await Promise.race(
      this.#all.map(({ machine: { host }, runDirectory }) => host.waitForRun(runDirectory, signal)),
    )
  }

  /** What each of them left in addition to the result, once they have ended: its log and observations. */
  collect(): Promise<readonly (CollectedRun | undefined)[]> {
    return Promise.all(
      this.#all.map(({ machine: { host }, runDirectory, steps }) =>
        collectRun(host, runDirectory, logNames(steps)),
      ),
    )
  }

  /** Removes their run directories. Names what could not be removed. */
  async remove(): Promise<readonly string[]> {
    const troubles = await Promise.all(
      this.#all.map(async ({ machine: { host }, runDirectory }) => {
        const trouble = await removeRunDirectories(host, [runDirectory])
        return trouble === undefined ? [] : [`${host.name}: ${trouble}`]
      }),
    )
    return troubles.flat()
  }

  async #startOne(one: Serving): Promise<RunFailure | undefined> {
    const { machine, runDirectory, socketName } = one
    const { host, sameMachine } = machine
    const failure = await startAfresh(host, { ...one, sameMachine }, programOf(machine))
    if (failure) return ofHost(host.name, failure)
    const answer = await host.execute(`# benchwright await server\n${awaitServer}`, {
      arguments: [runDirectory, socketName],
      purpose: 'the start of the fio server',
    })
    if (new TextDecoder().decode(answer.stdout) === 'listening') return undefined
    return ofHost(host.name, await this.#whyNot(one))
  }

  /** Why it did not start: what the guard on the host said, or what the server printed before it ended. */
  async #whyNot({ machine: { host }, runDirectory, guard }: Serving): Promise<RunFailure> {
    const collected = await collectRun(host, runDirectory, [])
    if (collected?.refusal) {
      const { id, detail } = collected.refusal
      return refusalFailure(id, guard?.path ?? '', detail)
    }
    const said = collected?.log && new TextDecoder().decode(collected.log).trim().split('\n').at(-1)
    return {
      id: 'server-not-started',
      text: `the server did not begin to wait for its job${said === undefined || said === '' ? '' : `: ${said}`}.`,
      remedy: 'Check that fio can be started there and that its run directory may hold a socket.',
    }
  }

  async #endOne({ machine, runDirectory, runName, guard }: Serving): Promise<StopProof> {
    const { host, sameMachine } = machine
    if (this.#lost.has(host.name)) await sameMachine.verify()
    const proof = await stopRun(host, { runDirectory, runName, program: programOf(machine) })
    if (guard && 'mayCreate' in guard && guard.mayCreate)
      await noteCreatedFile(machine, runDirectory, guard.path)
    return proof
  }
}

function programOf({ engine }: MachineContext): string {
  return engine.description.program
}

function ofHost(name: string, failure: RunFailure): RunFailure {
  return { ...failure, text: `${name}: ${failure.text}` }
}
