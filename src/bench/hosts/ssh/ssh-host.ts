import type { HostStatus } from '../../../core/contract/host-requests'
import type { Destination } from '../../../core/plan/destination'
import type { ForwardedSocket, Host, Terminal, TerminalOptions } from '../host'
import { FileFetcher } from './fetch-files'
import type { ConnectionSettings } from './session/open-transport'
import { executeOver } from './session/script-session'
import { SshConnection } from './ssh-connection'
import { storedKeys } from './keys/stored-keys'
import { openView } from './view-terminal'
import { waitOver } from './wait-over'
import { rmSync } from 'node:fs'
import { HostError } from '../host-error'

/**
 * A machine reached with the system's OpenSSH client. Once it has been online, every request waits through a
 * lost connection and continues when the host is back. A request to a host that was never online fails at
 * once, with the reason.
 */
export class SshHost implements Host {
  readonly id: string
  readonly #connection: SshConnection
  readonly #files: FileFetcher

  constructor(
    readonly name: Destination,
    private readonly settings: ConnectionSettings,
  ) {
    this.id = `ssh:${name}`
    this.#connection = new SshConnection(name, settings)
    this.#files = new FileFetcher((script, options) => this.execute(script, options), this.name)
  }

  get status(): HostStatus {
    return this.#connection.status
  }

  /** Returns an unsubscribe function. */
  onStatus(listener: (status: HostStatus) => void): () => void {
    return this.#connection.onStatus(listener)
  }

  /** Connects if not connected; rejects with a HostError that says why it failed. */
  async connect(): Promise<void> {
    await this.#connection.ready()
  }

  async whenReachable(): Promise<void> {
    this.#connection.keepTrying()
    await this.#connection.ready()
  }

  /**
   * Logs in on a terminal where a person answers ssh's questions. The terminal ends when the login fails or
   * the connection ends.
   */
  openLogin(options: Pick<TerminalOptions, 'columns' | 'rows'>): Promise<Terminal> {
    return this.#connection.login(options)
  }

  execute(...[script, options = {}]: Parameters<Host['execute']>): ReturnType<Host['execute']> {
    return executeOver(this.#connection, script, options)
  }

  openTerminal(script: string, options: TerminalOptions): Terminal {
    return openView(this.#connection, script, options)
  }

  readFile(path: string, limitBytes: number): Promise<Uint8Array | undefined> {
    return this.#files.fetch(path, limitBytes)
  }

  waitForRun(runDirectory: string, signal: AbortSignal): Promise<'committed' | 'lost'> {
    return waitOver(this.#connection, runDirectory, signal)
  }

  storedKeys(): Promise<readonly string[]> {
    return storedKeys(this.#connection.address, this.settings)
  }

  forwardSocket(path: string): Promise<ForwardedSocket> {
    return forwardOver(this.#connection, path)
  }

  dispose(): Promise<void> {
    this.#connection.close()
    return Promise.resolve()
  }
}

/** A Unix socket address holds 104 bytes on macOS and 108 on Linux, including the final NUL (unix(7)). */
const longestSocketPath = 103

let count = 0

/**
 * Forwards a socket of a host to one next to the connection's control socket, which is private to this user.
 * It ends with the connection; a recreated connection does not carry it over.
 */
async function forwardOver(connection: SshConnection, there: string): Promise<ForwardedSocket> {
  const { name } = connection
  if (Buffer.byteLength(there) > longestSocketPath) {
    throw new HostError(
      `The path ${there} on ${name} is too long for a socket: it has more than ${String(longestSocketPath)} bytes.`,
      'Set BENCHWRIGHT_STATE there to a folder with a shorter path.',
    )
  }
  const transport = await connection.ready()
  const folder = connection.socketFolder
  if (!transport.forward || folder === undefined) {
    throw new HostError(
      `The connection to ${name} has no control socket, so it cannot carry a synchronised job.`,
      'Use a machine with an OpenSSH client that can share connections (ControlMaster), or leave the host out.',
    )
  }
  count += 1
  const here = `${folder}/s${String(count)}`
  rmSync(here, { force: true })
  if (!(await transport.forward('forward', here, there))) {
    throw new HostError(
      `ssh did not forward a socket to ${name}.`,
      'Try again when the connection is up; this takes OpenSSH 6.7 or newer.',
    )
  }
  return {
    path: here,
    close: async () => {
      if (connection.isOn(transport)) await transport.forward?.('cancel', here, there).catch(() => false)
      rmSync(here, { force: true })
    },
  }
}
