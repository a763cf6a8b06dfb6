import { testLabel, wordLabel } from '../../plan/levels/level-words'
import { describeFields, onOff, percent } from '../describe-fields'
import type { Field } from '../engine'
import { fieldValues } from '../field-values'
import { classicTests, iozoneTests } from './tests'

const kibibyte = 1024
const mebibyte = 1024 ** 2

/** IOzone's buffers end at 16 MiB; a larger record is rejected (status 23, observed with 3.489). */
const largestRecordBytes = 16 * mebibyte
/** With 300 children IOzone 3.489 never finished; its table of children has 256 places. */
const mostChildren = 256

/** Words for a way of filling the file instead of a percentage. */
export const diagnosticData = 'random'
export const plainData = 'plain'

/** Every parameter with its own place in the form. */
export const fields: readonly Field[] = [
  ...describeFields('workload', {
    mode: {
      option: '-a -t -l -u',
      kind: {
        type: 'choice',
        choices: [
          { value: 'single', help: 'One process, one file, one record size.' },
          {
            value: 'threads',
            help: 'Jobs run at once, each on its own file; the result is their sum while all of them run.',
          },
          {
            value: 'thread-range',
            help: 'One run per number of jobs, from the smallest to the largest.',
          },
          {
            value: 'auto',
            help: "IOzone's own sweep over file and record sizes, in one run. An axis of the plan does the same with repetitions.",
          },
        ],
      },
      help: 'How IOzone runs its tests.',
      initial: 'single',
    },
    tests: {
      option: '-i',
      kind: {
        type: 'names',
        names: iozoneTests.map(({ id }) => ({ value: id, label: testLabel(id) })),
        all: { value: 'all', label: wordLabel('tests', 'all') },
      },
      help: 'What one run measures, by name. The choice of all thirteen means the tests of the table, as far as the mode has them. IOzone always writes the file first. As an axis, each test is a run of its own.',
      initial: 'all',
      axisLevels: classicTests.map(({ id }) => id),
    },
    report: {
      option: '-O -N',
      kind: {
        type: 'choice',
        choices: [
          { value: 'throughput', help: 'kB a second, where IOzone means 1024 bytes.' },
          { value: 'iops', help: 'Operations a second (-O).' },
          {
            value: 'latency',
            help: 'Whole microseconds per operation (-N), so short operations have no result. One file or Auto only.',
          },
        ],
      },
      help: 'What IOzone reports of each test.',
      initial: 'throughput',
    },
    block_size: {
      option: '-r',
      kind: { type: 'bytes', min: kibibyte, max: largestRecordBytes, counts: 'binary' },
      help: 'Bytes of one read or write, in whole KiB, up to 16 MiB.',
      initial: 64 * kibibyte,
      axisLevels: [64 * kibibyte, mebibyte, 4 * mebibyte, 8 * mebibyte, 16 * mebibyte],
    },
    jobs: {
      option: '-t',
      kind: { type: 'integer', min: 1, max: mostChildren },
      help: 'Child processes of the mode Several jobs, each with its own file.',
      initial: 2,
      axisLevels: [1, 2, 4, 8],
    },
    direct: {
      option: '-I',
      kind: onOff,
      help: 'Goes past the page cache. Fwrite and Fread cannot, so they stay cached.',
      initial: false,
      axisLevels: [true, false],
    },
    include_flush: {
      option: '-e',
      kind: onOff,
      help: 'Counts fsync and fflush into the time of writing, so that cached writes count until they are on the drive.',
      initial: false,
    },
    include_close: {
      option: '-c',
      kind: onOff,
      help: 'Counts closing the file into the time, which matters on network file systems.',
      initial: false,
    },
    no_retest: {
      option: '-+n',
      kind: onOff,
      help: 'Leaves out the tests Rewrite, Reread, Refwrite and Refread. Set automatically if none of them is chosen.',
      initial: false,
    },
  }),
  ...describeFields('target', {
    file_size: {
      option: '-s',
      kind: { type: 'bytes', min: 4 * kibibyte },
      help: 'Size of the file, or of the file of each job. Without direct I/O it should be at least twice the memory; up to half of the random reads can still come from the page cache.',
      initial: 1024 * mebibyte,
      axisLevels: [1024 * mebibyte, 4096 * mebibyte, 16_384 * mebibyte],
    },
  }),
  ...describeFields('data', {
    dedupe_percent: {
      option: '-+w',
      kind: {
        type: 'percent',
        words: [
          { value: diagnosticData, label: 'random' },
          { value: plainData, label: 'plain' },
        ],
      },
      help: 'Share of the written data that repeats other data. Printed reviews call it compressibility. 0 % writes new data everywhere. random is the diagnostic mode (-+d), which the reviews call random; its data still compresses to a half or a third. plain leaves IOzone its own fill, one block over and over.',
      initial: 0,
      axisLevels: [98, 75, 50, 25, 2, diagnosticData],
    },
    dedupe_alike: {
      option: '-+y -+C',
      kind: onOff,
      help: 'Passes the percentage of Dedupe for repetition within a file too (-+w P -+y P -+C P), as printed reviews of compressibility did. Off, data repeats between the files of several jobs only.',
      initial: false,
    },
    dedupe_interior_percent: {
      option: '-+y',
      kind: percent,
      help: 'Share of the repeated data that repeats within a file and between files.',
    },
    dedupe_within_percent: {
      option: '-+C',
      kind: percent,
      help: 'Share of the repeated data that repeats within a file and not between files.',
    },
    compress_percent: {
      option: '-+a -+M',
      kind: percent,
      help: 'How much of each block is zeros, so that it compresses away. Marked experimental by IOzone, and slower to make. 0 % gives data that neither repeats nor compresses in every version.',
      axisLevels: [0, 25, 50, 75, 100],
    },
  }),
  ...describeFields('advanced', {
    read_percent: {
      option: '-+p',
      kind: percent,
      help: 'Share of the jobs that read in the test Random mix; the others write.',
      axisLevels: [100, 75, 50, 25, 0],
    },
    stride: {
      option: '-j',
      kind: { type: 'integer', min: 1, max: 1_000_000 },
      help: 'Distance between two reads of the test Stride read, in records. The default is 17.',
      axisLevels: [2, 17, 64],
    },
    thread: {
      option: '-T',
      kind: onOff,
      help: 'Jobs are threads of one process. Off, each job is a process. IOzone makes no data of its own with threads, so Dedupe must be plain.',
      initial: false,
    },
    sync_writes: {
      option: '-o',
      kind: onOff,
      help: 'Opens the file with O_SYNC, so that each write waits until it is on the drive.',
    },
    seconds_between_tests: {
      option: '-+q',
      kind: { type: 'seconds', min: 0, max: 3600 },
      help: 'Idle time between the tests of one run, in whole seconds.',
    },
    // Ranges of the modes that sweep within a run.
    file_size_from: {
      option: '-n',
      kind: { type: 'bytes', min: 4 * kibibyte },
      help: 'Where the file sizes of the mode Auto begin; each is twice the one before.',
      initial: 64 * kibibyte,
    },
    file_size_to: {
      option: '-g',
      kind: { type: 'bytes', min: 4 * kibibyte },
      help: 'Where the file sizes of the mode Auto end.',
      initial: 512 * mebibyte,
    },
    block_size_from: {
      option: '-y',
      kind: { type: 'bytes', min: kibibyte, max: largestRecordBytes, counts: 'binary' },
      help: 'Where the record sizes of the mode Auto begin; each is twice the one before.',
      initial: 4 * kibibyte,
    },
    block_size_to: {
      option: '-q',
      kind: { type: 'bytes', min: kibibyte, max: largestRecordBytes, counts: 'binary' },
      help: 'Where the record sizes of the mode Auto end.',
      initial: largestRecordBytes,
    },
    jobs_from: {
      option: '-l',
      kind: { type: 'integer', min: 1, max: mostChildren },
      help: 'Where the mode Range of jobs begins.',
      initial: 1,
    },
    jobs_to: {
      option: '-u',
      kind: { type: 'integer', min: 1, max: mostChildren },
      help: 'Where the mode Range of jobs ends.',
      initial: 4,
    },
  }),
]

/** IOzone's parameters in a workload or plan. */
export const { findField, valueOf, numberOf, isOn, textOf, valuesIn, numbersIn } = fieldValues(fields)
