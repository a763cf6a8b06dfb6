import type { Series } from '../../../results/observation'
import type { ResultWarning } from '../../../results/run'
import type { EngineOutput, ParseResult } from '../../engine'
import { leftSchemaFile, outputFile, ownServerOf } from '../../database/database-steps'
import { serverReasons, serverScalars } from '../../database/server-output'
import { failed, untrusted } from '../../failures'
import { withoutReport } from '../../printed/failures'
import { scalarOf, seriesOf, startedAt, startedFile } from '../../observations'
import { offeredScalars, offeredWarnings } from '../../offered-load'
import { latencyHistogram, latencyScalars, latencySeries } from '../latencies'
import { offeredLoad, queueFull } from '../offered-rate'
import { readReport, type SysbenchReport } from '../report'
import { numberOf, textOf } from './fields'

/** Reads sysbench's output and the server's counters into observations, or into the reason why there are none. */
export function parse(output: EngineOutput): ParseResult {
  const parsed = parseRun(output)
  const left = output.outputs[leftSchemaFile]?.trim()
  if (left === undefined || left === '') return parsed
  const { address = '' } = ownServerOf(output.request.workload) ?? {}
  const text = `The schema ${left} could not be dropped from the server at ${address}; the next run of this campaign tries again.`
  return { ...parsed, warnings: [...parsed.warnings, { id: 'schema-left', text }] }
}

function parseRun(output: EngineOutput): ParseResult {
  const { outputs, exitCode, printed = '', request } = output
  const text = outputs[outputFile] ?? ''
  if (request.phase === 'layout') return layout(output)
  const report = readReport(text)
  if (!report || exitCode !== 0)
    return queueFull(text) ?? withoutReport(exitCode, `${text}\n${printed}`, 'sysbench', serverReasons)
  const wrong = otherThanAsked(report, output)
  if (wrong !== undefined) return failed(untrusted('other-than-asked', wrong))
  const test = textOf(request.workload, 'pattern')
  const measuredAtMs = startedAt(outputs[startedFile])
  const load = offeredLoad(report, request)
  return {
    outcome: 'done',
    engineVersion: report.version,
    observations: [
      ...databaseObservations(report, test, measuredAtMs),
      ...serverScalars(outputs, report.seconds, test),
      ...offeredScalars(test, load),
    ],
    warnings: [...warningsOf(report), ...(request.phase === 'measure' ? offeredWarnings(load) : [])],
    measuredAtMs: measuredAtMs === 0 ? undefined : measuredAtMs,
  }
}

/** Everything a report of a database test says, as a plan or an import stores it. */
export function databaseObservations(report: SysbenchReport, test: string, startedAtMs: number) {
  const histogram = latencyHistogram(report, test)
  const rates = [
    ['transactions', report.transactions],
    ['queries', report.queries],
    ['sql_reads', report.sqlReads],
    ['sql_writes', report.sqlWrites],
    ['sql_errors', report.errors],
    ['runtime', report.seconds],
  ] as const
  return [
    ...rates.flatMap(([metric, value]) => scalarOf(test, 'total', metric, value)),
    ...latencyScalars(report, test),
    ...(histogram ? [histogram] : []),
    ...overTime(report, test, startedAtMs),
  ]
}

function layout({ outputs, exitCode, printed = '' }: EngineOutput): ParseResult {
  const text = outputs[outputFile] ?? ''
  const all = `${text}\n${printed}`
  const engineVersion = /^sysbench v?(\d+(?:\.\d+)+)/m.exec(text)?.[1]
  // sysbench 1.0 exits with 0 even if a loading thread gave up.
  if (exitCode !== 0 || engineVersion === undefined || /^FATAL:/m.test(all))
    return withoutReport(exitCode, all, 'sysbench', serverReasons)
  return { outcome: 'done', engineVersion, observations: [], warnings: [] }
}

function otherThanAsked(report: SysbenchReport, { request: { workload } }: EngineOutput): string | undefined {
  const jobs = numberOf(workload, 'jobs')
  if (report.threads !== undefined && report.threads !== jobs)
    return `sysbench ran with ${String(report.threads)} threads instead of ${String(jobs)}.`
  const seconds = numberOf(workload, 'runtime') ?? 300
  if (report.seconds < seconds * 0.95)
    return `sysbench ended after ${String(report.seconds)} s instead of ${String(seconds)} s.`
  return (report.transactions ?? 0) > 0 ? undefined : 'No transaction was done.'
}

function warningsOf({ errors = 0, reconnects = 0 }: SysbenchReport): readonly ResultWarning[] {
  return [
    ...(errors > 0
      ? [
          {
            id: 'transactions-failed',
            text: `${String(errors)} transactions a second failed and were done again.`,
          },
        ]
      : []),
    ...(reconnects > 0
      ? [{ id: 'reconnects', text: `Connections to the server were lost: ${String(reconnects)} a second.` }]
      : []),
  ]
}

function overTime(report: SysbenchReport, test: string, startedAtMs: number): readonly Series[] {
  const quantities = [
    ['transactions', 'transactions'],
    ['queries', 'queries'],
    ['sql_reads', 'sqlReads'],
    ['sql_writes', 'sqlWrites'],
    ['sql_errors', 'errors'],
  ] as const
  return [
    ...quantities.flatMap(([metric, key]) =>
      seriesOf(report.intervals, test, 'total', metric, startedAtMs, (one) => one[key]),
    ),
    ...latencySeries(report, test, startedAtMs),
  ]
}
