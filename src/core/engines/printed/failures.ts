import type { RunFailure } from '../../results/run'
import type { ParseResult } from '../engine'

type Reason = readonly [pattern: RegExp, id: string, text: string, remedy: string]

/** Reasons by messages of a program, a server or the C library; the first match counts. */
const reasons: readonly Reason[] = [
  [
    /no space left on device|errno: 28\b|\(28 "|The table .* is full|Disk full/i,
    'no-space',
    'The file system is full.',
    'Free some space or use less data, then run again.',
  ],
  [
    /disk quota exceeded/i,
    'no-space',
    'The disk quota is used up.',
    'Free some space or use less data, then run again.',
  ],
  [
    /read-only file system/i,
    'read-only-file-system',
    'The file system is read-only.',
    'Choose a target that can be written.',
  ],
  [
    /input\/output error/i,
    'io-error',
    'The drive reported an I/O error.',
    "Look at the kernel's log and the drive's health before going on.",
  ],
  [
    /invalid argument|errno = 22\b/i,
    'invalid-argument',
    'The system refused a request as invalid.',
    'The file system may lack direct I/O, or the block size may not fit the drive.',
  ],
  [
    /permission denied/i,
    'no-permission',
    'The system refused access to the target.',
    'Choose a target you may write to.',
  ],
  [
    /invalid option:? *(\S*)|unknown option/i,
    'bad-option',
    'The program did not take one of the options.',
    'Remove the option, or install a newer version of the program.',
  ],
]

/** Text and remedy for each reason for which a script of the app gives up: it prints `benchwright: ID DETAIL`. */
export type GivenReasons = Readonly<Record<string, readonly [text: string, remedy: string]>>

/** A run without a result: the output says more than the exit status. */
export function withoutReport(
  exitCode: number | undefined,
  printed: string,
  program: string,
  given: GivenReasons = {},
): ParseResult {
  if (exitCode !== undefined && exitCode > 128)
    return failed(
      'interrupted',
      'interrupted',
      `${program} was ended before the run was over.`,
      'Run it again.',
    )
  const known = reasons.find(([pattern]) => pattern.test(printed))
  if (known) return failed('failed', known[1], said(known[2], printed), known[3])
  const reason = givenReason(printed, given)
  if (reason) return { outcome: 'failed', failure: reason, warnings: [] }
  if (exitCode === 127)
    return failed(
      'failed',
      'engine-missing',
      `${program} was not found on the host.`,
      'Install it, then run again.',
    )
  const status =
    exitCode === undefined ? 'how it ended is not known' : `it ended with status ${String(exitCode)}`
  return failed(
    'failed',
    'no-result',
    said(`${program} printed no totals; ${status}.`, printed),
    'Look at the raw output for what it printed.',
  )
}

/** Why a script of the app gave up; undefined if it did not. Its other messages are ignored. */
export function givenReason(printed: string, given: GivenReasons): RunFailure | undefined {
  for (const [, id = '', detail = ''] of printed.matchAll(/^benchwright: (\S+)(.*)$/gm)) {
    const reason = given[id]
    if (!reason) continue
    const [text, remedy] = reason
    const more = detail.trim().slice(0, 300)
    return { id, text: more === '' ? `${text}.` : `${text}: ${more}.`, remedy }
  }
  return undefined
}

/** The sentence with the line that says why, if there is one. */
function said(text: string, printed: string): string {
  const lines = printed
    .split('\n')
    .filter((line) => /FATAL|ERROR|error|invalid|cannot|failed|No space/i.test(line))
  const line = lines[0]
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)
  return line === undefined ? text : `${text.replace(/\.$/, '')}: ${line}`
}

export function failed(
  outcome: 'failed' | 'interrupted',
  id: string,
  text: string,
  remedy?: string,
): Exclude<ParseResult, { outcome: 'done' }> {
  const failure: RunFailure = remedy === undefined ? { id, text } : { id, text, remedy }
  return { outcome, failure, warnings: [] }
}
