import { systemErrorText } from '../../../core/errors/system-error'
import { spawn, type ChildProcessWithoutNullStreams, type SpawnOptions } from 'node:child_process'
import { HostError } from '../host-error'

/**
 * Starts a program with pipes for its streams. Throws a HostError if it cannot be started for want of descriptors, and
 * otherwise leaves the `error` event to the caller; `startFailure` puts that into words.
 */
export function startProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions & { readonly stdio: SpawnOptions['stdio'] },
): ChildProcessWithoutNullStreams {
  const child = started(program, args, options)
  // Without descriptors Node creates no streams, and reports the reason later.
  if ('stdin' in child && child.stdin) return child as ChildProcessWithoutNullStreams
  child.on('error', () => undefined)
  throw startFailure(program, 'EMFILE')
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
