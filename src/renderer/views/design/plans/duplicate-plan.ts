import type { Plan } from '../../../../core/plan/plan'
import { freeName } from '../../../../core/units/names'

/** A copy of a plan with its own id and a unique name: "Mix copy", "Mix copy (2)". */
export function duplicatePlan(plan: Plan, id: string, others: readonly { readonly name: string }[]): Plan {
  return { ...plan, id, name: freeName(`${plan.name.replace(/ copy( \(\d+\))?$/, '')} copy`, others) }
}
