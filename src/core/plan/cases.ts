import { caseKey } from './case-key'
import { excludedIndexes } from './excluded-cases'
import type { Axis, Case, LevelValue, Plan, Workload } from './plan'

/** Number of combinations of levels, excluded ones included. A plan without axes has one; an axis without levels makes it 0. */
export function caseCount(plan: Pick<Plan, 'axes'>): number {
  return plan.axes.reduce((count, axis) => count * axis.levels.length, 1)
}

/** Number of combinations that will run. */
export function includedCaseCount(plan: Plan): number {
  return caseCount(plan) - excludedIndexes(plan).size
}

/**
 * The case with this index in designed order, excluded or not. Costs one step per axis and expands nothing, so a grid
 * can ask for just the cases on the screen. Throws a RangeError outside 0 … caseCount - 1.
 */
export function caseAt(plan: Pick<Plan, 'axes'>, index: number): Case {
  const levels: Record<string, LevelValue> = {}
  const positions = levelPositionsAt(plan, index)
  plan.axes.forEach((axis, axisIndex) => {
    const level = axis.levels[positions[axisIndex] ?? -1]
    if (level !== undefined) levels[axis.key] = level
  })
  return { index, key: caseKey(plan.axes, levels), levels }
}

/** Position of the case's level within each axis, axes in plan order. */
export function levelPositionsAt(plan: Pick<Plan, 'axes'>, index: number): readonly number[] {
  const count = caseCount(plan)
  if (!Number.isInteger(index) || index < 0 || index >= count) {
    throw new RangeError(`There is no case ${index} in a plan of ${count} cases.`)
  }
  const positions: number[] = []
  let rest = index
  for (let axisIndex = plan.axes.length - 1; axisIndex >= 0; axisIndex -= 1) {
    const size = plan.axes[axisIndex]?.levels.length ?? 1
    positions[axisIndex] = rest % size
    rest = Math.floor(rest / size)
  }
  return positions
}

/** Index of the case at these positions within the axes; the inverse of `levelPositionsAt`. */
export function caseIndexAt(axes: readonly Axis[], positions: readonly number[]): number {
  return axes.reduce((index, axis, axisIndex) => index * axis.levels.length + (positions[axisIndex] ?? 0), 0)
}

/** True when the case is taken out of the plan. */
export function isExcluded(plan: Plan, index: number): boolean {
  return excludedIndexes(plan).has(index)
}

/** Every case that will run, in designed order. */
export function expandCases(plan: Plan): readonly Case[] {
  const excluded = excludedIndexes(plan)
  const cases: Case[] = []
  const count = caseCount(plan)
  for (let index = 0; index < count; index += 1) {
    if (!excluded.has(index)) cases.push(caseAt(plan, index))
  }
  return cases
}

/** All parameters of one case: the plan's base with the case's levels on top. */
export function workloadOf(plan: Pick<Plan, 'base'>, oneCase: Pick<Case, 'levels'>): Workload {
  return { ...plan.base, ...oneCase.levels }
}
