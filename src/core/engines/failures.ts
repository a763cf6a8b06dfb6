import type { RunFailure } from '../results/run'
import type { ParseResult } from './engine'

/** A cause of failed runs, recognised by a message of the program or the C library, or by an error number. */
export interface Reason extends Required<RunFailure> {
  readonly says?: RegExp
  /** Its numbers in a result, as Linux has them. */
  readonly errno?: Readonly<Record<string, number>>
}

/** Messages that no program prints in a valid run. */
export const systemReasons: readonly Reason[] = [
  {
    id: 'io-error',
    says: /input\/output error/i,
    errno: { EIO: 5 },
    text: 'The drive reported an I/O error.',
    remedy: "Look at the kernel's log and the drive's health before going on.",
  },
  {
    id: 'no-space',
    says: /no space left on device|ENOSPC|errno: 28\b|\(28 "|The table .* is full|Disk full/i,
    errno: { ENOSPC: 28 },
    text: 'The file system is full.',
    remedy: 'Free some space or use less data, then run again.',
  },
  {
    id: 'no-space',
    says: /disk quota exceeded/i,
    errno: { EDQUOT: 122 },
    text: 'The disk quota is used up.',
    remedy: 'Free some space or use less data, then run again.',
  },
  {
    id: 'file-too-large',
    says: /file too large/i,
    errno: { EFBIG: 27 },
    text: "The file system or the limit on the size of files ('ulimit -f') allows no file of this size.",
    remedy: 'Use a smaller file, or raise the limit.',
  },
  {
    id: 'read-only-file-system',
    says: /read-only file system/i,
    errno: { EROFS: 30 },
    text: 'The file system is read-only.',
    remedy: 'Choose a target that can be written.',
  },
  {
    id: 'no-permission',
    says: /permission denied/i,
    errno: { EACCES: 13 },
    text: 'The system refused access to the target.',
    remedy: 'Choose a target you may write to.',
  },
  {
    id: 'invalid-argument',
    says: /invalid argument|first direct IO errored|errno = 22\b/i,
    errno: { EINVAL: 22 },
    text: 'The system refused a request as invalid.',
    remedy: 'The file system may lack direct I/O, or the block size may not fit the drive.',
  },
  {
    id: 'no-memory',
    says: /cannot allocate memory|out of memory|memory allocation failed/i,
    errno: { ENOMEM: 12 },
    text: 'There was not enough memory.',
    remedy: 'Use fewer jobs, a smaller queue depth or smaller blocks.',
  },
]

/** The same for programs that work on one file; a server may print these messages in a valid run. */
export const fileReasons: readonly Reason[] = [
  ...systemReasons,
  {
    id: 'no-permission',
    says: /operation not permitted/i,
    errno: { EPERM: 1 },
    text: 'The system refused the I/O.',
    remedy: 'Check the rights on the target, or choose another I/O engine.',
  },
  {
    id: 'file-missing',
    says: /no such file or directory/i,
    errno: { ENOENT: 2 },
    text: 'The data file did not exist.',
    remedy: 'Check that the target folder still exists, then run again.',
  },
]

/** The first reason that printed text gives, with the line; undefined if it gives none. */
export function reasonPrinted(reasons: readonly Reason[], text: string): RunFailure | undefined {
  const lines = text.split('\n')
  for (const { id, says, text: sentence, remedy } of reasons) {
    const line = says && lines.find((one) => says.test(one))
    if (line !== undefined) return { id, text: `${sentence} It printed: ${printedLine(line)}`, remedy }
  }
  return undefined
}

/** The reason for an error number of a result; undefined if none is known. */
export function reasonOfErrno(reasons: readonly Reason[], errno: number): RunFailure | undefined {
  for (const { id, errno: numbers = {}, text, remedy } of reasons) {
    const name = Object.keys(numbers).find((one) => numbers[one] === errno)
    if (name !== undefined) return { id, text: `${text.replace(/\.$/, '')} (${name}).`, remedy }
  }
  return undefined
}

/** SIGXFSZ, by which the system ends a program that writes beyond the limit. */
const sizeLimitSignal = 25

/** A failure for an exit without a result. `notSignal`: a status above 128 that the program itself exits with. */
export function failureOfExit(program: string, exitCode: number | undefined, notSignal?: number): RunFailure {
  if (exitCode === undefined)
    return failure('exit-unknown', `How ${program} ended is not known.`, 'Run it again.')
  if (exitCode === 127)
    return failure(
      'engine-missing',
      `${program} was not found on the host.`,
      `Install ${program}, then run again.`,
    )
  if (exitCode === 126)
    return failure(
      'engine-not-executable',
      `${program} may not be executed on the host.`,
      `Check the installation of ${program}.`,
    )
  if (exitCode === 128 + sizeLimitSignal)
    return failure(
      'file-too-large',
      `${program} was ended by the limit on the size of files ('ulimit -f').`,
      'Use a smaller file, or raise the limit.',
    )
  if (exitCode > 128 && exitCode !== notSignal)
    return failure(
      'engine-killed',
      `${program} was ended from outside by signal ${exitCode - 128}.`,
      'Find out what ended it, then run again.',
    )
  return failure(
    'no-result',
    `${program} ended with status ${exitCode} and printed no result.`,
    'Look at the raw output and the terminal for what it printed.',
  )
}

export function failure(id: string, text: string, remedy: string): RunFailure {
  return { id, text, remedy }
}

/** A run without a result, and why. `interrupted`: ended from outside. */
export function failed(
  reason: RunFailure,
  outcome: 'failed' | 'interrupted' = 'failed',
  engineVersion?: string,
): Exclude<ParseResult, { outcome: 'done' }> {
  return { outcome, failure: reason, warnings: [], ...(engineVersion && { engineVersion }) }
}

/** A run that was ended from outside. */
export function interrupted(program: string): RunFailure {
  return failure('interrupted', `${program} was ended before the run was over.`, 'Run it again.')
}

/** An output that cannot be trusted. */
export function untrusted(id: string, text: string): RunFailure {
  return failure(id, text, 'The raw output is kept. Run it again.')
}

/** A printed line, fit for a sentence. */
export function printedLine(line: string): string {
  const clean = line.replace(/\p{Cc}+/gu, ' ').trim()
  return clean.length > 200 ? `${clean.slice(0, 199)}…` : clean
}
