import type { EngineOutput, ParseResult } from '../engine'
import type { RunFailure } from '../../results/run'
import { documentWarnings, findFailure, findWarnings } from './checks'
import { outputFile } from './command'
import { failed, failure, failureOfExit, interrupted, untrusted } from '../failures'
import { failureOfText } from './failures'
import { offeredScalars } from '../offered-load'
import { observationsOf, offeredLoad } from './observations'
import { readRecorded } from './logs/recorded-series'
import { findJson } from './output/find-json'
import { readFioDocument, readJob } from './output/read-job'
import { patternOf } from './workload/pattern'
import { judgeTextAround } from './text-around'

/** fio's own exit status after SIGINT or SIGTERM; it then writes the results so far. */
const interruptedExit = 128

/**
 * Reads fio's output file into observations, or into the reason why there are none. Only a clean exit with one valid
 * document that did what was requested counts: fio also exits with 0 if it refused to write or a worker was killed.
 * Never throws.
 */
export function parse(output: EngineOutput): ParseResult {
  const text = output.outputs[outputFile] ?? ''
  if (text.trim() === '') return failed(failureWithoutResult(output))
  const found = findJson(text)
  if ('byteOffset' in found) return failed(unreadable(output, found.id, found.text))
  const document = readFioDocument(found.documents.at(-1) ?? {})
  const around = judgeTextAround(found.textAround)
  const warnings = [...around.warnings, ...documentWarnings(found)]
  const fail = (outcome: 'failed' | 'interrupted', reason: RunFailure): ParseResult => ({
    outcome,
    failure: reason,
    engineVersion: document.version,
    warnings,
  })
  const job = readJob(document.entries)
  const test = output.request.phase !== 'measure' ? output.request.phase : patternOf(output.request.workload)
  if (around.interrupted || output.exitCode === interruptedExit) {
    const recorded = job && readRecorded(output, document, job, test)
    return {
      ...fail('interrupted', interrupted('fio')),
      ...(recorded && { series: recorded.series, measuredAtMs: recorded.measuredAtMs }),
    }
  }
  if (around.failure) return fail('failed', around.failure)
  if (!job)
    return fail('failed', failure('no-jobs', 'The output is JSON, but holds no job of fio.', 'Run it again.'))
  const reason = findFailure(job, output.request)
  if (output.exitCode !== 0) return fail('failed', reason ?? failureWithoutResult(output))
  if (reason) return fail('failed', reason)
  const recorded = readRecorded(output, document, job, test)
  return {
    outcome: 'done',
    engineVersion: document.version,
    observations: [
      ...observationsOf(test, job),
      ...offeredScalars(test, offeredLoad(job, output.request)),
      ...recorded.series,
    ],
    warnings: [...warnings, ...findWarnings(job, output.request), ...recorded.warnings],
    measuredAtMs: recorded.measuredAtMs,
  }
}

function failureWithoutResult(output: EngineOutput): RunFailure {
  const printed = output.printed ?? ''
  const isOwnExit = output.exitCode === undefined || output.exitCode < 126
  const known = isOwnExit ? failureOfText(printed) : undefined
  if (known) return known
  if (output.exitCode === 0)
    return failure('no-result', 'fio ended well but wrote no result.', 'Run it again.')
  return failureOfExit('fio', output.exitCode)
}

/** Text instead of JSON usually names the reason; a truncated document is only the result of a kill. */
function unreadable(output: EngineOutput, id: string, text: string): RunFailure {
  const known = failureOfText(
    `${output.outputs[outputFile]?.slice(0, 100_000) ?? ''}\n${output.printed ?? ''}`,
  )
  if (id === 'no-json' && known) return known
  if (output.exitCode !== undefined && output.exitCode > interruptedExit)
    return failureOfExit('fio', output.exitCode)
  return untrusted(id, text)
}
