import { setBase } from '../../plan/edit-plan'
import type { LevelValue, Plan } from '../../plan/plan'
import type { Remedy } from '../../plan/advice'
import { valueOf } from './workload-values'

/** Every value a key takes in a plan: the axis's levels, otherwise the base's or the field's initial value, otherwise nothing. */
export function valuesIn(plan: Plan, key: string): readonly LevelValue[] {
  const axis = plan.axes.find((one) => one.key === key)
  if (axis) return axis.levels
  const value = valueOf(plan.base, key)
  return value === undefined ? [] : [value]
}

export function numbersIn(plan: Plan, key: string): readonly number[] {
  return valuesIn(plan, key).filter((value) => typeof value === 'number')
}

/** A button that fixes a parameter; none if the parameter is an axis, whose levels are the user's choice. */
export function fixing(plan: Plan, label: string, key: string, value: LevelValue): Remedy | undefined {
  if (plan.axes.some((axis) => axis.key === key)) return undefined
  return { label, change: { base: setBase(plan, key, value).base } }
}
