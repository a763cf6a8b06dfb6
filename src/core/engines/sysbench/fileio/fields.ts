import type { Workload } from '../../../plan/plan'
import { describeFields, onOff, oneOf, option, percent, whole } from '../../describe-fields'
import type { ExtraOption, Field } from '../../engine'
import { fieldValues } from '../../field-values'
import { rampTimeField, runtimeField } from '../../printed/times'
import { offeredFields } from '../offered-rate'
import { percentileField } from '../program'

const kibibyte = 1024
const gibibyte = 1024 ** 3

/** Files are removed by name; the app knows this many names. */
const mostFiles = 1024

export const fields: readonly Field[] = [
  ...describeFields('workload', {
    pattern: {
      option: '--file-test-mode',
      kind: {
        type: 'choice',
        choices: [
          {
            value: 'random-mix',
            help: 'Reads and writes at random places (rndrw), in the share set by Reads.',
          },
          { value: 'random-read', help: 'rndrd' },
          { value: 'random-write', help: 'rndwr' },
          { value: 'sequential-read', help: 'seqrd' },
          { value: 'sequential-rewrite', help: 'seqrewr' },
          { value: 'sequential-write', help: 'seqwr: recreates the files.' },
        ],
      },
      help: 'Where in the files requests go, and whether they read or write.',
      initial: 'random-mix',
      axisLevels: ['random-read', 'random-write', 'random-mix'],
    },
    read_percent: {
      option: '--file-rw-ratio',
      kind: percent,
      help: 'Share of reads in a mix; sysbench is told reads per write. 60 % is its own default of 1.5. At 100 % and 0 % the run is a pure read or a pure write.',
      initial: 60,
      axisLevels: [100, 80, 60, 40, 20, 0],
    },
    block_size: {
      option: '--file-block-size',
      kind: { type: 'bytes', min: 512, max: 1024 ** 3, counts: 'binary' },
      help: 'Bytes of one request.',
      initial: 16 * kibibyte,
      axisLevels: [4 * kibibyte, 16 * kibibyte, 64 * kibibyte],
    },
    jobs: {
      option: '--threads',
      kind: { type: 'integer', min: 1, max: 4096 },
      help: 'Threads that work on the files at once, each with one request in flight.',
      initial: 1,
      axisLevels: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    },
  }),
  ...offeredFields('requests'),
  ...describeFields('workload', {
    direct: {
      option: '--file-extra-flags',
      kind: onOff,
      help: 'Opens the files with O_DIRECT, so that the drive is measured and not memory.',
      initial: true,
    },
    io_engine: {
      option: '--file-io-mode',
      kind: {
        type: 'choice',
        choices: [
          { value: 'sync', help: 'pread and pwrite.' },
          {
            value: 'async',
            help: 'Linux asynchronous I/O, where sysbench was built with it.',
          },
          {
            value: 'mmap',
            help: 'Maps the files into memory, which always uses the page cache.',
          },
        ],
      },
      help: 'The system interface the requests go through.',
      initial: 'sync',
    },
    fsync: {
      option: '--file-fsync-freq',
      kind: { type: 'integer', min: 0, max: 2_147_483_647 },
      help: 'Calls fsync on all files after this many requests; 0 never does. sysbench does so every 100 requests unless told otherwise, and counts each call into its latencies.',
      initial: 100,
      axisLevels: [0, 1, 100],
    },
  }),
  ...describeFields('advanced', {
    end_fsync: {
      option: '--file-fsync-end',
      kind: onOff,
      help: 'Calls fsync when the run ends.',
      initial: true,
    },
    fsync_each_write: {
      option: '--file-fsync-all',
      kind: onOff,
      help: 'Calls fsync after every single write.',
      initial: false,
      axisLevels: [true, false],
    },
    fsync_method: {
      option: '--file-fsync-mode',
      kind: oneOf('fsync', 'fdatasync'),
      help: 'The call that brings data to the drive.',
      initial: 'fsync',
    },
  }),
  ...describeFields('target', {
    file_size: {
      option: '--file-total-size',
      kind: { type: 'bytes', min: kibibyte },
      help: 'Bytes of all files together. They are written once and shared by all runs of the same size.',
      initial: 4 * gibibyte,
      axisLevels: [4 * gibibyte, 16 * gibibyte],
    },
    file_count: {
      option: '--file-num',
      kind: { type: 'integer', min: 1, max: mostFiles },
      help: 'Number of files the size is spread over.',
      initial: 128,
      axisLevels: [1, 16, 128],
    },
  }),
  runtimeField({ initial: 60, axisLevels: [30, 60, 120] }),
  rampTimeField({ axisLevels: [0, 5, 30] }),
  percentileField('latency'),
]

/** Further options of sysbench that only shape the load. */
export const options: readonly ExtraOption[] = [
  option(
    'file-merged-requests',
    whole(0, 65_536),
    'Merges at most this many requests where possible; 0 merges none.',
  ),
  option('file-async-backlog', whole(1, 65_536), 'Asynchronous requests that each thread keeps queued.'),
  option(
    'rand-type',
    oneOf('uniform', 'gaussian', 'special', 'pareto'),
    'How random places are spread over the files.',
  ),
  option('thread-stack-size', whole(16_384, 67_108_864), 'Bytes of stack for each thread.'),
]

export const { numberOf, isOn, textOf, valuesIn, numbersIn } = fieldValues(fields)

/** What a workload measures: a mix of only reads or only writes is not one. */
export function patternOf(workload: Workload): string {
  const pattern = textOf(workload, 'pattern')
  if (pattern !== 'random-mix') return pattern
  const reads = numberOf(workload, 'read_percent')
  return reads === 100 ? 'random-read' : reads === 0 ? 'random-write' : pattern
}
