import type { Scalar, Series } from '../../../results/observation'
import type { ResultWarning } from '../../../results/run'
import type { EngineOutput, ParseResult } from '../../engine'
import { failed, withoutReport } from '../failures'
import { latencyHistogram, latencyScalars, scalarOf, seriesOf, startedAt, startedFile } from '../observations'
import { readReport, type SysbenchReport } from '../report'
import { dataSizeFile, leftSchemaFile, outputFile, ownServerOf, statusFiles } from './command'
import { numberOf, textOf } from './fields'

/** Reads what sysbench printed and what the server counted into observations, or into the reason why there are none. */
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
  if (!report || exitCode !== 0) return withoutReport(exitCode, `${text}\n${printed}`)
  const wrong = otherThanAsked(report, output)
  if (wrong !== undefined)
    return failed('failed', 'other-than-asked', wrong, 'The raw output is kept. Run it again.')
  const test = textOf(request.workload, 'pattern')
  const measuredAtMs = startedAt(outputs[startedFile])
  return {
    outcome: 'done',
    engineVersion: report.version,
    observations: [
      ...databaseObservations(report, test, measuredAtMs),
      ...serverScalars(outputs, report.seconds, test),
    ],
    warnings: warningsOf(report),
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
    ...rates.flatMap(([metric, value]) =>
      value === undefined ? [] : [scalarOf(test, 'total', metric, value)],
    ),
    ...latencyScalars(report, test),
    ...(histogram ? [histogram] : []),
    ...overTime(report, test, startedAtMs),
  ]
}

function layout({ outputs, exitCode, printed = '' }: EngineOutput): ParseResult {
  const text = outputs[outputFile] ?? ''
  const all = `${text}\n${printed}`
  const engineVersion = /^sysbench v?(\d+(?:\.\d+)+)/m.exec(text)?.[1]
  // sysbench 1.0 ends with 0 even where a loading thread gave up.
  if (exitCode !== 0 || engineVersion === undefined || /^FATAL:/m.test(all))
    return withoutReport(exitCode, all)
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

/** What InnoDB read and wrote during the run; nothing of servers that do not count bytes. */
export function serverScalars(
  outputs: EngineOutput['outputs'],
  seconds: number,
  test: string,
): readonly Scalar[] {
  const [before, after] = statusFiles.map((name) => countersOf(outputs[name]))
  const rates = [
    ['database_read_bandwidth', 'innodb_data_read'],
    ['database_write_bandwidth', 'innodb_data_written'],
    ['database_log_bandwidth', 'innodb_os_log_written'],
  ] as const
  const kib = Number(outputs[dataSizeFile]?.trim() ?? Number.NaN)
  return [
    ...rates.flatMap(([metric, counter]) => {
      const gain = (after?.get(counter) ?? Number.NaN) - (before?.get(counter) ?? Number.NaN)
      return gain >= 0 ? [scalarOf(test, 'total', metric, gain / seconds)] : []
    }),
    ...(kib > 0 ? [scalarOf(test, 'total', 'database_bytes', kib * 1024)] : []),
  ]
}

/** Lines of a name and a number; names are spelt in different cases by different servers. */
function countersOf(text = ''): ReadonlyMap<string, number> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [name = '', value = ''] = line.split('\t')
      const count = value === '' ? Number.NaN : Number(value)
      return Number.isFinite(count) ? [[name.toLowerCase(), count] as const] : []
    }),
  )
}

function overTime({ intervals }: SysbenchReport, test: string, startedAtMs: number): readonly Series[] {
  const percent = intervals.find(({ latency }) => latency)?.latency?.percent
  const quantities = [
    ['transactions', 'transactions'],
    ['queries', 'queries'],
    ['sql_reads', 'sqlReads'],
    ['sql_writes', 'sqlWrites'],
    ['sql_errors', 'errors'],
  ] as const
  return [
    ...quantities.flatMap(([metric, key]) =>
      seriesOf(intervals, test, 'total', metric, startedAtMs, (one) => one[key]),
    ),
    ...(percent === undefined
      ? []
      : seriesOf(
          intervals,
          test,
          'total',
          `latency_p${String(percent).replace('.', '')}`,
          startedAtMs,
          (one) => one.latency?.ns,
        )),
  ]
}
