import type { EngineOutput, ParseResult } from '../engine'
import type { RunFailure } from '../../results/run'
import { note, type Reservation } from '../../results/reservation'
import { readIozoneOutputs, type IozoneDocument, type UnreadOutput } from './output/iozone-document'
import { findContradiction } from './output/check-throughput'
import { findFailure } from './checks'
import { outputFile } from '../observations'
import { failed, failure, interrupted, untrusted } from '../failures'
import { failureOfText, iozoneExit } from './failures'
import { measuredLevels, resultsOf, scalarsAt } from './observations'
import { selectedTests } from './selected-tests'
import { shown } from './output/lines'
import { findWarnings } from './warnings'

/**
 * Reads IOzone's output into observations, or into the reason why there are none. Only "iozone test complete." with a
 * clean exit counts: after Ctrl-C it also exits with 0. Never throws.
 */
export function parse(output: EngineOutput): ParseResult {
  const text = output.outputs[outputFile] ?? ''
  if (text.trim() === '') return failed(withoutResult(output, undefined))
  const [first, second] = readIozoneOutputs(text)
  if (!first?.ok) return first ? judgeUnread(output, first.output) : failed(iozoneExit(undefined))
  if (second) {
    return failed(
      failure(
        'several-outputs',
        'The output holds the results of more than one run of IOzone.',
        'Import the file instead.',
      ),
    )
  }
  return judge(output, first.document)
}

function judge(output: EngineOutput, document: IozoneDocument): ParseResult {
  const { version } = document
  if (document.isInterrupted) return failed(interrupted('IOzone'), 'interrupted', version)
  const isClean = output.exitCode === 0 && document.isComplete
  if (!isClean) return failed(withoutResult(output, document.complaint), 'failed', version)
  const contradiction = findContradiction(document, output.outputs[outputFile] ?? '')
  if (contradiction) return failed(untrusted(contradiction.id, contradiction.text), 'failed', version)
  const reason = findFailure(document, output.request)
  if (reason) return failed(reason, 'failed', version)
  const wanted = new Set(selectedTests(output.request.workload))
  const results = resultsOf(document).filter((result) => wanted.has(result.test))
  return {
    outcome: 'done',
    engineVersion: version,
    observations: results.flatMap((result) =>
      scalarsAt(result, measuredLevels(result, output.request.workload)),
    ),
    warnings: [...findWarnings(document, output.request), ...printedWarning(output.printed)],
  }
}

function judgeUnread(output: EngineOutput, unread: UnreadOutput): ParseResult {
  const version = unread.version === '' ? undefined : unread.version
  if (unread.isInterrupted) return failed(interrupted('IOzone'), 'interrupted', version)
  // If even the title is missing, IOzone printed only the reason.
  const said =
    unread.problem.id === 'not-iozone' ? output.outputs[outputFile]?.slice(0, 2000) : unread.complaint
  const known = failureOfText(`${said ?? ''}\n${output.printed ?? ''}`)
  if (known) return failed(known, 'failed', version)
  if (output.exitCode !== 0) return failed(withoutResult(output, unread.complaint), 'failed', version)
  return failed(untrusted(unread.problem.id, unread.problem.text), 'failed', version)
}

/** Why there is no result: the output says more than the exit status. */
function withoutResult(output: EngineOutput, complaint: string | undefined): RunFailure {
  const { exitCode } = output
  const isOwnExit = exitCode === undefined || exitCode < 126
  const known = failureOfText(`${complaint ?? ''}\n${isOwnExit ? (output.printed ?? '') : ''}`)
  if (known) return known
  if (exitCode === 0) {
    return failure(
      'not-complete',
      'IOzone ended without "iozone test complete.", its only sign of success.',
      'The raw output is kept. Run it again.',
    )
  }
  return iozoneExit(exitCode)
}

/** A child may complain while its parent continues to the end. */
function printedWarning(printed: string | undefined): readonly Reservation[] {
  const first = printed?.split('\n').find((line) => line.trim() !== '')
  return first === undefined ? [] : [note('printed-beside', `IOzone also printed: ${shown(first)}.`)]
}
