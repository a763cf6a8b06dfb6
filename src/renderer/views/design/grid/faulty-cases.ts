import { excludedIndexes } from '../../../../core/plan/cases'
import type { Advice } from '../../../../core/plan/advice'
import type { Plan } from '../../../../core/plan/plan'

/** Number of the case with this key; undefined if the plan has none. */
export function caseIndexOfKey(plan: Pick<Plan, 'axes'>, key: string): number | undefined {
  const [index] = excludedIndexes({ axes: plan.axes, excluded: [key] })
  return index
}

/** Numbers of the cases with problems, with the message of the first problem of each. */
export function faultyCases(
  plan: Pick<Plan, 'axes'>,
  problems: readonly Advice[],
): ReadonlyMap<number, string> {
  const cases = new Map<number, string>()
  for (const { caseKey, text } of problems) {
    const index = caseKey === undefined ? undefined : caseIndexOfKey(plan, caseKey)
    if (index !== undefined && !cases.has(index)) cases.set(index, text)
  }
  return cases
}
