import type { Advice, PlanEnvironment } from '../../../plan/advice'
import type { Plan, Workload } from '../../../plan/plan'
import { formatBytes } from '../../../units/bytes'
import { largestOf } from '../../../units/iterables'
import type { Engine, EngineDescription } from '../../engine'
import { install, oldestVersion, readVersion } from '../program'
import { progressReader } from '../progress'
import { readForeignOltp } from '../read-foreign'
import { checkWorkload } from './check-workload'
import { checkCommand, dataPrefix, readConfiguration, steps } from './command'
import { fields, numberOf, numbersIn, serverOptions, textOf, valuesIn } from './fields'
import { parse } from './parse'

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
/** Starting and stopping the server, and bringing the data back. */
const aroundSeconds = 10

/**
 * sysbench's database tests on a private server that lives in the target folder, for as long as a run. Both programs are
 * called and never shipped.
 */
export const sysbenchOltp: Engine = {
  description,
  checkWorkload,
  steps,
  parseOnlyCommand: checkCommand,
  parse,
  progress: progressReader,
  advise,
  costKeys: ['pattern', 'tables', 'table_size', 'data_between_runs', 'runtime', 'ramp_time'],
  cost(workload) {
    const [runtime, warmUp] = [numberOf(workload, 'runtime') ?? 300, numberOf(workload, 'ramp_time') ?? 0]
    const copies = textOf(workload, 'data_between_runs') === 'keep' ? 1 : 2
    return {
      seconds: runtime + warmUp + aroundSeconds,
      measureSeconds: runtime,
      blockBytes: 16_384,
      fileBytes: copies * dataBytes(workload),
      writeShare: isReading(workload) ? 0 : 0.5,
    }
  },
  // Even a test that only reads needs its data made.
  writes: () => true,
  dataOf: () => ({
    kind: 'folder',
    contentKeys: ['server', 'tables', 'table_size', 'data_between_runs', 'innodb_page_size'],
  }),
  ownFilePrefix: dataPrefix,
  readForeign: readForeignOltp,
  testName: (workload) => textOf(workload, 'pattern'),
  versionArgs: ['--version'],
  readVersion,
}

function dataBytes(workload: Workload): number {
  const rows = (numberOf(workload, 'tables') ?? 1) * (numberOf(workload, 'table_size') ?? 1)
  return emptyBytes + rows * rowBytes
}

function isReading(workload: Workload): boolean {
  return ['oltp-read-only', 'point-select'].includes(textOf(workload, 'pattern'))
}

function advise(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return [
    ...differences(plan),
    ...poolBeyondMemory(plan, environment.memoryBytes),
    ...largePool(plan),
    ...cachedServer(plan),
  ]
}

/** What each configuration has that the first has not, and the other way round. */
function differences(plan: Plan): readonly Advice[] {
  const [first, ...others] = valuesIn(plan, 'configuration').map((one) => readConfiguration(String(one)))
  if (!first || others.length === 0) return []
  const told = others.map(({ name, options }) => {
    const more = options.filter((one) => !first.options.includes(one))
    const less = first.options.filter(
      (one) => !options.some((other) => other.split('=')[0] === one.split('=')[0]),
    )
    const parts = [...more, ...less.map((one) => `no ${one}`)]
    return `${name}: ${parts.length === 0 ? 'the same options' : parts.join(', ')}`
  })
  return [
    {
      id: 'configurations',
      severity: 'note',
      text: `Against ${first.name}, the other configurations have: ${told.join('; ')}.`,
      reason: 'Options the server does not know are named by Check, before anything starts.',
      about: 'configuration',
    },
  ]
}

function poolBeyondMemory(plan: Plan, memoryBytes: number | undefined): readonly Advice[] {
  const pool = largestOf(numbersIn(plan, 'buffer_pool_size'))
  if (memoryBytes === undefined || !(pool > 0.9 * memoryBytes)) return []
  return [
    {
      id: 'buffer-pool-beyond-memory',
      severity: 'error',
      text: `A buffer pool of ${formatBytes(pool)} does not fit into the ${formatBytes(memoryBytes)} of this machine.`,
      about: 'buffer_pool_size',
    },
  ]
}

function cachedServer(plan: Plan): readonly Advice[] {
  if (!valuesIn(plan, 'server').includes('postgresql')) return []
  return [
    {
      id: 'postgresql-is-cached',
      severity: 'note',
      text: 'PostgreSQL reads and writes through the page cache.',
      reason: 'Data beyond its own buffers may still come from memory; make the database larger than that.',
      about: 'server',
    },
  ]
}

/** The whole database in memory measures no drive. */
function largePool(plan: Plan): readonly Advice[] {
  const rows = largestOf(numbersIn(plan, 'tables')) * largestOf(numbersIn(plan, 'table_size'))
  const pool = largestOf(numbersIn(plan, 'buffer_pool_size'))
  if (!(pool >= rows * rowBytes)) return []
  return [
    {
      id: 'database-in-memory',
      severity: 'warning',
      text: `The buffer pool of ${formatBytes(pool)} holds the whole database of about ${formatBytes(rows * rowBytes)}.`,
      reason: 'Reads come from memory then, and only the log and dirty pages reach the drive.',
      about: 'buffer_pool_size',
    },
  ]
}
