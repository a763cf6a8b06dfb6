import type { Field } from '../../engine'
import { classicTests, iozoneTests } from '../tests'

const kibibyte = 1024
const mebibyte = 1024 ** 2

/** IOzone's buffers end at 16 MiB; a larger record is rejected (status 23, observed with 3.489). */
export const largestRecordBytes = 16 * mebibyte
/** With 300 children IOzone 3.489 never finished; its table of children has 256 places. */
export const mostChildren = 256

export const workloadFields: readonly Field[] = [
  {
    id: 'mode',
    label: 'Mode',
    option: '-a -t -l -u',
    group: 'workload',
    kind: {
      type: 'choice',
      choices: [
        { value: 'single', label: 'One file', help: 'One process, one file, one record size.' },
        {
          value: 'threads',
          label: 'Several jobs',
          help: 'Jobs run at once, each on its own file; the result is their sum while all of them run.',
        },
        {
          value: 'thread-range',
          label: 'Range of jobs',
          help: 'One run per number of jobs, from the smallest to the largest.',
        },
        {
          value: 'auto',
          label: 'Auto',
          help: "IOzone's own sweep over file and record sizes, in one run. An axis of the plan does the same with repetitions.",
        },
      ],
    },
    help: 'How IOzone runs its tests.',
    initial: 'single',
  },
  {
    id: 'tests',
    label: 'Tests',
    option: '-i',
    group: 'workload',
    kind: {
      type: 'names',
      names: iozoneTests.map(({ id, label }) => ({ value: id, label })),
      all: { value: 'all', label: 'all thirteen' },
    },
    help: 'What one run measures, by name. all means the thirteen tests of the table, as far as the mode has them. IOzone always writes the file first. As an axis, each test is a run of its own.',
    initial: 'all',
    axisLevels: classicTests.map(({ id }) => id),
  },
  {
    id: 'report',
    label: 'Result in',
    option: '-O -N',
    group: 'workload',
    kind: {
      type: 'choice',
      choices: [
        { value: 'throughput', label: 'Throughput', help: 'kB a second, where IOzone means 1024 bytes.' },
        { value: 'iops', label: 'IOPS', help: 'Operations a second (-O).' },
        {
          value: 'latency',
          label: 'Microseconds',
          help: 'Whole microseconds per operation (-N), so short operations have no result. One file or Auto only.',
        },
      ],
    },
    help: 'What IOzone reports of each test.',
    initial: 'throughput',
  },
  {
    id: 'block_size',
    label: 'Block size',
    option: '-r',
    group: 'workload',
    kind: { type: 'bytes', min: kibibyte, max: largestRecordBytes, counts: 'binary' },
    help: 'Bytes of one read or write, in whole KiB, up to 16 MiB.',
    initial: 64 * kibibyte,
    axisLevels: [64 * kibibyte, mebibyte, 4 * mebibyte, 8 * mebibyte, 16 * mebibyte],
  },
  {
    id: 'jobs',
    label: 'Jobs',
    option: '-t',
    group: 'workload',
    kind: { type: 'integer', min: 1, max: mostChildren },
    help: 'Child processes of the mode Several jobs, each with its own file.',
    initial: 2,
    axisLevels: [1, 2, 4, 8],
  },
  {
    id: 'direct',
    label: 'Direct I/O',
    option: '-I',
    group: 'workload',
    kind: { type: 'boolean' },
    help: 'Goes past the page cache. fwrite and fread cannot, so they stay cached.',
    initial: false,
    axisLevels: [true, false],
  },
  {
    id: 'include_flush',
    label: 'Time the flush',
    option: '-e',
    group: 'workload',
    kind: { type: 'boolean' },
    help: 'Counts fsync and fflush into the time of writing, so that cached writes count until they are on the drive.',
    initial: false,
  },
  {
    id: 'include_close',
    label: 'Time the close',
    option: '-c',
    group: 'workload',
    kind: { type: 'boolean' },
    help: 'Counts closing the file into the time, which matters on network file systems.',
    initial: false,
  },
  {
    id: 'no_retest',
    label: 'No second pass',
    option: '-+n',
    group: 'workload',
    kind: { type: 'boolean' },
    help: 'Leaves out rewrite, reread, refwrite and refread. Done by itself where none of them is among the tests.',
    initial: false,
  },
  {
    id: 'file_size',
    label: 'File size',
    option: '-s',
    group: 'target',
    kind: { type: 'bytes', min: 4 * kibibyte },
    help: 'Size of the file, or of the file of each job. Without direct I/O it should be twice the memory.',
    initial: 1024 * mebibyte,
    axisLevels: [1024 * mebibyte, 4096 * mebibyte, 16_384 * mebibyte],
  },
]
