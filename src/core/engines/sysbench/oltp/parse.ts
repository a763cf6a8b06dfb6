import { note, qualifies, type Reservation } from '../../../results/reservation'
import type { EngineOutput, ParseResult } from '../../engine'
import { leftSchemaFile, ownServerOf } from '../../database/database-steps'
import { serverReasons, serverScalars } from '../../database/server-output'
import { scalarOf, seriesOf } from '../../observations'
import { observationsOf, parseRun } from '../parse-run'
import type { SysbenchReport } from '../report'
import { numberOf, textOf } from './fields'

/** Reads sysbench's output and the server's counters into observations, or into the reason why there are none. */
export function parse(output: EngineOutput): ParseResult {
  const { outputs, request } = output
  const { workload } = request
  const test = textOf(workload, 'pattern')
  const parsed = parseRun(output, {
    test,
    jobs: numberOf(workload, 'jobs'),
    seconds: numberOf(workload, 'runtime') ?? 300,
    // sysbench 1.0 exits with 0 even if a loading thread gave up.
    isLaidOut: (printed) => !/^FATAL:/m.test(printed),
    wrong: ({ transactions = 0 }) => (transactions > 0 ? undefined : 'No transaction was done.'),
    observe: (report, startedAtMs) => [
      ...databaseObservations(report, test, startedAtMs),
      ...serverScalars(outputs, report.seconds, test),
    ],
    warnings: warningsOf,
    reasons: serverReasons,
  })
  const left = outputs[leftSchemaFile]?.trim() ?? ''
  if (left === '') return parsed
  const { address = '' } = ownServerOf(workload) ?? {}
  const text = `The schema ${left} could not be dropped from the server at ${address}; the next run of this campaign tries again.`
  return { ...parsed, warnings: [...parsed.warnings, note('schema-left', text)] }
}

const quantities = [
  ['transactions', 'transactions'],
  ['queries', 'queries'],
  ['sql_reads', 'sqlReads'],
  ['sql_writes', 'sqlWrites'],
  ['sql_errors', 'errors'],
] as const

/** Everything a report of a database test says, as a plan or an import stores it. */
export function databaseObservations(report: SysbenchReport, test: string, startedAtMs: number) {
  const { intervals, seconds } = report
  return observationsOf(
    report,
    test,
    startedAtMs,
    [
      ...quantities.flatMap(([metric, key]) => scalarOf(test, 'total', metric, report[key])),
      ...scalarOf(test, 'total', 'runtime', seconds),
    ],
    quantities.flatMap(([metric, key]) =>
      seriesOf(intervals, test, 'total', metric, startedAtMs, (one) => one[key]),
    ),
  )
}

function warningsOf({ errors = 0, reconnects = 0 }: SysbenchReport): readonly Reservation[] {
  return [
    ...(errors > 0
      ? [
          qualifies(
            'transactions-failed',
            `${String(errors)} transactions a second failed and were done again.`,
          ),
        ]
      : []),
    ...(reconnects > 0
      ? [qualifies('reconnects', `Connections to the server were lost: ${String(reconnects)} a second.`)]
      : []),
  ]
}
