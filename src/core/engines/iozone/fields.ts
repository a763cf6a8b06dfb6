import type { Field } from '../engine'
import { fieldValues } from '../field-values'
import { advancedFields } from './options/advanced-fields'
import { dataFields } from './options/data-fields'
import { rangeFields } from './options/range-fields'
import { workloadFields } from './options/workload-fields'

/** Every parameter that has a place of its own in the form. */
export const fields: readonly Field[] = [...workloadFields, ...dataFields, ...advancedFields, ...rangeFields]

const byId: ReadonlyMap<string, Field> = new Map(fields.map((field) => [field.id, field]))

export function findField(id: string): Field | undefined {
  return byId.get(id)
}

/** IOzone's parameters in a workload or plan. */
export const { valueOf, numberOf, isOn, textOf, valuesIn, numbersIn } = fieldValues(fields)
