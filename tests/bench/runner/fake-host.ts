import { createHash } from 'node:crypto'
import type { ExecuteOptions, ExecuteResult, Host, Terminal } from '../../../src/bench/hosts/host'

/** How a run on the fake host ends. */
export interface FakeEnd {
  readonly exitCode?: number
  readonly output?: string
  readonly log?: string
  /** Seconds by the host's clock. */
  readonly seconds?: number
  readonly refused?: string
  /** The checksum file, if not the right one. */
  readonly sum?: string
  /** What the supervisor read of the drives. */
  readonly counters?: string
}

interface FakeRun {
  readonly name: string
  readonly files: Map<string, string>
  state: 'running' | 'committed' | 'gone' | 'rebooted'
}

/**
 * A host without processes or disks: runs start and end when the test says so. It answers the runner's scripts by the
 * verb in their first line, so it replaces all of `sh` on a machine.
 */
export class FakeHost implements Host {
  readonly id: string = 'local'
  readonly name: string
  /** Names of started runs, in order. */
  readonly startedNames: string[] = []
  /** Verbs of all scripts, in order. */
  readonly verbs: string[] = []
  readonly directories = new Map<string, FakeRun>()
  /** Data files by path, with their identity. */
  readonly dataFiles = new Map<string, string>()
  /** Called when a run starts; may end it. */
  onStart: (host: FakeHost, name: string) => void = () => undefined
  inventory: Record<string, string> = {
    state: '/fake/runs',
    'engine-path': '/bin/sh',
    'engine-version': 'script-1.2',
    target: 'kind=folder\nparent=yes\nwritable=yes\nidentity=1:2 - - -',
    df: '/dev/fake 1000000 1 999999 1% /fake',
  }
  #waiters: (() => void)[] = []
  #inodes = 100

  constructor(name = 'fake-machine') {
    this.name = name
  }

  async execute(script: string, options: ExecuteOptions = {}): Promise<ExecuteResult> {
    const verb = /^# benchwright (\S+)/.exec(script)?.[1] ?? 'unknown'
    this.verbs.push(verb)
    await options.goesOn?.before?.()
    const answer = this.#answer(verb, script, options.arguments ?? [])
    return { exitCode: answer.exitCode ?? 0, stdout: Buffer.from(answer.text), stderr: '' }
  }

  openTerminal(): Terminal {
    return {
      onData: () => undefined,
      onExit: () => undefined,
      write: () => undefined,
      resize: () => undefined,
      close: () => undefined,
    }
  }

  readFile(path: string): Promise<Uint8Array | undefined> {
    const slash = path.lastIndexOf('/')
    const text = this.directories.get(path.slice(0, slash))?.files.get(path.slice(slash + 1))
    return Promise.resolve(text === undefined ? undefined : Buffer.from(text))
  }

  async waitForRun(runDirectory: string, signal: AbortSignal): Promise<'committed' | 'lost'> {
    for (;;) {
      if (signal.aborted) throw new Error('cancelled')
      const run = this.directories.get(runDirectory)
      if (run?.state === 'committed') return 'committed'
      if (run?.state !== 'running') return 'lost'
      await new Promise<void>((resolve) => {
        this.#waiters.push(resolve)
        signal.addEventListener('abort', () => resolve())
      })
    }
  }

  /** What other programs do on the machine, as machine-use.sh prints it. */
  otherUses: readonly string[] = []

  /** Run directories of runs in progress that nobody waits for. */
  orphans: readonly string[] = []

  dispose(): Promise<void> {
    return Promise.resolve()
  }

  /** The run that is running. */
  get running(): FakeRun | undefined {
    return [...this.directories.values()].find((run) => run.state === 'running')
  }

  /** Resolves when this many runs have been started. */
  async started(count: number): Promise<void> {
    while (this.startedNames.length < count) await this.#change()
  }

  /** Ends the running run with a commit. */
  finish(end: FakeEnd = {}): void {
    const run = this.running
    if (!run) throw new Error('Nothing is running on the fake host.')
    const output = end.output ?? '{"iops": 100}'
    if (!end.refused) {
      run.files.set('output.json', output)
      run.files.set('sum', end.sum ?? `${createHash('sha256').update(output).digest('hex')}  -\n`)
      run.files.set('log', end.log ?? 'said\n')
      if (end.counters !== undefined) run.files.set('counters', end.counters)
    } else run.files.set('refused', `${end.refused}\n\n`)
    run.files.set(
      'rc',
      `${end.refused ? 'refused' : String(end.exitCode ?? 0)} ${String(1000 + (end.seconds ?? 1))}\n`,
    )
    run.state = 'committed'
    this.#tell()
  }

  /** Kills the supervisor of the running run, or everything on the machine, which may forget its run directories. */
  lose(how: 'gone' | 'rebooted' | 'forgotten' = 'gone'): void {
    if (how === 'forgotten') this.directories.clear()
    else if (this.running) this.running.state = how
    this.#tell()
  }

  #answer(verb: string, script: string, args: readonly string[]): { text: string; exitCode?: number } {
    const quoted = (pattern: string) => new RegExp(`^${pattern}'(.*)'`, 'm').exec(script)?.[1] ?? ''
    switch (verb) {
      case 'inventory':
        return {
          text: Object.entries(this.inventory)
            .map(([name, text]) => `\n@${args[0] ?? ''} ${name}\n${text}\n`)
            .join(''),
        }
      case 'bench-state':
        return { text: `\n@now bench-state\n${this.inventory['bench-state'] ?? ''}\n` }
      case 'check':
        return { text: '' }
      case 'orphans':
        return { text: this.orphans.map((path) => `run ${path}\n`).join('') }
      case 'machine-use':
        return { text: this.otherUses.join('\n') }
      case 'start':
        return this.#start(args)
      case 'stop': {
        const run = this.directories.get(quoted('run='))
        if (run?.state !== 'running') return { text: '' }
        this.finish({ exitCode: 128 })
        return { text: 'ended 41\nended 42\n' }
      }
      case 'inspect':
        return { text: this.directories.get(args[0] ?? '')?.state ?? 'missing' }
      case 'list':
        return {
          text: [...this.directories.keys()]
            .filter((path) => path.startsWith(`${args[0] ?? ''}/bw-${args[1] ?? ''}-`))
            .join('\n'),
        }
      case 'remove':
        for (const path of args) this.directories.delete(path)
        return { text: '' }
      case 'look':
        return { text: this.#look(args) }
      case 'remove-data': {
        const state = this.#look(args)
        if (state === 'same') this.dataFiles.delete(args[0] ?? '')
        return { text: state === 'same' ? 'removed' : state }
      }
      default:
        throw new Error(`The fake host does not know the script "${verb}".`)
    }
  }

  #look([path = '', inode]: readonly string[]): string {
    const found = this.dataFiles.get(path)
    return found === undefined ? 'missing' : found === inode ? 'same' : 'other'
  }

  /** Arguments as start-run.sh takes them. */
  #start([path = '', _attempt, _bootId, anew, ...words]: readonly string[]): {
    text: string
    exitCode?: number
  } {
    if (anew === 'anew') this.directories.delete(path)
    const discard = words.lastIndexOf('discard')
    if (discard >= 0) for (const one of words.slice(discard + 1)) this.directories.delete(one)
    if (this.directories.has(path)) return { text: '', exitCode: 17 }
    const name = path.slice(path.lastIndexOf('/') + 1)
    const files = new Map([['supervisor', '41 7 this-boot 1000\n']])
    this.directories.set(path, { name, files, state: 'running' })
    this.#guard(words[words.indexOf('settings') + 1] ?? '', files)
    this.startedNames.push(name)
    this.#tell()
    // After the answer, as on a real machine.
    const { onStart } = this
    setImmediate(() => {
      if (this.directories.get(path)?.state === 'running') onStart(this, name)
    })
    return { text: '' }
  }

  /** The part of the guard that creates the data file. */
  #guard(settings: string, files: Map<string, string>): void {
    const path = /^data_file='(.*)'$/m.exec(settings)?.[1] ?? ''
    if (path === '' || this.dataFiles.has(path) || !settings.includes('may_create=yes')) return
    this.#inodes += 1
    const identity = `1:${String(this.#inodes)} 0 b:1 -`
    this.dataFiles.set(path, identity)
    files.set('created', `${identity}\n`)
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve))
  }

  #tell(): void {
    for (const waiter of this.#waiters.splice(0)) waiter()
  }
}
