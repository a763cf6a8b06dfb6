import type { HostReport, HostSummary } from '../../../core/contract/host-requests'
import type { Plan } from '../../../core/plan/plan'
import { type Destination, thisMachine } from '../../../core/plan/destination'
import { GatheredText } from '../../hosts/gathered-text'
import type { Host, Terminal, TerminalOptions } from '../../hosts/host'
import { HostError } from '../../hosts/host-error'
import { askAttended } from '../../hosts/leavable-host'
import type { HostList } from '../../hosts/host-list'
import type { HostPool } from '../../hosts/host-pool'
import { takeInventory } from '../../hosts/inventory/take-inventory'
import { runPreflight } from '../../hosts/preflight/run-preflight'
import { forgetKey } from '../../hosts/ssh/keys/forget-key'
import type { SshHost } from '../../hosts/ssh/ssh-host'
import { BenchEvents } from '../../runner/bench-events'

export interface HostDeskOptions {
  readonly pool: HostPool
  readonly list: HostList
  /** Host names in the user's ssh_config. */
  readonly aliases: () => readonly Destination[]
  /** Why a host cannot be released just now, e.g. because a campaign runs there. */
  readonly inUse: (hostId: Destination) => string | undefined
}

/** Enough for the longest banners and warnings. */
const keptCharacters = 64 * 1024
/** Pieces are gathered for this long before they are sent. */
const gatherMs = 30

interface Login {
  readonly terminal: Terminal
  readonly text: GatheredText
}

/** Carries out the window's requests about hosts. What is typed into a login goes to ssh and nowhere else. */
export class HostDesk {
  readonly events = new BenchEvents()
  readonly #logins = new Map<Destination, Login>()
  readonly #reports = new Map<Destination, HostReport>()
  readonly #inspections = new Map<Destination, AbortController>()
  /** Why nothing can be run on a host, by the id of the check that found it. */
  readonly #problems = new Map<Destination, Map<string, string>>()
  readonly #startedAtMs = Date.now()
  readonly #stopListening: readonly (() => void)[]

  constructor(private readonly options: HostDeskOptions) {
    const { pool } = options
    this.#stopListening = [
      pool.onStatus(() => this.#tellAll()),
      pool.onRunsFolder((id, problem) => this.#noteSpace(id, problem)),
    ]
  }

  /** This machine first, then hosts that were added, then those that only plans use. */
  hosts(): readonly HostSummary[] {
    const { pool, list } = this.options
    const statuses = pool.statuses()
    const added = list.all().map(({ destination, addedAtMs }) => ({
      id: destination,
      name: destination,
      status: statuses.get(destination) ?? { state: 'offline' as const, sinceMs: addedAtMs },
      listed: true,
      ...this.#facts(destination),
    }))
    const listed = new Set(added.map(({ id }) => id))
    const strangers = [...statuses]
      .filter(([name]) => !listed.has(name))
      .map(([name, status]) => ({ id: name, name, status, listed: false, ...this.#facts(name) }))
    const local: HostSummary = {
      id: thisMachine,
      name: pool.local.name,
      status: { state: 'online', sinceMs: this.#startedAtMs },
      listed: true,
      ...this.#facts(thisMachine),
    }
    return [local, ...added, ...strangers]
  }

  /**
   * Throws `host-not-listed` for a plan on a host that is neither listed nor connected: a results file may
   * come from anywhere, and viewing its plans must not log in to their hosts.
   */
  refuseUnlisted({ hosts }: Pick<Plan, 'hosts'>): void {
    const { pool, list } = this.options
    const listed = new Set(list.all().map(({ destination }) => destination))
    const unlisted = hosts.find(
      (one) => one !== thisMachine && !listed.has(one) && pool.statuses().get(one)?.state !== 'online',
    )
    if (unlisted === undefined) return
    throw new HostError(
      `${unlisted} is not on your list of hosts, so nothing was asked of it.`,
      'Add it to your hosts if you know it.',
      'host-not-listed',
    )
  }

  /** Host names in ssh_config that are not on the list yet. */
  aliases(): readonly Destination[] {
    const added = new Set(this.options.list.all().map(({ destination }) => destination))
    return this.options.aliases().filter((alias) => !added.has(alias))
  }

  async add(destination: Destination): Promise<HostSummary> {
    await this.options.list.add(destination)
    this.#tellAll()
    return this.#summary(destination)
  }

  async remove(hostId: Destination): Promise<void> {
    const destination = this.#destination(hostId)
    this.#refuseInUse(hostId)
    await this.#release(destination)
    await this.options.list.remove(destination)
    this.#reports.delete(destination)
    this.#tellAll()
  }

  /**
   * Starts to connect in a terminal in which ssh may ask questions. An earlier login to the same host ends.
   * Rejects if ssh could not be started.
   */
  async login(hostId: Destination, size: Pick<TerminalOptions, 'columns' | 'rows'>): Promise<void> {
    const host = this.#sshHost(hostId)
    this.#logins.get(hostId)?.terminal.close()
    const terminal = await host.openLogin(size)
    const login: Login = {
      terminal,
      text: new GatheredText(
        (text) => this.events.emit({ type: 'host-terminal', hostId, text }),
        keptCharacters,
        gatherMs,
      ),
    }
    this.#logins.set(hostId, login)
    terminal.onData((text) => login.text.push(text))
    terminal.onExit(() => {
      if (this.#logins.get(hostId) === login) this.#endLogin(hostId)
    })
    this.#tellAll()
  }

  /** Everything the login terminal has shown so far. */
  scrollback(hostId: Destination): string {
    return this.#logins.get(hostId)?.text.sent ?? ''
  }

  type(hostId: Destination, text: string): void {
    if (this.#isLoggingIn(hostId)) this.#logins.get(hostId)?.terminal.write(text)
  }

  resize(hostId: Destination, columns: number, rows: number): void {
    this.#logins.get(hostId)?.terminal.resize(columns, rows)
  }

  async disconnect(hostId: Destination): Promise<void> {
    const destination = this.#destination(hostId)
    this.#refuseInUse(hostId)
    await this.#release(destination)
    this.#tellAll()
  }

  /**
   * Repeats preflight and inventory. Rejects with a HostError if the host cannot be reached or the inspection
   * is cancelled.
   */
  async inspect(hostId: Destination): Promise<HostReport> {
    const host = this.#host(hostId)
    this.cancelInspect(hostId)
    const giveUp = new AbortController()
    this.#inspections.set(hostId, giveUp)
    try {
      const { checks, record } = await askAttended(
        host,
        'a look at the machine',
        giveUp.signal,
        async (asked) => ({
          checks: await runPreflight(asked),
          ...(await takeInventory(asked, { health: true })),
        }),
      )
      const report: HostReport = { inspectedAtMs: Date.now(), checks, record }
      this.#reports.set(hostId, report)
      const problems = checks.filter(({ state }) => state === 'problem')
      this.#problems.set(hostId, new Map(problems.map(({ id, text }) => [id, text])))
      this.#tellAll()
      return report
    } finally {
      if (this.#inspections.get(hostId) === giveUp) this.#inspections.delete(hostId)
    }
  }

  /** Cancels the inspection of a host, if one is in progress. */
  cancelInspect(hostId: Destination): void {
    this.#inspections.get(hostId)?.abort()
  }

  report(hostId: Destination): HostReport | undefined {
    return this.#reports.get(hostId)
  }

  /** Removes the stored key of a host whose key has changed, if it is still the one the person saw. */
  async forgetKey(hostId: Destination, storedFingerprint: string): Promise<void> {
    const { changedKey } = this.#sshHost(hostId).status
    if (!changedKey) {
      throw new HostError(
        `The key of ${hostId} has not changed.`,
        'Log in again to see the state of the host.',
      )
    }
    await forgetKey(changedKey, storedFingerprint, this.options.pool.knownHostsPath)
    await this.#release(this.#destination(hostId))
    this.#tellAll()
  }

  dispose(): void {
    for (const stop of this.#stopListening) stop()
    this.#logins.clear()
  }

  #facts(id: Destination): Pick<HostSummary, 'loggingIn' | 'inspectedAtMs' | 'problem'> {
    const [problem] = this.#problems.get(id)?.values() ?? []
    return { loggingIn: this.#isLoggingIn(id), inspectedAtMs: this.#reports.get(id)?.inspectedAtMs, problem }
  }

  /** What a check of a plan found, which may be newer than the report. */
  #noteSpace(id: Destination, problem: string | undefined): void {
    const known = this.#problems.get(id) ?? new Map<string, string>()
    if (known.get('space') === problem) return
    if (problem === undefined) known.delete('space')
    else known.set('space', problem)
    this.#problems.set(id, known)
    this.#tellAll()
  }

  /** Once ssh has logged in, its terminal takes no more input. */
  #isLoggingIn(id: Destination): boolean {
    return this.#logins.has(id) && this.options.pool.statuses().get(id)?.state !== 'online'
  }

  #endLogin(hostId: Destination): void {
    this.#logins.get(hostId)?.text.flush()
    this.#logins.delete(hostId)
    this.#tellAll()
  }

  async #release(destination: Destination): Promise<void> {
    this.#logins.get(destination)?.terminal.close()
    this.#logins.delete(destination)
    await this.options.pool.release(destination)
  }

  #summary(id: Destination): HostSummary {
    const found = this.hosts().find((host) => host.id === id && host.listed)
    if (found) return found
    throw new HostError(`There is no host ${id} on the list.`, 'It may have been removed in another window.')
  }

  #host(hostId: Destination): Host {
    return hostId === thisMachine ? this.options.pool.local : this.#sshHost(hostId)
  }

  #sshHost(hostId: Destination): SshHost {
    return this.options.pool.ssh(this.#destination(hostId))
  }

  /** The window may name only what is on the list. */
  #destination(hostId: Destination): Destination {
    if (hostId === thisMachine) throw new HostError('This machine is not reached over SSH.')
    return this.#summary(hostId).id
  }

  #refuseInUse(hostId: Destination): void {
    const why = this.options.inUse(hostId)
    if (why !== undefined) throw new HostError(why, 'Pause or stop the campaign first.')
  }

  /** A list that cannot be read just now is reported by the next request that needs it. */
  #tellAll(): void {
    let hosts: readonly HostSummary[]
    try {
      hosts = this.hosts()
    } catch {
      return
    }
    this.events.emit({ type: 'hosts-changed', hosts })
  }
}
