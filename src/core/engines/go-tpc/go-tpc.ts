import type { Advice } from '../../plan/advice'
import type { Plan, Workload } from '../../plan/plan'
import { formatBytes } from '../../units/bytes'
import { largestOf } from '../../units/iterables'
import type { CommandRequest, Engine, EngineDescription, Field, OptionProblem } from '../engine'
import { fieldValues } from '../field-values'
import { tpccTest } from '../foreign/tpcc-output'
import type { EngineSteps } from '../steps'
import { checkWorkload as checkServerWorkload } from '../sysbench/oltp/check-workload'
import { checkCommand, databaseSteps, dataPrefix } from '../sysbench/oltp/command'
import { fields as oltpFields, serverOptions } from '../sysbench/oltp/fields'
import { parse, progressReader } from './parse'

/** Fields that mean the same for every tool on a private server. */
const shared = [
  ...['jobs', 'configuration', 'buffer_pool_size', 'server', 'data_between_runs', 'runtime', 'ramp_time'],
  'server_options',
]

const fields: readonly Field[] = [
  {
    id: 'warehouses',
    label: 'Warehouses',
    option: '--warehouses',
    group: 'workload',
    kind: { type: 'integer', min: 1, max: 100_000 },
    help: 'Size of the database: about 100 MB for each.',
    initial: 10,
    axisLevels: [10, 100],
  },
  ...oltpFields.filter(({ id }) => shared.includes(id)).map(ofGoTpc),
]

/** go-tpc speaks the protocol of MySQL here. */
function ofGoTpc(field: Field): Field {
  if (field.id !== 'server' || field.kind.type !== 'choice') return field
  const choices = field.kind.choices.filter(({ value }) => value !== 'postgresql')
  return { ...field, kind: { type: 'choice', choices }, axisLevels: choices.map(({ value }) => value) }
}

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
/** Starting and stopping the server, and bringing the data back. */
const aroundSeconds = 10

/**
 * go-tpc, https://github.com/pingcap/go-tpc, on a private server that lives in the target folder for as long as a run. Both
 * programs are called and never shipped. It has the transactions of TPC-C without its rules.
 */
export const goTpcEngine: Engine = {
  description,
  checkWorkload,
  steps,
  parseOnlyCommand: checkCommand,
  parse,
  progress: progressReader,
  advise: (plan) => [notAuditedAdvice, ...largePool(plan)],
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
  readVersion: (text) => /v(\d+(?:\.\d+)+)/.exec(text)?.[1],
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
  return checkServerWorkload(workload, fields)
}

function steps(request: CommandRequest): EngineSteps {
  const { workload, series } = request
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
      `--interval=${String(Math.max(1, Math.round(series?.seconds ?? 1)))}s`,
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

/** The whole database in memory measures no drive. */
function largePool(plan: Plan): readonly Advice[] {
  const size = largestOf(numbersIn(plan, 'warehouses')) * warehouseBytes
  const pool = largestOf(numbersIn(plan, 'buffer_pool_size'))
  if (!(pool >= size)) return []
  return [
    {
      id: 'database-in-memory',
      severity: 'warning',
      text: `The buffer pool of ${formatBytes(pool)} holds the whole database of about ${formatBytes(size)}.`,
      reason: 'Reads come from memory then, and only the log and dirty pages reach the drive.',
      about: 'buffer_pool_size',
    },
  ]
}
