import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { HostPool } from '../../../src/bench/hosts/host-pool'

export interface ServerSettings {
  /** Additional lines of sshd_config; they come first, and sshd takes the first value it sees. */
  readonly lines?: readonly string[]
  /** PATH of the login; by default what sshd gives. */
  readonly path?: string
  /** Another name for sshd, by which PAM finds its rules. */
  readonly program?: string
}

/** A real sshd on loopback with its own keys, and an ssh_config that leads to it under the alias `lab`. */
export class SshWorkshop {
  readonly folder = mkdtempSync(join(tmpdir(), 'benchwright-ssh-test-'))
  readonly target = join(this.folder, 'target')
  readonly runs = join(this.folder, 'state', 'runs')
  readonly settings = join(this.folder, 'settings')
  readonly config = join(this.folder, 'ssh_config')
  readonly knownHosts = join(this.settings, 'known_hosts')
  readonly #pools: HostPool[] = []
  #server: ChildProcess | undefined
  #lines: readonly string[] = []
  #path: string | undefined
  #program: string | undefined
  port = 0

  constructor() {
    for (const folder of [this.target, this.runs, this.settings]) mkdirSync(folder, { recursive: true })
    this.makeKey('host_key')
    this.makeKey('client_key')
    appendFileSync(join(this.folder, 'authorized_keys'), this.read('client_key.pub'))
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8')
  }

  makeKey(name: string, passphrase = '', type: 'ed25519' | 'ecdsa' = 'ed25519'): void {
    rmSync(join(this.folder, name), { force: true })
    const file = join(this.folder, name)
    execFileSync('ssh-keygen', ['-q', '-t', type, '-N', passphrase, '-C', 'test', '-f', file])
  }

  /** Starts sshd; resolves when it answers. The port stays the same from one start to the next. */
  async serve(settings: ServerSettings = {}): Promise<void> {
    this.#lines = settings.lines ?? this.#lines
    this.#path = settings.path ?? this.#path
    if (this.port === 0) this.port = await freePort()
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
    writeFileSync(join(this.folder, 'sshd_config'), this.#serverConfig())
    this.#program = settings.program ?? this.#program
    const known = ['/usr/sbin/sshd', '/usr/bin/sshd', '/usr/local/sbin/sshd'].find((path) => existsSync(path))
    const program = this.#program ?? known
    if (program === undefined) throw new Error('There is no sshd; install openssh-server.')
    this.#server = spawn(program, ['-D', '-e', '-f', join(this.folder, 'sshd_config')], { stdio: 'ignore' })
    while (!(await answers(this.port))) {
      if (this.#server.exitCode !== null) throw new Error('sshd ended at once.')
      await pause(20)
    }
  }

  get serverPid(): number {
    if (this.#server?.pid === undefined) throw new Error('sshd is not running.')
    return this.#server.pid
  }

  /** Pids of sshd for each connection: its children, and theirs. */
  connections(): readonly number[] {
    return this.#server?.pid === undefined ? [] : descendants(this.#server.pid)
  }

  /** Ends sshd and all its connections, as when a machine loses its network. Detached processes continue. */
  async stopServer(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server?.pid === undefined || server.exitCode !== null) return
    // Frozen first, so that no connection is made between the listing and the end.
    signal(server.pid, 'SIGSTOP')
    const pids = [server.pid, ...descendants(server.pid)].filter((pid) => nameOf(pid).includes('sshd'))
    const ended = new Promise((resolve) => server.once('exit', resolve))
    for (const pid of pids) signal(pid, 'SIGKILL')
    await ended
  }

  /** Freezes sshd and its connections, but not the named processes; returns a function that thaws them. */
  freeze(but: readonly number[] = []): () => void {
    signal(this.serverPid, 'SIGSTOP')
    const frozen = [this.serverPid, ...this.connections().filter((pid) => !but.includes(pid))]
    for (const pid of frozen) signal(pid, 'SIGSTOP')
    return () => {
      for (const pid of frozen) signal(pid, 'SIGCONT')
    }
  }

  /** The person has accepted the host key before. */
  trust(): void {
    const [type = '', key = ''] = this.read('host_key.pub').split(' ')
    writeFileSync(this.knownHosts, `[127.0.0.1]:${String(this.port)} ${type} ${key}\n`)
  }

  /** `lab` in ssh_config; `lines` may add to it. */
  configure(
    lines: readonly string[] = [`IdentityFile ${join(this.folder, 'client_key')}`, 'IdentitiesOnly yes'],
  ): void {
    const own = [
      'Host lab',
      'HostName 127.0.0.1',
      `Port ${String(this.port)}`,
      'IdentityAgent none',
      ...lines,
    ]
    writeFileSync(this.config, `${own.join('\n  ')}\n`, { mode: 0o600 })
  }

  pool(options: { readonly controlSockets?: boolean } = {}): HostPool {
    const pool = new HostPool({ settingsFolder: this.settings, config: this.config, ...options })
    this.#pools.push(pool)
    return pool
  }

  async close(): Promise<void> {
    for (const pool of this.#pools) await pool.dispose()
    await this.stopServer()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #serverConfig(): string {
    const variables = {
      BENCHWRIGHT_STATE: join(this.folder, 'state'),
      BENCHWRIGHT_MEASURING: join(this.folder, 'measuring'),
      // Keeps bash from reading the .bashrc of whoever runs the tests: some take a fifth of a second, at every command.
      SHLVL: '2',
      ...(this.#path !== undefined && { PATH: this.#path }),
    }
    return [
      ...this.#lines,
      `Port ${String(this.port)}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(this.folder, 'host_key')}`,
      `AuthorizedKeysFile ${join(this.folder, 'authorized_keys')}`,
      'PidFile none',
      'UsePAM no',
      'StrictModes no',
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      `SetEnv ${Object.entries(variables)
        .map((pair) => pair.join('='))
        .join(' ')}`,
      '',
    ].join('\n')
  }
}

export const me = userInfo().username

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

/** All descendants of a process, by ps. */
export function descendants(pid: number): readonly number[] {
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const found: number[] = []
  const seek = (parent: number) => {
    for (const [child = 0, ppid] of children)
      if (ppid === parent && !found.includes(child)) {
        found.push(child)
        seek(child)
      }
  }
  seek(pid)
  return found
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended in the meantime.
  }
}

export function isSsh(pid: number): boolean {
  try {
    return readFileSync(`/proc/${String(pid)}/comm`, 'utf8').trim() === 'ssh'
  } catch {
    return false
  }
}
