import type { RunFailure } from '../../../core/results/run'
import { thisMachine } from '../../../core/plan/destination'
import type { ForwardedSocket } from '../../hosts/host'
import { HostError } from '../../hosts/host-error'
import type { CampaignContext } from '../campaign-context'
import { collectRun } from './collect-run'
import { noteCreatedFile } from '../record/note-created-file'
import type { PreparedMember } from './prepare-run'
import { refusalFailure } from './refusal'
import { startAfresh } from '../resume/start-afresh'
import type { StartRequest } from './start-run'
import { stopRun, type StopProof } from '../supervise/stop-run'
import { memberContext } from '../machines/member-context'

/** Waits until a server listens, its run has ended, or 20 s are over. */
const awaitScript = `# benchwright await server
turns=200
while [ -d "$1" ] && [ "$turns" -gt 0 ]; do
  if [ -e "$1/rc" ]; then printf ended; exit 0; fi
  if [ -S "$1/$2" ]; then sleep 0.1; printf listening; exit 0; fi
  sleep 0.1 2>/dev/null || sleep 1
  turns=$((turns - 1))
done
`

/** The servers of one synchronised run, one on each host. */
export class Servers {
  #sockets: ForwardedSocket[] = []
  /** Hosts whose line was lost: what answers to their name then may be another machine. */
  readonly #lost = new Set<string>()

  constructor(
    private readonly context: CampaignContext,
    private readonly members: readonly PreparedMember[],
  ) {}

  /** Hears once when the line to one of the hosts is lost. Answers the end of listening. */
  onLost(listener: (hostName: string) => void): () => void {
    const ends = this.members.flatMap(({ member: { host } }) => {
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
   * Starts all of them at once; undefined when every one waits for its client. Rejects with `other-host`, and has ended
   * what was started, when the name of one leads to another machine by now.
   */
  async start(): Promise<RunFailure | undefined> {
    const starts = await Promise.allSettled(this.members.map((one) => this.#startOne(one)))
    const broken = starts.find((one) => one.status === 'rejected')
    if (broken) {
      const begun = this.members.filter((_, place) => starts[place]?.status === 'fulfilled')
      await Promise.all(begun.map((one) => this.#endOne(one)))
      throw broken.reason
    }
    return starts.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))[0]
  }

  /** Makes every server reachable from here; answers links to their sockets. Rejects with a HostError where a line cannot carry one. */
  links(): Promise<NonNullable<StartRequest['links']>> {
    return Promise.all(
      this.members.map(async ({ member: { host }, run, socketName, linkName }) => {
        const there = `${run.runDirectory}/${socketName}`
        if (host.id === thisMachine) return { name: linkName, target: there }
        if (!host.forwardSocket) throw new HostError(`${host.name} cannot be reached through a socket.`)
        const socket = await host.forwardSocket(there)
        this.#sockets.push(socket)
        return { name: linkName, target: socket.path }
      }),
    )
  }

  /**
   * Ends what is left of them and of their jobs on every host, and proves it; waits for hosts that are away. Files that
   * this run made there go on record.
   */
  async end(): Promise<StopProof> {
    const sockets = this.#sockets.splice(0)
    const proofs = await Promise.all(this.members.map((one) => this.#endOne(one)))
    await Promise.all(sockets.map((socket) => socket.close()))
    return {
      endedPids: proofs.flatMap(({ endedPids }) => endedPids),
      leftPids: proofs.flatMap(({ leftPids }) => leftPids),
    }
  }

  /** Resolves when the first of them has ended, for whatever reason. Rejects when the signal fires. */
  async firstEnd(signal: AbortSignal): Promise<void> {
    await Promise.race(
      this.members.map(({ member: { host }, run }) => host.waitForRun(run.runDirectory, signal)),
    )
  }

  /** What the servers printed, by file name. */
  async logs(): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> {
    const logs = await Promise.all(
      this.members.map(async ({ member: { host }, run, linkName }) => {
        const bytes = await host.readFile(`${run.runDirectory}/log`, 1024 * 1024).catch(() => undefined)
        return bytes && bytes.length > 0 ? [{ name: `${linkName}.log`, bytes }] : []
      }),
    )
    return logs.flat()
  }

  async #startOne(one: PreparedMember): Promise<RunFailure | undefined> {
    const { host } = one.member
    const { sameMachine } = one.member
    const failure = await startAfresh(host, { ...one.run, sameMachine }, this.#program)
    if (failure) return ofHost(host.name, failure)
    const answer = await host.execute(awaitScript, {
      arguments: [one.run.runDirectory, one.socketName],
      purpose: 'the start of the fio server',
    })
    if (new TextDecoder().decode(answer.stdout) === 'listening') return undefined
    return ofHost(host.name, await this.#whyNot(one))
  }

  /** What the guard on the host said, or what the server printed before it ended. */
  async #whyNot({ member: { host }, run }: PreparedMember): Promise<RunFailure> {
    const collected = await collectRun(host, run.runDirectory, [])
    if (collected?.refusal) {
      const { id, detail } = collected.refusal
      return refusalFailure(id, run.guard?.path ?? '', detail)
    }
    const said = collected?.log && new TextDecoder().decode(collected.log).trim().split('\n').at(-1)
    return {
      id: 'server-not-started',
      text: `the server did not begin to wait for its job${said === undefined || said === '' ? '' : `: ${said}`}.`,
      remedy: 'Check that fio can be started there and that its run directory may hold a socket.',
    }
  }

  async #endOne({ member, run }: PreparedMember): Promise<StopProof> {
    const { runDirectory, runName, guard } = run
    if (this.#lost.has(member.host.name)) await member.sameMachine.verify()
    const proof = await stopRun(member.host, { runDirectory, runName, program: this.#program })
    if (guard && 'mayCreate' in guard && guard.mayCreate)
      await noteCreatedFile(memberContext(this.context, member), runDirectory, guard.path)
    return proof
  }

  get #program(): string {
    return this.context.engine.description.program
  }
}

function ofHost(name: string, failure: RunFailure): RunFailure {
  return { ...failure, text: `${name}: ${failure.text}` }
}
