import type { Field } from '../engine'
import { advancedFields } from './options/advanced-fields'
import { workloadFields } from './options/workload-fields'

const timeFields: readonly Field[] = [
  {
    id: 'runtime',
    label: 'Run time',
    option: 'runtime',
    group: 'time',
    kind: { type: 'seconds', min: 0.1, max: 30 * 86_400 },
    help: 'How long a run measures. Left empty, a run ends when the amount of I/O is done.',
    axisLevels: [30, 60, 120],
  },
  {
    id: 'time_based',
    label: 'Use the whole run time',
    option: 'time_based',
    group: 'time',
    kind: { type: 'boolean' },
    help: 'Starts over when the end of the file is reached, until the run time is over. Off, the run may end sooner.',
    initial: true,
  },
  {
    id: 'ramp_time',
    label: 'Warm-up',
    option: 'ramp_time',
    group: 'time',
    kind: { type: 'seconds', min: 0, max: 86_400 },
    help: 'The load runs this long before measuring begins.',
    initial: 0,
    axisLevels: [0, 5, 30],
  },
  {
    id: 'io_size',
    label: 'Amount of I/O',
    option: 'io_size',
    group: 'time',
    kind: { type: 'bytes', min: 512 },
    help: 'Bytes each job reads and writes before it ends. Left empty, each job goes over the file once, or until the run time is over.',
  },
]

const dataFields: readonly Field[] = [
  {
    id: 'compress_percent',
    label: 'Compressible',
    option: 'buffer_compress_percentage',
    group: 'data',
    kind: { type: 'percent' },
    help: 'How much of the written data compresses away. 0 % writes new random data every time; 100 % writes zeros, which drives and file systems treat specially. Left empty, fio fills with data that compresses to about a tenth at 4 KiB.',
    axisLevels: [0, 25, 50, 75, 100],
  },
  {
    id: 'dedupe_percent',
    label: 'Dedupe',
    option: 'dedupe_percentage',
    group: 'data',
    kind: { type: 'percent' },
    help: 'Share of blocks that repeat an earlier block. Not the same as compressible: storage may do one, both or neither.',
    axisLevels: [0, 25, 50, 75],
  },
]

/** Every parameter with its own place in the form. */
export const fields: readonly Field[] = [...workloadFields, ...timeFields, ...dataFields, ...advancedFields]

const byId: ReadonlyMap<string, Field> = new Map(fields.map((field) => [field.id, field]))
const byOption: ReadonlyMap<string, Field> = new Map(fields.map((field) => [field.option, field]))

export function findField(id: string): Field | undefined {
  return byId.get(id)
}

/** The field for one of fio's own options, e.g. `block_size` for `bs`. */
export function fieldForOption(option: string): Field | undefined {
  return byOption.get(option)
}
