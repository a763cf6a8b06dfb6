import type { Field } from '../../engine'
import { defaultPattern, defaultReadPercent } from '../pattern'
import { ioEngines } from './io-engines'

const kibibyte = 1024
const gibibyte = 1024 ** 3

export const workloadFields: readonly Field[] = [
  {
    id: 'pattern',
    label: 'Pattern',
    option: 'rw',
    group: 'workload',
    kind: {
      type: 'choice',
      choices: [
        {
          value: 'random-mix',
          label: 'Random mix',
          help: 'Reads and writes at random places, in the share set by Reads.',
        },
        { value: 'random-read', label: 'Random read' },
        { value: 'random-write', label: 'Random write' },
        {
          value: 'sequential-mix',
          label: 'Sequential mix',
          help: 'Reads and writes side by side, each in order.',
        },
        { value: 'sequential-read', label: 'Sequential read' },
        { value: 'sequential-write', label: 'Sequential write' },
      ],
    },
    help: 'Where in the file requests go, and whether they read or write.',
    initial: defaultPattern,
    axisLevels: ['sequential-read', 'sequential-write', 'random-read', 'random-write'],
  },
  {
    id: 'read_percent',
    label: 'Reads',
    option: 'rwmixread',
    group: 'workload',
    kind: { type: 'percent' },
    help: 'Share of reads in a mix; the rest are writes. At 100 % and 0 % the run is a pure read or a pure write. The share that was reached is measured and stored.',
    initial: defaultReadPercent,
    axisLevels: [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0],
  },
  {
    id: 'block_size',
    label: 'Block size',
    option: 'bs',
    group: 'workload',
    kind: { type: 'bytes', min: 512, max: 1024 ** 3, counts: 'binary' },
    help: 'Bytes of one request.',
    initial: 4 * kibibyte,
    axisLevels: [4 * kibibyte, 64 * kibibyte],
  },
  {
    id: 'queue_depth',
    label: 'Queue depth',
    option: 'iodepth',
    group: 'workload',
    kind: { type: 'integer', min: 1, max: 65_536 },
    help: 'Requests that one job keeps in flight. Needs an asynchronous I/O engine, and direct I/O with libaio.',
    initial: 1,
    axisLevels: [1, 2, 4, 8, 16, 32, 64, 128],
  },
  {
    id: 'jobs',
    label: 'Jobs',
    option: 'numjobs',
    group: 'workload',
    kind: { type: 'integer', min: 1, max: 1024 },
    help: 'Copies of the workload that run at once on the same file. Requests in flight are jobs times queue depth. Sequential jobs each get their own part of the file.',
    initial: 1,
    axisLevels: [1, 2, 4, 8, 16],
  },
  {
    id: 'io_engine',
    label: 'I/O engine',
    option: 'ioengine',
    group: 'workload',
    kind: { type: 'choice', choices: ioEngines },
    help: 'The system interface the requests go through.',
    initial: 'libaio',
    axisLevels: ['libaio', 'io_uring'],
  },
  {
    id: 'direct',
    label: 'Direct I/O',
    option: 'direct',
    group: 'workload',
    kind: { type: 'boolean' },
    help: 'Goes past the page cache, so that the drive is measured and not memory.',
    initial: true,
    axisLevels: [true, false],
  },
  {
    id: 'file_size',
    label: 'File size',
    option: 'size',
    group: 'target',
    kind: { type: 'bytes', min: 4 * kibibyte },
    help: 'Size of the one data file that all jobs share.',
    initial: gibibyte,
    axisLevels: [gibibyte, 4 * gibibyte, 16 * gibibyte],
  },
]
