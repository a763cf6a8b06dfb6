import { setBase } from '../plan/edit-plan'
import type { Remedy } from '../plan/advice'
import type { LevelValue, Plan, Workload } from '../plan/plan'
import type { Field } from './engine'

/** Reads parameters of a workload or of a whole plan, with a field's initial value if neither has one. */
export function fieldValues(fields: readonly Field[]) {
  const byId = new Map(fields.map((field) => [field.id, field]))
  /** The value a case runs with; undefined: the option is not passed. */
  const valueOf = (workload: Workload, key: string) =>
    Object.hasOwn(workload, key) ? workload[key] : byId.get(key)?.initial
  /** Every value a key takes in a plan: the axis's levels, otherwise the base's or the field's initial value, otherwise nothing. */
  const valuesIn = (plan: Plan, key: string): readonly LevelValue[] => {
    const axis = plan.axes.find((one) => one.key === key)
    if (axis) return axis.levels
    const value = valueOf(plan.base, key)
    return value === undefined ? [] : [value]
  }
  return {
    findField: (id: string) => byId.get(id),
    valueOf,
    /** The same for a number; undefined if it is not one. */
    numberOf: (workload: Workload, key: string) => {
      const value = valueOf(workload, key)
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    },
    /** The same for a switch; off if it is not one. */
    isOn: (workload: Workload, key: string) => valueOf(workload, key) === true,
    /** The same for text; empty if it is not text. */
    textOf: (workload: Workload, key: string) => {
      const value = valueOf(workload, key)
      return typeof value === 'string' ? value : ''
    },
    valuesIn,
    numbersIn: (plan: Plan, key: string) => valuesIn(plan, key).filter((value) => typeof value === 'number'),
  }
}

/** A button that fixes a parameter; none if the parameter is an axis, whose levels are the user's choice. */
export function fixing(plan: Plan, label: string, key: string, value: LevelValue): Remedy | undefined {
  if (plan.axes.some((axis) => axis.key === key)) return undefined
  return { label, change: { base: setBase(plan, key, value).base } }
}
