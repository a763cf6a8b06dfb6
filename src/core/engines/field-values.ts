import { setBase } from '../plan/edit-plan'
import type { Remedy } from '../plan/advice'
import type { LevelValue, Plan, Workload } from '../plan/plan'
import type { Field } from './engine'

/** Reads parameters of a workload or of a whole plan, with a field's initial value if neither has one. */
export interface FieldValues {
  readonly findField: (id: string) => Field | undefined
  /** The value a case runs with; undefined: the option is not passed. */
  readonly valueOf: (workload: Workload, key: string) => LevelValue | undefined
  /** The same for a number; undefined if it is not one. */
  readonly numberOf: (workload: Workload, key: string) => number | undefined
  /** The same for a switch; off if it is not one. */
  readonly isOn: (workload: Workload, key: string) => boolean
  /** The same for text; empty if it is not text. */
  readonly textOf: (workload: Workload, key: string) => string
  /** Every value a key takes in a plan: the axis's levels, otherwise the base's or the field's initial value, otherwise nothing. */
  readonly valuesIn: (plan: Plan, key: string) => readonly LevelValue[]
  readonly numbersIn: (plan: Plan, key: string) => readonly number[]
}

export function fieldValues(fields: readonly Field[]): FieldValues {
  const byId = new Map(fields.map((field) => [field.id, field]))
  const valueOf = (workload: Workload, key: string) =>
    Object.hasOwn(workload, key) ? workload[key] : byId.get(key)?.initial
  const valuesIn = (plan: Plan, key: string): readonly LevelValue[] => {
    const axis = plan.axes.find((one) => one.key === key)
    if (axis) return axis.levels
    const value = valueOf(plan.base, key)
    return value === undefined ? [] : [value]
  }
  return {
    findField: (id) => byId.get(id),
    valueOf,
    numberOf: (workload, key) => {
      const value = valueOf(workload, key)
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    },
    isOn: (workload, key) => valueOf(workload, key) === true,
    textOf: (workload, key) => {
      const value = valueOf(workload, key)
      return typeof value === 'string' ? value : ''
    },
    valuesIn,
    numbersIn: (plan, key) => valuesIn(plan, key).filter((value) => typeof value === 'number'),
  }
}

/** A button that fixes a parameter; none if the parameter is an axis, whose levels are the user's choice. */
export function fixing(plan: Plan, label: string, key: string, value: LevelValue): Remedy | undefined {
  if (plan.axes.some((axis) => axis.key === key)) return undefined
  return { label, change: { base: setBase(plan, key, value).base } }
}
