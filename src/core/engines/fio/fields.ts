import type { Field } from '../engine'
import { dataFields } from './options/data-fields'
import { advancedFields } from './options/advanced-fields'
import { timeFields } from './options/time-fields'
import { workloadFields } from './options/workload-fields'

/** Every parameter that has a place of its own in the form. */
export const fields: readonly Field[] = [...workloadFields, ...timeFields, ...dataFields, ...advancedFields]

const byId: ReadonlyMap<string, Field> = new Map(fields.map((field) => [field.id, field]))
const byOption: ReadonlyMap<string, Field> = new Map(fields.map((field) => [field.option, field]))

export function findField(id: string): Field | undefined {
  return byId.get(id)
}

/** The field that stands for one of fio's own options, e.g. `block_size` for `bs`. */
export function fieldForOption(option: string): Field | undefined {
  return byOption.get(option)
}
