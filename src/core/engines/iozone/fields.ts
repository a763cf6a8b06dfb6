import type { Field } from '../engine'
import { fieldValues } from '../field-values'
import { dataFields } from './options/data-fields'
import { rangeFields } from './options/range-fields'
import { workloadFields } from './options/workload-fields'

const advancedFields: readonly Field[] = [
  {
    id: 'read_percent',
    label: 'Reads',
    option: '-+p',
    group: 'advanced',
    kind: { type: 'percent' },
    help: 'Share of the jobs that read in the test random-mix; the others write.',
    axisLevels: [100, 75, 50, 25, 0],
  },
  {
    id: 'stride',
    label: 'Stride',
    option: '-j',
    group: 'advanced',
    kind: { type: 'integer', min: 1, max: 1_000_000 },
    help: 'Distance between two reads of the test stride-read, in records. IOzone takes 17 by itself.',
    axisLevels: [2, 17, 64],
  },
  {
    id: 'thread',
    label: 'Threads',
    option: '-T',
    group: 'advanced',
    kind: { type: 'boolean' },
    help: 'Jobs are threads of one process. Off, each job is a process. IOzone makes no data of its own with threads, so Dedupe must be plain.',
    initial: false,
  },
  {
    id: 'sync_writes',
    label: 'Synchronous writes',
    option: '-o',
    group: 'advanced',
    kind: { type: 'boolean' },
    help: 'Opens the file with O_SYNC, so that each write waits until it is on the drive.',
  },
  {
    id: 'seconds_between_tests',
    label: 'Pause between tests',
    option: '-+q',
    group: 'advanced',
    kind: { type: 'seconds', min: 0, max: 3600 },
    help: 'Idle time between the tests of one run, in whole seconds.',
  },
]

/** Every parameter with its own place in the form. */
export const fields: readonly Field[] = [...workloadFields, ...dataFields, ...advancedFields, ...rangeFields]

const byId: ReadonlyMap<string, Field> = new Map(fields.map((field) => [field.id, field]))

export function findField(id: string): Field | undefined {
  return byId.get(id)
}

/** IOzone's parameters in a workload or plan. */
export const { valueOf, numberOf, isOn, textOf, valuesIn, numbersIn } = fieldValues(fields)
