import { systemErrorText } from '../../../core/errors/system-error'
import {
  execFileSync,
  spawn,
  type ChildProcessWithoutNullStreams,
  type SpawnOptions,
} from 'node:child_process'
import { HostError } from '../host-error'

/** A running program with pipes for its streams. */
export type StartedProgram = ChildProcessWithoutNullStreams

/**
 * Starts a program with pipes for its streams. Throws a HostError if it cannot be started for want of descriptors, and
 * otherwise leaves the `error` event to the caller; `startFailure` puts that into words.
 */
export function startProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions & { readonly stdio: SpawnOptions['stdio'] },
): StartedProgram {
  const child = started(program, args, options)
  // Without descriptors Node creates no streams, and reports the reason later.
  if ('stdin' in child && child.stdin) return child as StartedProgram
  child.on('error', () => undefined)
  throw startFailure(program, 'EMFILE')
}

/** How long a killed program may take to be gone, in milliseconds. */
const goneMs = 2000

/**
 * Kills a program, or what `signal` reaches, and lets go of its streams, which others may hold open. Its `close` event
 * comes in any case: the kernel cannot end a program that waits for a drive that does not answer.
 */
export function killProgram(child: StartedProgram, signal: () => void = () => child.kill('SIGKILL')): void {
  signal()
  child.stdout.destroy()
  child.stderr.destroy()
  const letGo = setTimeout(() => {
    for (const stream of child.stdio) stream?.destroy()
    child.unref()
    child.emit('close', null, 'SIGKILL')
  }, goneMs)
  child.once('close', () => clearTimeout(letGo))
}

/**
 * Starts a program that goes on without this one and without its terminal. Resolves with its process id, rejects with a
 * HostError.
 */
export function startDetached(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const child = started(program, args, { detached: true, stdio: 'ignore', env: environment })
    child.once('error', (error) => reject(startFailure(program, error)))
    child.once('spawn', () => {
      child.unref()
      resolve(child.pid)
    })
  })
}

/** Time limit of `runAtOnce`, in milliseconds. */
const atOnceMs = 5000

/** Runs a program that takes no time while this process waits. Throws a HostError if it fails or takes longer. */
export function runAtOnce(program: string, args: readonly string[]): void {
  try {
    execFileSync(program, [...args], { stdio: 'ignore', timeout: atOnceMs, killSignal: 'SIGKILL' })
  } catch (error) {
    throw startFailure(program, error)
  }
}

function started(program: string, args: readonly string[], options: SpawnOptions) {
  try {
    return spawn(program, [...args], options)
  } catch (error) {
    throw startFailure(program, error)
  }
}

/** What a code of the system means for the start of a program, and what to do about it. */
const reasons: Readonly<Record<string, readonly [text: string, remedy: string]>> = {
  EMFILE: [
    'this process may open no further files',
    "Raise its limit on open files ('ulimit -n'), or close other results files.",
  ],
  ENFILE: ['the machine may open no further files', 'End other programs.'],
  EAGAIN: [
    'the machine allows no further processes',
    "End other programs, or raise the limit on processes ('ulimit -u').",
  ],
  ENOMEM: ['the machine has no memory for it', 'End other programs.'],
  ENOENT: ['it was not found', 'Install it.'],
  EACCES: ['it may not be run', 'Check its permissions.'],
}

/** Codes of what others use up, and give back. */
const exhausted: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'])

/** Why a program could not be started, by the system's error or its code. */
export function startFailure(program: string, error: unknown): HostError {
  const code = typeof error === 'string' ? error : codeOf(error)
  const reason = Object.entries(reasons).find(([known]) => known === code)?.[1]
  const [text, remedy] = reason ?? [systemErrorText(error), undefined]
  const id = code !== undefined && exhausted.has(code) ? 'cannot-start' : undefined
  return new HostError(`${program} could not be started: ${text}.`, remedy, id)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
