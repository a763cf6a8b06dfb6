import type { CommandRequest } from '../engine'
import type { RunFailure } from '../../results/run'
import { testLabel } from '../../plan/levels/level-words'
import { formatExactBytes } from '../../units/bytes'
import { mainProcess } from '../steps'
import { steps } from './command'
import { failure } from '../failures'
import { numberOf, textOf } from './fields'
import type { IozoneDocument } from './output/iozone-document'
import type { ReportUnit } from './output/printed-words'
import { resultsOf } from './observations'
import { modeOf, selectedTests, usesChildren } from './selected-tests'

/** Why a complete output is still not the requested result; undefined if it is. */
export function findFailure(document: IozoneDocument, request: CommandRequest): RunFailure | undefined {
  return (
    otherCommand(document, request) ??
    missingReport(document) ??
    otherUnit(document, request) ??
    otherSize(document, request) ??
    otherJobs(document, request) ??
    missingTest(document, request)
  )
}

/** Marks an echo that IOzone truncated, after about 1,100 characters in 3.489. */
const cutEcho = 'Command line too long to save completely.'
const leastCutEcho = 500

function otherCommand(document: IozoneDocument, request: CommandRequest): RunFailure | undefined {
  const echo = document.commandLine
  if (echo === undefined) return differs('IOzone did not say which options it ran with.')
  const asked = mainProcess(steps(request)).args.join(' ')
  const ran = echo.slice(echo.indexOf(' ') + 1)
  const cut = ran.endsWith(cutEcho) ? ran.slice(0, -cutEcho.length) : undefined
  const isSame =
    cut === undefined ? ran === asked : cut.length >= leastCutEcho && asked.startsWith(cut.trimEnd())
  return isSame ? undefined : differs('IOzone ran with other options than the case asks for.')
}

/** Every command has `-R`; an output without its second copy of the numbers was truncated or changed. */
function missingReport(document: IozoneDocument): RunFailure | undefined {
  if (document.reports.length > 0 || document.throughputReports.length > 0) return undefined
  return failure('report-incomplete', 'The report at the end of the output is missing.', 'Run it again.')
}

const units: Readonly<Record<string, ReportUnit>> = { throughput: 'kB/s', iops: 'ops/s', latency: 'µs/op' }

function otherUnit(document: IozoneDocument, request: CommandRequest): RunFailure | undefined {
  const asked = units[textOf(request.workload, 'report')] ?? 'kB/s'
  return document.unit === asked
    ? undefined
    : differs(`IOzone reported ${document.unit} instead of ${asked}.`)
}

function otherSize(document: IozoneDocument, { workload }: CommandRequest): RunFailure | undefined {
  const isTable = document.layout !== undefined
  if (isTable === usesChildren(workload)) return differs('IOzone ran in another mode than the case asks for.')
  const sizes = isTable ? document.rows : document.sizes
  const isAuto = modeOf(workload) === 'auto'
  if (sizes.length === 0 || (isTable && !isAuto && sizes.length !== 1))
    return differs(`IOzone measured ${sizes.length} combinations of sizes.`)
  const within = (bytes: number, from: string, to: string) =>
    bytes >= (numberOf(workload, from) ?? 0) && bytes <= (numberOf(workload, to) ?? Infinity)
  const jobs = workload.constant_total_size === true ? undefined : 1
  const stranger = sizes.find(({ fileKib, recordKib }) =>
    isAuto
      ? !within(fileKib * 1024, 'file_size_from', 'file_size_to') ||
        !within(recordKib * 1024, 'block_size_from', 'block_size_to')
      : (jobs !== undefined && fileKib * 1024 !== numberOf(workload, 'file_size')) ||
        recordKib * 1024 !== numberOf(workload, 'block_size'),
  )
  if (!stranger) return undefined
  const { fileKib, recordKib } = stranger
  return differs(
    `IOzone measured ${formatExactBytes(fileKib * 1024)} in records of ${formatExactBytes(recordKib * 1024)}, which the case does not ask for.`,
  )
}

function otherJobs(document: IozoneDocument, { workload }: CommandRequest): RunFailure | undefined {
  if (document.layout) return undefined
  const isRange = modeOf(workload) === 'thread-range'
  const least = numberOf(workload, isRange ? 'jobs_from' : 'jobs') ?? 1
  const most = numberOf(workload, isRange ? 'jobs_to' : 'jobs') ?? 1
  const ran = new Set(document.blocks.map((block) => block.jobs))
  const isAsked = [...ran].every((jobs) => jobs >= least && jobs <= most)
  return isAsked && ran.size === most - least + 1
    ? undefined
    : differs(`IOzone ran with ${[...ran].join(', ') || 'no'} jobs; ${least} to ${most} were asked for.`)
}

/** Each test of each size or number of jobs must have a number above 0. */
function missingTest(document: IozoneDocument, { workload }: CommandRequest): RunFailure | undefined {
  const results = resultsOf(document)
  const wanted = selectedTests(workload)
  if (document.layout) {
    for (const row of document.rows) {
      const missing = wanted.find((test) => (row.values.get(test.id) ?? 0) === 0)
      // In auto mode a combination may be too fast for the clock; in a separate run that leaves no result.
      if (missing && modeOf(workload) !== 'auto') return zero(missing.id, textOf(workload, 'report'))
    }
    const never = wanted.find((test) => !results.some((result) => result.test === test))
    return never && zero(never.id, textOf(workload, 'report'))
  }
  for (const jobs of new Set(document.blocks.map((block) => block.jobs))) {
    const missing = wanted.find(
      (test) =>
        !results.some((result) => result.test === test && result.jobs === jobs && result.scalars.length > 0),
    )
    if (missing) return zero(missing.id, textOf(workload, 'report'))
  }
  return undefined
}

function zero(test: string, report: string): RunFailure {
  const remedy =
    report === 'latency'
      ? 'Operations shorter than a microsecond have no result in microseconds; report throughput or IOPS.'
      : 'Look at the raw output; a larger file may help.'
  return failure('zero-result', `IOzone gave no number for the test ${testLabel(test)}.`, remedy)
}

function differs(text: string): RunFailure {
  return failure('options-differ', text, 'Check the version of IOzone and the options of the case.')
}
