import type { PlanTemplate } from './plan-template'

const kibibyte = 1024
const gibibyte = 1024 ** 3

/** Flash as printed reviews of databases measured it. */
export const databaseTemplates: readonly PlanTemplate[] = [
  {
    id: 'sysbench-threads',
    title: 'sysbench file I/O, 16 KiB, 1 to 256 threads',
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
]
