import { systemErrorText } from '../../../core/errors/system-error'
import type { HostStatus } from '../../../core/contract/host-requests'
import { sshAddress, type Destination, type SshAddress } from '../../../core/plan/destination'
import { HostError } from '../host-error'
import type { Terminal, TerminalOptions } from '../host'
import { hostKeyRules } from './keys/host-key-rules'
import { openTransport, type ConnectionSettings } from './session/open-transport'
import { loginTooLong, loginTooTalkative, noShell, readSshFailure, type SshFailure } from './ssh-failure'
import { SessionSlots } from './session/session-slots'
import type { HostKeyRules } from './ssh-arguments'
import type { Transport } from './session/transport'
import { readChangedKey } from './keys/changed-key'

const backgroundSize = { columns: 80, rows: 24 }
/** Time limit of an unattended attempt; ssh itself gives each machine on the way 10 s to answer. */
const backgroundLoginMs = 45_000
/**
 * Time limit of a login in front of a person: enough to find a token or to ask a colleague for a password.
 */
const personLoginMs = 600_000
/** A connection shorter than this counts as a failed attempt, so that the next one waits longer. */
const briefMs = 2000
/** How often the local ssh is checked while the connection is in use. */
const heartbeatMs = 5000

type LoginSize = Pick<TerminalOptions, 'columns' | 'rows'>

interface Waiter {
  /** Keeps waiting through a lost connection and a repeated login. */
  readonly patient: boolean
  resolve(transport: Transport): void
  reject(error: HostError): void
}

/**
 * The connection to one host. Once a host has been online it is waited for: a lost connection is retried
 * until it is back, and requests wait in the meantime. A host that was never online fails at once, with the
 * reason.
 */
export class SshConnection {
  readonly address: SshAddress
  readonly slots = new SessionSlots()
  readonly #listeners = new Set<(status: HostStatus) => void>()
  #status: HostStatus = { state: 'offline', sinceMs: Date.now() }
  #transport: Transport | undefined
  /** Aborts reading the configuration. */
  #reading = new AbortController()
  /** The current attempt; reports from older ones are ignored. */
  #attempt = 0
  #trying = false
  #patient = false
  #failures = 0
  #retry: NodeJS.Timeout | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #waiters: Waiter[] = []
  #closed = false

  constructor(
    readonly name: Destination,
    private readonly settings: ConnectionSettings,
  ) {
    this.address = sshAddress(name)
  }

  /** Folder for sockets of this connection; undefined if there is none. */
  get socketFolder(): string | undefined {
    return this.settings.controlFolder
  }

  get status(): HostStatus {
    return this.#status
  }

  /** Whether this is still the open connection. */
  isOn(transport: Transport): boolean {
    return this.#status.state === 'online' && transport === this.#transport && !transport.terminal.hasEnded
  }

  /** Returns an unsubscribe function. */
  onStatus(listener: (status: HostStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** From now on the host is waited for even if it was never online. */
  keepTrying(): void {
    this.#patient = true
    if (this.#status.state === 'offline') this.#beginUnseen()
  }

  /**
   * The connection, once it is open. Rejects with a HostError if the host is not waited for or the connection
   * was closed.
   */
  ready(): Promise<Transport> {
    if (this.#closed) return Promise.reject(this.#letGo())
    if (this.#status.state === 'online' && this.#transport) return Promise.resolve(this.#transport)
    return new Promise((resolve, reject) => {
      this.#waiters.push({ patient: this.#patient, resolve, reject })
      const { state } = this.#status
      // Questions for a person are not repeated behind their back, and a lost host is not retried ahead of
      // schedule.
      const isWaitedFor = this.#patient && (state === 'needs-login' || state === 'host-key-changed')
      if (!this.#trying && state !== 'unknown' && !isWaitedFor) this.#beginUnseen()
    })
  }

  /** Logs in with a person at the terminal, who answers ssh's questions. Replaces any other attempt. */
  login(options: LoginSize): Promise<Terminal> {
    return this.#closed ? Promise.reject(this.#letGo()) : this.#begin(options)
  }

  /** Call when the connection is found dead: everything on it fails, and it is reopened. */
  dropped(transport: Transport): void {
    if (transport === this.#transport) transport.kill()
  }

  /** Ends the connection and all waiting for it. What runs on the host keeps running. */
  close(): void {
    this.#closed = true
    this.#attempt += 1
    clearTimeout(this.#retry)
    clearInterval(this.#heartbeat)
    this.#reading.abort()
    this.#transport?.kill()
    this.#transport = undefined
    for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#letGo())
    this.#tell({ state: 'offline', sinceMs: Date.now() })
  }

  /**
   * Starts an attempt, which ends any other, and resolves with its terminal. Rejects if it ended before ssh
   * was started.
   */
  async #begin(person?: LoginSize): Promise<Terminal> {
    clearTimeout(this.#retry)
    clearInterval(this.#heartbeat)
    this.#attempt += 1
    const attempt = this.#attempt
    this.#transport?.kill()
    this.#transport = undefined
    this.#reading.abort()
    this.#reading = new AbortController()
    this.#trying = true
    if (person !== undefined || this.#status.state !== 'unknown')
      this.#tell({ state: 'connecting', sinceMs: Date.now() })
    try {
      const rules = await hostKeyRules(this.address, this.settings, this.#reading.signal)
      if (attempt !== this.#attempt) throw this.#letGo()
      const keys = { keys: rules.own, jumpKeys: rules.jumps }
      const isAttended = person !== undefined
      const transport = openTransport(this.address, this.settings, keys, isAttended, person ?? backgroundSize)
      this.#transport = transport
      this.#watch(transport, attempt, person, [rules.own, ...rules.jumps])
      return transport.terminal
    } catch (error) {
      const { message, remedy } =
        error instanceof HostError
          ? error
          : new HostError(
              `ssh could not be started: ${systemErrorText(error)}.`,
              'Install the OpenSSH client.',
            )
      if (attempt === this.#attempt)
        this.#failed({ kind: 'configuration', text: message, remedy: remedy ?? '' }, message)
      throw new HostError(`${this.name}: ${message}`, remedy)
    }
  }

  /** An attempt without a visible terminal; its outcome shows in the status. */
  #beginUnseen(): void {
    void this.#begin().catch(() => undefined)
  }

  #watch(
    transport: Transport,
    attempt: number,
    person: LoginSize | undefined,
    rules: readonly HostKeyRules[],
  ): void {
    const { terminal } = transport
    let cut: SshFailure | undefined
    const end = (failure: SshFailure) => {
      cut ??= failure
      transport.kill()
    }
    // A question that is not shown, e.g. from a jump host in the configuration, would never be answered.
    const limitMs = person === undefined ? backgroundLoginMs : personLoginMs
    const deadline = setTimeout(() => end(loginTooLong(this.name, limitMs)), limitMs)
    void transport.ready.then((isReady) => {
      clearTimeout(deadline)
      if (attempt !== this.#attempt) return
      if (isReady) this.#online(transport)
      else if (!terminal.hasEnded) end(noShell(this.name))
    })
    void terminal.ended.then(({ printed, printedTooMuch }) => {
      clearTimeout(deadline)
      if (attempt !== this.#attempt) return
      this.#transport = undefined
      const failure = cut ?? (printedTooMuch ? loginTooTalkative(this.name) : readSshFailure(printed, rules))
      if (failure.kind === 'no-control-socket' && !this.settings.withoutControlSocket())
        void this.#begin(person).catch(() => undefined)
      else this.#failed(failure, printed)
    })
  }

  #online(transport: Transport): void {
    this.#trying = false
    if (this.settings.waits) this.#patient = true
    if (transport.carries === 'one') this.slots.allowOne()
    this.#tell({ state: 'online', sinceMs: Date.now() })
    for (const waiter of this.#waiters.splice(0)) waiter.resolve(transport)
    this.#heartbeat = setInterval(() => {
      if (this.slots.inUse === 0) return
      void transport.answers().then((answers) => {
        if (!answers) this.dropped(transport)
      })
    }, heartbeatMs)
    this.#heartbeat.unref()
  }

  #failed(failure: SshFailure, printed: string): void {
    const wasOnline = this.#status.state === 'online'
    clearInterval(this.#heartbeat)
    this.#trying = false
    const isAway = failure.kind === 'unreachable' || wasOnline
    if (isAway && this.#patient) {
      if (wasOnline && Date.now() - this.#status.sinceMs > briefMs) this.#failures = 0
      const waitMs = backOffMs(this.#failures, Math.random())
      this.#failures += 1
      const since = this.#status.state === 'unknown' ? this.#status.sinceMs : Date.now()
      const { text, remedy } = failure
      this.#tell({ state: 'unknown', sinceMs: since, text, remedy, nextTryAtMs: Date.now() + waitMs })
      this.#retry = setTimeout(() => this.#beginUnseen(), waitMs)
      return
    }
    const status = failureStatus(failure, printed)
    this.#tell(status)
    const id =
      status.state === 'offline'
        ? 'unreachable'
        : status.state === 'needs-login'
          ? 'needs-login'
          : 'host-key-changed'
    const error = new HostError(`${this.name}: ${status.text ?? ''}`, status.remedy, id)
    const leaving = this.#waiters.filter((waiter) => !waiter.patient)
    this.#waiters = this.#waiters.filter((waiter) => waiter.patient)
    for (const waiter of leaving) waiter.reject(error)
  }

  #tell(status: HostStatus): void {
    this.#status = status
    for (const listener of this.#listeners) listener(status)
  }

  #letGo(): HostError {
    return new HostError(`The connection to ${this.name} was closed.`, undefined, 'let-go')
  }
}

const firstMs = 500
const longestMs = 8000
const jitter = 0.2

/**
 * Delay before the next connection attempt, in milliseconds. It doubles up to 8 s, so that a returning host
 * is found within 30 s even if the previous attempt hangs for the 10 s that ssh waits. Jitter keeps hosts
 * that went away together from being retried in step. `chance` is from 0 to 1.
 */
function backOffMs(failures: number, chance: number): number {
  const wait = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10))
  return Math.round(wait * (1 - jitter + 2 * jitter * chance))
}

/** The status after an attempt that will not be repeated. */
function failureStatus(failure: SshFailure, printed: string): HostStatus {
  const { kind, text, remedy } = failure
  const sinceMs = Date.now()
  if (kind !== 'changed-key') {
    const state = kind === 'denied' || kind === 'unknown-key' ? 'needs-login' : 'offline'
    return { state, sinceMs, text, remedy }
  }
  const changedKey = readChangedKey(printed)
  const { storedFingerprint = 'unknown', offeredFingerprint = 'unknown', file, line } = changedKey
  const place = file === undefined ? '' : ` (${file}, line ${String(line)})`
  return {
    state: 'host-key-changed',
    sinceMs,
    text: `The host key changed: stored is ${storedFingerprint}${place}, offered is ${offeredFingerprint}. Nothing was sent.`,
    remedy,
    changedKey,
  }
}
