import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HostStatus } from '../../core/contract/host-requests'
import { runsFolderProblem } from '../../core/engines/advice/machine-advice'
import type { RunsFolder } from '../../core/plan/advice'
import { thisMachine, type Destination } from '../../core/plan/destination'
import type { Host } from './host'
import { createLocalHost } from './local/local-host'
import { settingsFolder } from '../files/settings-folder'
import type { Program } from './local/run-program'
import { SshHost } from './ssh/ssh-host'
import { tmpdir } from 'node:os'
import { noteUnfinished } from '../files/unfinished'
import { createFolder } from '../files/create-folder'

export interface HostPoolOptions {
  /** Replaces the usual host for this machine. */
  readonly local?: Host
  /** Folder of the app's own `known_hosts`. */
  readonly settingsFolder?: string
  readonly program?: Program
  /** An ssh_config to use instead of the user's own; `BENCHWRIGHT_SSH_CONFIG` if not given. */
  readonly config?: string | undefined
  /** False: every host gets one kept session instead of a control socket. */
  readonly controlSockets?: boolean
  /** False: a host that goes away is an error instead of being waited for, which suits a single question. */
  readonly waits?: boolean
}

/** Why no run can be started on a host, by one of its checks; undefined if that check found nothing. */
export type ProblemListener = (destination: Destination, problem: string | undefined) => void

export type StatusListener = (destination: Destination, status: HostStatus) => void

/** The hosts of one process: one connection for each destination, shared by all users. */
export class HostPool {
  readonly local: Host
  readonly #hosts = new Map<Destination, SshHost>()
  readonly #listeners = new Set<StatusListener>()
  readonly #problemListeners = new Set<ProblemListener>()
  /** Number of connections ever created; each has its own name in the control folder. */
  #connections = 0
  #controlFolder: string | undefined
  #hasControlFolder = false
  #withoutSockets: boolean

  constructor(private readonly options: HostPoolOptions = {}) {
    this.local = options.local ?? createLocalHost()
    this.#withoutSockets = options.controlSockets === false || process.platform === 'win32'
  }

  /** The machine that a plan names; the same object for the same destination. Does not connect. */
  open(destination: Destination): Host {
    if (destination === thisMachine) return this.local
    const known = this.#hosts.get(destination)
    if (known) return known
    const folder = this.options.settingsFolder ?? settingsFolder()
    createFolder(folder, 0o700)
    const isWithoutSockets = () => this.#withoutSockets
    const host = new SshHost(destination, {
      program: this.options.program ?? { path: 'ssh', environment: process.env },
      config: this.options.config ?? process.env.BENCHWRIGHT_SSH_CONFIG,
      knownHosts: join(folder, 'known_hosts'),
      waits: this.options.waits !== false,
      controlFolder: this.#folder(),
      name: String((this.#connections += 1)),
      withoutControlSocket: () => {
        const wasKnown = this.#withoutSockets
        this.#withoutSockets = true
        return wasKnown
      },
      get isWithoutControlSocket() {
        return isWithoutSockets()
      },
    })
    host.onStatus((status) => {
      for (const listener of this.#listeners) listener(destination, status)
    })
    this.#hosts.set(destination, host)
    return host
  }

  /** The host behind an SSH destination. Throws a RangeError for this machine. */
  ssh(destination: Destination): SshHost {
    const host = this.open(destination)
    if (!(host instanceof SshHost)) throw new RangeError(`${destination} is not reached over SSH.`)
    return host
  }

  /** States of the hosts opened so far, by destination. */
  statuses(): ReadonlyMap<Destination, HostStatus> {
    return new Map([...this.#hosts].map(([name, host]) => [name, host.status]))
  }

  /** Calls the listener on every change. Returns an unsubscribe function. */
  onStatus(listener: StatusListener): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Tells its listeners what the folder of runs of a machine is like, whenever a plan looked at it. */
  noteRunsFolder(destination: Destination, folder: RunsFolder): void {
    for (const listener of this.#problemListeners) listener(destination, runsFolderProblem(folder)?.text)
  }

  /** Calls the listener after every look at a folder of runs. Returns an unsubscribe function. */
  onRunsFolder(listener: ProblemListener): () => void {
    this.#problemListeners.add(listener)
    return () => {
      this.#problemListeners.delete(listener)
    }
  }

  /** Path of the app's own list of host keys. */
  get knownHostsPath(): string {
    return join(this.options.settingsFolder ?? settingsFolder(), 'known_hosts')
  }

  /** Ends the connection to one host; requests that wait for it fail. It can be opened again. */
  async release(destination: Destination): Promise<void> {
    const host = this.#hosts.get(destination)
    this.#hosts.delete(destination)
    await host?.dispose()
  }

  /** Ends all connections. What runs on the hosts keeps running. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#hosts.values(), this.local].map((host) => host.dispose()))
    this.#hosts.clear()
    removeControlFolder(this.#controlFolder)
    this.#hasControlFolder = false
  }

  #folder(): string | undefined {
    if (!this.#hasControlFolder) this.#controlFolder = makeControlFolder()
    this.#hasControlFolder = true
    return this.#controlFolder
  }
}

/**
 * The longest path of a control socket. A Unix socket address holds 104 bytes on macOS and 108 on Linux
 * (unix(7)), and ssh adds a dot and 16 characters while it creates the socket.
 */
const longestPath = 104 - 1 - 17

/** Removes the note of each folder of this process, see `noteUnfinished`. */
const forgets = new Map<string, () => void>()

/**
 * A new folder for control sockets, private to this user (mkdtemp makes it 0700): in the user's run-time
 * folder or the temporary folder. Undefined if no path is short enough.
 */
function makeControlFolder(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  for (const parent of [environment.XDG_RUNTIME_DIR, tmpdir(), '/tmp']) {
    if (parent === undefined || Buffer.byteLength(join(parent, 'benchwright-123456', '999')) > longestPath)
      continue
    try {
      const folder = mkdtempSync(join(parent, 'benchwright-'))
      forgets.set(folder, noteUnfinished('folder', folder))
      return folder
    } catch {
      // Missing or not writable: try the next one.
    }
  }
  return undefined
}

function removeControlFolder(folder: string | undefined): void {
  if (folder === undefined) return
  rmSync(folder, { recursive: true, force: true })
  forgets.get(folder)?.()
  forgets.delete(folder)
}
