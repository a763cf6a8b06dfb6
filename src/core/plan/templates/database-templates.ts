import { formatBytes } from '../../units/bytes'
import type { PlanTemplate } from './plan-template'

const kibibyte = 1024
const gibibyte = 1024 ** 3
/** A row of sysbench's tables with its indexes, see docs/sysbench.md. */
const bytesPerRow = 240
const poolTables = 32

/** Buffer pools in the printed proportions, up to `largestBytes`, and a database of which the largest pool holds nine tenths. */
function poolsWithin(largestBytes: number): Pick<PlanTemplate, 'base' | 'axes'> {
  const step = 128 * 1024 ** 2
  const levels = [13 / 144, 52 / 144, 1].map((share) =>
    Math.max(step, Math.floor((share * largestBytes) / step) * step),
  )
  const rows = largestBytes / 0.9 / bytesPerRow / poolTables
  return {
    base: {
      ...{ pattern: 'oltp-read-write', jobs: 32, rand_type: 'pareto', runtime: 3600, ramp_time: 600 },
      ...{ tables: poolTables, table_size: Math.max(10_000, Math.ceil(rows / 10_000) * 10_000) },
    },
    axes: [{ key: 'buffer_pool_size', levels: [...new Set(levels)] }],
  }
}

/** Flash as measured by printed database reviews. */
export const databaseTemplates: readonly PlanTemplate[] = [
  {
    id: 'sysbench-threads',
    title: 'sysbench file I/O, 16 KiB, 1 to 256 threads',
    name: 'sysbench file I/O by threads',
    description:
      'Random reads and writes of 16 KiB, the page size of InnoDB, with 1 to 256 threads and the 95th percentile of latency.',
    engine: 'sysbench-fileio',
    base: {
      ...{ block_size: 16 * kibibyte, direct: true, fsync: 100, percentile: '95' },
      ...{ file_size: 100 * gibibyte, file_count: 128, runtime: 180, ramp_time: 0 },
    },
    axes: [
      { key: 'pattern', levels: ['random-read', 'random-write', 'random-mix'] },
      { key: 'jobs', levels: [1, 2, 4, 8, 16, 32, 64, 128, 256] },
    ],
    repetitions: 3,
  },
  {
    id: 'oltp-configurations',
    title: 'OLTP, four server configurations, two hours each',
    name: 'OLTP by server configuration',
    description:
      'Transactions and response time over time of four configurations of the server side by side; the figures drop the first hour.',
    engine: 'sysbench-oltp',
    base: {
      ...{ pattern: 'oltp-read-write', jobs: 32, rand_type: 'pareto', runtime: 7200, ramp_time: 0 },
      ...{ tables: 32, table_size: 10_000_000 },
    },
    axes: [
      {
        key: 'configuration',
        levels: [
          'A baseline',
          'B more I/O threads: innodb_read_io_threads=16 innodb_write_io_threads=16',
          'C more I/O capacity: innodb_io_capacity=2000',
          'D both: innodb_io_capacity=2000 innodb_read_io_threads=16 innodb_write_io_threads=16',
        ],
      },
    ],
    repetitions: 1,
    order: 'designed',
  },
  {
    id: 'oltp-quick',
    title: 'OLTP quick look, five minutes',
    name: 'OLTP quick look',
    description:
      'Three runs of a minute and a half on a small database: does everything work, and roughly how fast is this drive?',
    engine: 'sysbench-oltp',
    base: {
      ...{ pattern: 'oltp-read-write', jobs: 8, runtime: 90, ramp_time: 0 },
      ...{ tables: 4, table_size: 250_000 },
    },
    axes: [],
    repetitions: 3,
  },
  {
    id: 'oltp-offered-load',
    title: 'OLTP response time under offered load, 10 to 110 % of the capacity',
    name: 'OLTP response time under offered load',
    description:
      'Finds how many transactions a second the server takes, then offers 10 to 110 % of that with random arrivals.',
    engine: 'sysbench-oltp',
    base: {
      ...{ pattern: 'oltp-read-write', jobs: 64, runtime: 120, ramp_time: 0 },
      ...{ tables: 16, table_size: 500_000, percentile: '99' },
    },
    axes: [{ key: 'offered_percent', levels: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110] }],
    repetitions: 3,
    preparation: [{ kind: 'capacity', seconds: 120, queueDepth: 64 }],
  },
  {
    id: 'oltp-buffer-pool',
    title: 'OLTP, buffer pool of a tenth, a third and nine tenths of the data',
    name: 'OLTP by buffer pool',
    description:
      'The printed reviews gave the server 13, 52 and 144 GB. Here the largest pool is three quarters of the memory of this machine, at most the printed one.',
    engine: 'sysbench-oltp',
    ...poolsWithin(3.5 * gibibyte),
    byMemory(memoryBytes) {
      const largest = Math.min(0.75 * memoryBytes, 144 * gibibyte)
      return {
        ...poolsWithin(largest),
        notes: `Buffer pools of at most three quarters of the memory of ${formatBytes(memoryBytes)}, and a database a ninth larger than the largest.`,
      }
    },
    repetitions: 1,
    order: 'designed',
  },
]
