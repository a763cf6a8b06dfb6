import { qualifies, type Reservation } from '../../results/reservation'
import type { Advice } from '../../plan/advice'
import type { Workload } from '../../plan/plan'
import { largestOf, present } from '../../iterables'
import { checkDatabaseWorkload } from '../database/check-database-workload'
import { databaseAdvice } from '../database/database-advice'
import { databaseFields, serverField, serverOptions } from '../database/database-fields'
import { checkCommand, dataPrefix, databaseSteps } from '../database/database-steps'
import { field } from '../describe-fields'
import type {
  CommandRequest,
  Engine,
  EngineDescription,
  EngineOutput,
  Field,
  OptionProblem,
  ParseResult,
} from '../engine'
import { fieldValues } from '../field-values'
import { goTpc, notAudited, tpccTest } from '../foreign/tpcc-output'
import { reportInterval } from '../printed/times'
import type { EngineSteps } from '../steps'
import { serverReasons, serverScalars } from '../database/server-output'
import { failed, untrusted } from '../failures'
import { withoutReport } from '../printed/failures'
import { outputFile, scalarOf, startedAt, startedFile } from '../observations'
import { lineReader, type Progress, type ProgressReader } from '../progress'

const fields: readonly Field[] = [
  field('database', 'warehouses', {
    option: '--warehouses',
    kind: { type: 'integer', min: 1, max: 100_000 },
    help: 'Size of the database: about 100 MB for each.',
    initial: 10,
    axisLevels: [10, 100],
  }),
  databaseFields.jobs,
  databaseFields.configuration,
  databaseFields.buffer_pool_size,
  // go-tpc uses the MySQL protocol.
  serverField('mariadb', 'mysql'),
  databaseFields.data_between_runs,
  databaseFields.runtime,
  databaseFields.ramp_time,
  databaseFields.server_options,
]

const { numberOf, textOf, numbersIn } = fieldValues(fields)

const description: EngineDescription = {
  id: 'go-tpc',
  name: 'go-tpc (TPC-C-like, not audited)',
  program: 'go-tpc',
  oldestVersion: '1.0',
  isRare: true,
  recordsSeries: true,
  starting: { warehouses: 10, jobs: 4, server: 'mariadb', runtime: 300 },
  fields,
  headlines: ['new_order_rate', 'latency_p95', 'transactions', 'latency_mean'],
  extraOptions: serverOptions,
  install: {
    debian: 'go install github.com/pingcap/go-tpc/cmd/go-tpc@latest',
    fedora: 'go install github.com/pingcap/go-tpc/cmd/go-tpc@latest',
    arch: 'go install github.com/pingcap/go-tpc/cmd/go-tpc@latest',
    macos: 'go install github.com/pingcap/go-tpc/cmd/go-tpc@latest',
    windows: 'Run it on a Linux host over SSH',
  },
}

/** Bytes of a warehouse with its indexes, and of an empty server. */
const warehouseBytes = 100 * 1000 ** 2
const emptyBytes = 250 * 1024 ** 2
/** Starting and stopping the server, and restoring the data. */
const aroundSeconds = 10

/**
 * go-tpc, https://github.com/pingcap/go-tpc, on a private server that lives in the target folder during a run. Both
 * programs are called, never shipped. It has the transactions of TPC-C without its rules.
 */
export const goTpcEngine: Engine = {
  description,
  checkWorkload,
  steps,
  parseOnlyCommand: checkCommand,
  parse,
  progress: progressReader,
  advise: (plan, environment) => [
    notAuditedAdvice,
    ...databaseAdvice(plan, environment, largestOf(numbersIn(plan, 'warehouses')) * warehouseBytes),
  ],
  costKeys: ['warehouses', 'data_between_runs', 'runtime', 'ramp_time'],
  cost(workload) {
    const [runtime, warmUp] = [numberOf(workload, 'runtime') ?? 300, numberOf(workload, 'ramp_time') ?? 0]
    const copies = textOf(workload, 'data_between_runs') === 'keep' ? 1 : 2
    return {
      seconds: runtime + warmUp + aroundSeconds,
      measureSeconds: runtime,
      blockBytes: 16_384,
      fileBytes: copies * (emptyBytes + (numberOf(workload, 'warehouses') ?? 1) * warehouseBytes),
      writeShare: 0.5,
    }
  },
  writes: () => true,
  dataOf: () => ({
    kind: 'folder',
    contentKeys: ['server', 'warehouses', 'data_between_runs', 'innodb_page_size'],
  }),
  ownFilePrefix: dataPrefix,
  testName: () => tpccTest,
  versionArgs: ['version'],
  readVersion: (text) => /v(\d+(?:\.\d+){1,9})/.exec(text)?.[1],
}

function checkWorkload(workload: Workload): readonly OptionProblem[] {
  const own = ['server_address', 'server_account'].find((key) => workload[key] !== undefined)
  if (own !== undefined)
    return [
      {
        key: own,
        text: 'go-tpc takes a password only as an argument, which other users of the machine can read, so it is kept away from an own server.',
        remedy: `Remove ${own}; a private server is started then. sysbench OLTP runs on an own server.`,
      },
    ]
  return checkDatabaseWorkload(workload, fields)
}

function steps(request: CommandRequest): EngineSteps {
  const { workload } = request
  const [problem] = checkWorkload(workload)
  if (problem) throw new RangeError(`go-tpc cannot run this: ${problem.text}`)
  const size = `--warehouses=${String(numberOf(workload, 'warehouses') ?? 1)}`
  const threads = `--threads=${String(numberOf(workload, 'jobs') ?? 1)}`
  return databaseSteps(request, {
    load: ['go-tpc', size, threads, '--no-check'],
    measure: [
      'go-tpc',
      size,
      threads,
      `--time=${String(numberOf(workload, 'runtime') ?? 300)}s`,
      `--interval=${String(reportInterval(request))}s`,
    ],
  })
}

const notAuditedAdvice: Advice = {
  id: 'not-audited',
  severity: 'note',
  text: 'New-order transactions a minute, TPC-C-like, not an audited result.',
  reason: 'go-tpc keeps neither the waits nor the other rules of TPC-C.',
  about: 'warehouses',
}

/**
 * Reads go-tpc's output and the server's counters. go-tpc always exits with 0, so its output decides: `Finished`, and
 * for a run its totals.
 */
function parse(output: EngineOutput): ParseResult {
  const { outputs, exitCode, printed = '', request } = output
  const text = outputs[outputFile] ?? ''
  const isFinished = exitCode === 0 && /^Finished$/m.test(text)
  if (request.phase === 'layout' && isFinished)
    return {
      outcome: 'done',
      engineVersion: request.engineVersion ?? 'unknown',
      observations: [],
      warnings: [],
    }
  const summary = [...text.matchAll(/^\[Summary\] \w+ - Takes\(s\): ([\d.]+)/gm)]
  const seconds = largestOf(summary.map(([, took]) => Number(took)))
  const run = isFinished ? goTpc(text, reportInterval(request)) : undefined
  if (!run || !(seconds > 0)) return withoutReport(exitCode, `${text}\n${printed}`, 'go-tpc', serverReasons)
  const asked = request.workload.runtime
  // It is counted from the end of the first transaction.
  if (typeof asked === 'number' && seconds < Math.min(asked * 0.95, asked - 1))
    return failed(
      untrusted('other-than-asked', `go-tpc ended after ${String(seconds)} s instead of ${String(asked)} s.`),
    )
  const measuredAtMs = startedAt(outputs[startedFile])
  return {
    outcome: 'done',
    engineVersion: request.engineVersion ?? 'unknown',
    observations: [
      ...run.observations.map((one) => (one.kind === 'series' ? { ...one, startedAtMs: measuredAtMs } : one)),
      ...scalarOf(tpccTest, 'total', 'runtime', seconds),
      ...serverScalars(outputs, seconds, tpccTest),
    ],
    warnings: present(notAudited, failures(text)),
    measuredAtMs: measuredAtMs === 0 ? undefined : measuredAtMs,
  }
}

/** Transactions that the server rejected, which no number includes. */
function failures(text: string): Reservation | undefined {
  const lines = [...text.matchAll(/^\[Summary\] \w+_ERR - .*\bCount: (\d+)/gm)]
  const count = lines.reduce((sum, [, one]) => sum + Number(one), 0)
  if (count === 0) return undefined
  return qualifies('transactions-failed', `${String(count)} transactions failed and are not counted.`)
}

/** Follows the lines of every interval. */
function progressReader(): ProgressReader {
  return lineReader(read)
}

function read(line: string): Progress | undefined {
  if (/^creating table|^load to /.test(line)) return { phase: 'preparing' }
  if (line === 'Finished') return { phase: 'finishing' }
  const rate = Number(/^\[Current\] NEW_ORDER - .*\bTPM: ([\d.]+)/.exec(line)?.[1])
  return rate >= 0 ? { phase: 'running', headline: { new_order_rate: rate } } : undefined
}
