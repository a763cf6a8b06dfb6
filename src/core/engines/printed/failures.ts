import type { RunFailure } from '../../results/run'
import type { ParseResult } from '../engine'
import {
  failed,
  failure,
  failureOfExit,
  interrupted,
  printedLine,
  reasonPrinted,
  systemReasons,
  type Reason,
} from '../failures'

/** Reasons by messages of a program, a server or the C library; the first match counts. */
const reasons: readonly Reason[] = [
  ...systemReasons,
  {
    id: 'bad-option',
    says: /invalid option:? *(\S*)|unknown option/i,
    text: 'The program did not take one of the options.',
    remedy: 'Remove the option, or install a newer version of the program.',
  },
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
  if (exitCode !== undefined && exitCode > 128) return failed(interrupted(program), 'interrupted')
  const known = reasonPrinted(reasons, printed) ?? givenReason(printed, given)
  if (known) return failed(known)
  if (exitCode === 127) return failed(failureOfExit(program, exitCode))
  const status =
    exitCode === undefined ? 'how it ended is not known' : `it ended with status ${String(exitCode)}`
  const text = `${program} printed no totals; ${status}`
  const line = printed
    .split('\n')
    .find((one) => /FATAL|ERROR|error|invalid|cannot|failed|No space/i.test(one))
  return failed(
    failure(
      'no-result',
      line === undefined ? `${text}.` : `${text}: ${printedLine(line)}`,
      'Look at the raw output for what it printed.',
    ),
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
