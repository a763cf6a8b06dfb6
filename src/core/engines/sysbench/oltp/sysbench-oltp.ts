import type { Advice, PlanEnvironment } from '../../../plan/advice'
import type { Plan, Workload } from '../../../plan/plan'
import { largestOf, present } from '../../../iterables'
import { databaseAdvice } from '../../database/database-advice'
import { serverOptions } from '../../database/database-fields'
import { checkCommand, dataPrefix, ownServerOf, databaseSteps } from '../../database/database-steps'
import { loginFailure } from '../../database/server-output'
import type { Engine, EngineDescription, CommandRequest, OptionProblem } from '../../engine'
import { offeredCost } from '../../offered-load'
import { install, oldestVersion, progressReader, readVersion } from '../program'
import { readForeignOltp } from '../read-foreign'
import { fields, numberOf, numbersIn, textOf, scripts } from './fields'
import { parse } from './parse'
import { checkDatabaseWorkload } from '../../database/check-database-workload'
import { reportInterval } from '../../printed/times'
import type { EngineSteps } from '../../steps'
import { checkOffered, rateArgs } from '../offered-rate'

const description: EngineDescription = {
  id: 'sysbench-oltp',
  name: 'sysbench OLTP',
  program: 'sysbench',
  oldestVersion,
  recordsSeries: true,
  starting: {
    pattern: 'oltp-read-write',
    jobs: 4,
    server: 'mariadb',
    tables: 4,
    table_size: 100_000,
    runtime: 300,
  },
  fields,
  headlines: ['transactions', 'latency_p95', 'queries', 'latency_mean'],
  extraOptions: serverOptions,
  install,
}

/** Bytes of a row with its indexes, and of an empty server; measured with MariaDB 10.11, see docs/sysbench.md. */
const rowBytes = 240
const emptyBytes = 250 * 1024 ** 2
/** Starting and stopping the server, and restoring the data. */
const aroundSeconds = 10
/** Loading the user's own server, once for every run; measured with MariaDB 10.11 on two processors. */
const rowsPerSecond = 100_000

/**
 * sysbench's database tests on a private server that lives in the target folder during a run, or in a schema of the
 * app on the user's own server. Both programs are called, never shipped.
 */
export const sysbenchOltp: Engine = {
  description,
  checkWorkload,
  steps,
  parseOnlyCommand: checkCommand,
  parse,
  progress: progressReader,
  advise,
  costKeys: [
    'pattern',
    'tables',
    'table_size',
    'data_between_runs',
    'runtime',
    'ramp_time',
    'offered_percent',
    'server_address',
  ],
  cost(workload) {
    const [runtime, warmUp] = [numberOf(workload, 'runtime') ?? 300, numberOf(workload, 'ramp_time') ?? 0]
    const copies = textOf(workload, 'data_between_runs') === 'keep' ? 1 : 2
    const isOwn = ownServerOf(workload) !== undefined
    const loadSeconds = isOwn ? rowsOf(workload) / rowsPerSecond : 0
    return {
      seconds: runtime + warmUp + aroundSeconds + loadSeconds,
      measureSeconds: runtime,
      blockBytes: 16_384,
      ...offeredCost(workload, undefined),
      fileBytes: isOwn ? 0 : copies * (emptyBytes + rowsOf(workload) * rowBytes),
      writeShare: isReading(workload) ? 0 : 0.5,
    }
  },
  // Even a read-only test needs its data created.
  writes: () => true,
  dataOf: (workload) =>
    ownServerOf(workload)
      ? { kind: 'none' }
      : {
          kind: 'folder',
          contentKeys: ['server', 'tables', 'table_size', 'data_between_runs', 'innodb_page_size'],
        },
  passwordFor(workload) {
    const own = ownServerOf(workload)
    return own && `${own.account} on ${own.address}`
  },
  loginFailure,
  ownFilePrefix: dataPrefix,
  readForeign: readForeignOltp,
  testName: (workload) => textOf(workload, 'pattern'),
  versionArgs: ['--version'],
  readVersion,
}

function rowsOf(workload: Workload): number {
  return (numberOf(workload, 'tables') ?? 1) * (numberOf(workload, 'table_size') ?? 1)
}

function isReading(workload: Workload): boolean {
  return ['oltp-read-only', 'point-select'].includes(textOf(workload, 'pattern'))
}

function advise(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  const rows = largestOf(numbersIn(plan, 'tables')) * largestOf(numbersIn(plan, 'table_size'))
  return present(...databaseAdvice(plan, environment, rows * rowBytes), ownServer(plan))
}

/** One password is requested, and the activity of the server's other clients counts as well. */
function ownServer(plan: Plan): Advice | undefined {
  const varied = plan.axes.find(({ key }) => key === 'server_address' || key === 'server_account')
  if (varied)
    return {
      id: 'several-own-servers',
      severity: 'error',
      text: `${varied.key} cannot be an axis: a campaign has one own server and one account.`,
      reason: 'Make a plan for each, and compare their campaigns.',
      about: varied.key,
    }
  const own = ownServerOf(plan.base)
  if (!own) return undefined
  return {
    id: 'own-server',
    severity: 'note',
    text: `Every run makes a schema benchwright_… on the server at ${own.address}, loads it, and drops it.`,
    reason:
      'What others do there at the same time is in the numbers and the counters. Its drive is not observed: the target folder plays no part.',
    about: 'server_address',
  }
}

/** Loading with more threads than tables has no effect. */
const mostLoaders = 8

/** Problems of the options alone. */
function checkWorkload(workload: Workload): readonly OptionProblem[] {
  return [...checkDatabaseWorkload(workload, fields), ...checkOffered(workload)]
}

/** sysbench's steps. Throws a RangeError for a workload that cannot be run; the plan's advice has already reported it. */
function steps(request: CommandRequest): EngineSteps {
  const { workload } = request
  const [problem] = checkWorkload(workload)
  if (problem) throw new RangeError(`sysbench cannot run this: ${problem.text}`)
  const loaders = Math.min(numberOf(workload, 'tables') ?? 1, mostLoaders)
  return databaseSteps(request, {
    load: [...sysbench(workload), `--threads=${String(loaders)}`],
    measure: [...sysbench(workload), ...runArgs(request)],
  })
}

function sysbench(workload: Workload): readonly string[] {
  return [
    'sysbench',
    scripts[textOf(workload, 'pattern')] ?? '',
    `--tables=${String(numberOf(workload, 'tables') ?? 1)}`,
    `--table-size=${String(numberOf(workload, 'table_size') ?? 1)}`,
  ]
}

function runArgs(request: CommandRequest): readonly string[] {
  const { workload, seed } = request
  return [
    `--threads=${String(numberOf(workload, 'jobs') ?? 1)}`,
    `--time=${String(numberOf(workload, 'runtime') ?? 300)}`,
    '--events=0',
    ...rateArgs(request),
    `--report-interval=${String(reportInterval(request))}`,
    `--percentile=${textOf(workload, 'percentile')}`,
    '--histogram=on',
    `--rand-type=${textOf(workload, 'rand_type')}`,
    // 0 would mean the time of day.
    `--rand-seed=${String((seed % 2_147_483_646) + 1)}`,
  ]
}
