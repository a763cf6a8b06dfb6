import type { Field } from '../../engine'
import { largestRecordBytes, mostChildren } from './workload-fields'

const kibibyte = 1024
const mebibyte = 1024 ** 2

/** Ranges of the modes that sweep within a run. */
export const rangeFields: readonly Field[] = [
  {
    id: 'file_size_from',
    label: 'Smallest file',
    option: '-n',
    group: 'advanced',
    kind: { type: 'bytes', min: 4 * kibibyte },
    help: 'Where the file sizes of the mode Auto begin; each is twice the one before.',
    initial: 64 * kibibyte,
  },
  {
    id: 'file_size_to',
    label: 'Largest file',
    option: '-g',
    group: 'advanced',
    kind: { type: 'bytes', min: 4 * kibibyte },
    help: 'Where the file sizes of the mode Auto end.',
    initial: 512 * mebibyte,
  },
  {
    id: 'block_size_from',
    label: 'Smallest record',
    option: '-y',
    group: 'advanced',
    kind: { type: 'bytes', min: kibibyte, max: largestRecordBytes, counts: 'binary' },
    help: 'Where the record sizes of the mode Auto begin; each is twice the one before.',
    initial: 4 * kibibyte,
  },
  {
    id: 'block_size_to',
    label: 'Largest record',
    option: '-q',
    group: 'advanced',
    kind: { type: 'bytes', min: kibibyte, max: largestRecordBytes, counts: 'binary' },
    help: 'Where the record sizes of the mode Auto end.',
    initial: largestRecordBytes,
  },
  {
    id: 'jobs_from',
    label: 'Fewest jobs',
    option: '-l',
    group: 'advanced',
    kind: { type: 'integer', min: 1, max: mostChildren },
    help: 'Where the mode Range of jobs begins.',
    initial: 1,
  },
  {
    id: 'jobs_to',
    label: 'Most jobs',
    option: '-u',
    group: 'advanced',
    kind: { type: 'integer', min: 1, max: mostChildren },
    help: 'Where the mode Range of jobs ends.',
    initial: 4,
  },
]
