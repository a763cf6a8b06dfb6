import { describeFields, onOff, percent } from '../../describe-fields'
import type { Field } from '../../engine'
import { fieldValues } from '../../field-values'
import { ioEngines } from './io-engines'
import { defaultPattern, defaultReadPercent } from './pattern'

const kibibyte = 1024
const gibibyte = 1024 ** 3

/** fio's own list of percentiles, at most 20. The figures need 50, 95, 99 and 99.9. */
const percentiles = '1:5:10:20:30:40:50:60:70:80:90:95:99:99.5:99.9:99.95:99.99'

/** Every parameter with its own place in the form. */
export const fields: readonly Field[] = [
  ...describeFields('workload', {
    pattern: {
      option: 'rw',
      kind: {
        type: 'choice',
        choices: [
          { value: 'random-mix', help: 'Reads and writes at random places, in the share set by Reads.' },
          { value: 'random-read' },
          { value: 'random-write' },
          { value: 'sequential-mix', help: 'Reads and writes side by side, each in order.' },
          { value: 'sequential-read' },
          { value: 'sequential-write' },
        ],
      },
      help: 'Where in the file requests go, and whether they read or write.',
      initial: defaultPattern,
      axisLevels: ['sequential-read', 'sequential-write', 'random-read', 'random-write'],
    },
    read_percent: {
      option: 'rwmixread',
      kind: percent,
      help: 'Share of reads in a mix; the rest are writes. At 100 % and 0 % the run is a pure read or a pure write. The share that was reached is measured and stored.',
      initial: defaultReadPercent,
      axisLevels: [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0],
    },
    block_size: {
      option: 'bs',
      kind: { type: 'bytes', min: 512, max: 1024 ** 3, counts: 'binary' },
      help: 'Bytes of one request.',
      initial: 4 * kibibyte,
      axisLevels: [4 * kibibyte, 64 * kibibyte],
    },
    queue_depth: {
      option: 'iodepth',
      kind: { type: 'integer', min: 1, max: 65_536 },
      help: 'Requests that one job keeps in flight. Needs an asynchronous I/O engine, and direct I/O with libaio.',
      initial: 1,
      axisLevels: [1, 2, 4, 8, 16, 32, 64, 128],
    },
    jobs: {
      option: 'numjobs',
      kind: { type: 'integer', min: 1, max: 1024 },
      help: 'Copies of the workload that run at once on the same file. Requests in flight are jobs times queue depth. Sequential jobs each get their own part of the file.',
      initial: 1,
      axisLevels: [1, 2, 4, 8, 16],
    },
    offered_percent: {
      option: 'rate_iops, % of capacity',
      kind: { type: 'percent', max: 1000 },
      help: 'Requests arrive at random (Poisson) at this share of the capacity that the preparation has found, whatever the drive takes of them. Queue depth is the most that wait at once, and latency leaves out any wait beyond it; a load above 100 % cannot be reached.',
      axisLevels: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110],
    },
    offered_iops: {
      option: 'rate_iops, poisson',
      kind: { type: 'integer', min: 2, max: 2_147_483_647 },
      help: 'Requests a second of all jobs together, reads and writes, that arrive at random (Poisson), whatever the drive takes of them.',
      axisLevels: [1000, 2000, 5000, 10_000, 20_000],
    },
    io_engine: {
      option: 'ioengine',
      kind: { type: 'choice', choices: ioEngines },
      help: 'The system interface the requests go through.',
      initial: 'libaio',
      axisLevels: ['libaio', 'io_uring'],
    },
    direct: {
      kind: onOff,
      help: 'Goes past the page cache, so that the drive is measured and not memory.',
      initial: true,
      axisLevels: [true, false],
    },
  }),
  ...describeFields('target', {
    file_size: {
      option: 'size',
      kind: { type: 'bytes', min: 4 * kibibyte },
      help: 'Size of the one data file that all jobs share.',
      initial: gibibyte,
      axisLevels: [gibibyte, 4 * gibibyte, 16 * gibibyte],
    },
    fill_percent: {
      option: 'ballast',
      kind: percent,
      help: 'Used capacity while the runs measure. In a folder a second file of random data (ballast) fills the file system to this level, and goes with the data file; at 100 % the file system keeps a reserve of 1 GiB, or 5 % where that is less. A raw device is filled from its front, and what lies behind is discarded.',
      axisLevels: [20, 40, 60, 80, 100],
    },
    reserved_percent: {
      option: 'unwritten',
      kind: { type: 'percent', max: 90 },
      help: 'Share of the capacity that is left unwritten, for the drive to work with. The fill level then counts of the rest, and is 100 % where none is set.',
      axisLevels: [0, 7, 25],
    },
  }),
  ...describeFields('time', {
    runtime: {
      kind: { type: 'seconds', min: 0.1, max: 30 * 86_400 },
      help: 'How long a run measures. Left empty, a run ends when the amount of I/O is done.',
      axisLevels: [30, 60, 120],
    },
    time_based: {
      kind: onOff,
      help: 'Starts over when the end of the file is reached, until the run time is over. Off, the run may end sooner.',
      initial: true,
    },
    ramp_time: {
      kind: { type: 'seconds', min: 0, max: 86_400 },
      help: 'The load runs this long before measuring begins.',
      initial: 0,
      axisLevels: [0, 5, 30],
    },
    io_size: {
      kind: { type: 'bytes', min: 512 },
      help: 'Bytes each job reads and writes before it ends. Left empty, each job goes over the file once, or until the run time is over.',
    },
  }),
  ...describeFields('data', {
    compress_percent: {
      option: 'buffer_compress_percentage',
      kind: percent,
      help: 'How much of the written data compresses away. 0 % writes new random data every time; 100 % writes zeros, which drives and file systems treat specially. Left empty, fio repeats its data with small changes: written 4 KiB at a time, pieces of 128 KiB shrink to 9 %, single blocks of 4 KiB to 92 %.',
      axisLevels: [0, 25, 50, 75, 100],
    },
    dedupe_percent: {
      option: 'dedupe_percentage',
      kind: percent,
      help: 'Share of blocks that repeat an earlier block. Not the same as compressible: storage may do one, both or neither.',
      axisLevels: [0, 25, 50, 75],
    },
  }),
  ...describeFields('advanced', {
    rate_iops: {
      kind: { type: 'integer', min: 2, max: 2_147_483_647 },
      help: 'Holds each job to this many requests a second, reads and writes together.',
      axisLevels: [1000, 10_000],
    },
    fsync: {
      kind: { type: 'integer', min: 0, max: 2_147_483_647 },
      help: 'Calls fsync after this many writes; 0 never does.',
      axisLevels: [0, 1, 32],
    },
    end_fsync: {
      kind: onOff,
      help: 'Calls fsync when the run ends, so that buffered writes count until they are on the drive.',
    },
    invalidate: {
      kind: onOff,
      help: "Removes the file's pages from the page cache before a run.",
      initial: true,
    },
    norandommap: {
      kind: onOff,
      help: 'Random places may repeat before every block was touched once. Saves memory on very large files.',
    },
    random_repeat: {
      option: 'randrepeat',
      kind: onOff,
      help: 'Every repetition visits the same random places. A cache then answers from the second run on; off, each repetition has its own stored seed.',
      initial: false,
    },
    thread: {
      kind: onOff,
      help: 'Jobs are threads of one process, which can always be stopped as a whole. Off, each job is a process.',
      initial: true,
    },
    percentiles: {
      option: 'percentile_list',
      kind: { type: 'text', pattern: '\\d{1,3}(\\.\\d{1,6})?(:\\d{1,3}(\\.\\d{1,6})?){0,19}' },
      help: 'Percentiles that fio itself reports, at most 20, separated by colons. Figures use the stored latency bins and do not depend on this.',
      initial: percentiles,
    },
  }),
]

/** fio's parameters in a workload or plan. */
export const { findField, valueOf, numberOf, isOn, textOf, valuesIn, numbersIn } = fieldValues(fields)

/** The field for one of fio's own options, e.g. `block_size` for `bs`. */
export function fieldForOption(name: string): Field | undefined {
  return fields.find(({ option }) => option === name)
}
