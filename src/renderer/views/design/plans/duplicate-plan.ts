import type { Plan } from '../../../../core/plan/plan'
import { copyName } from '../../../../core/text/names'

/** A copy of a plan with its own id and a unique name: "Mix copy", "Mix copy (2)". */
export function duplicatePlan(plan: Plan, id: string, others: readonly { readonly name: string }[]): Plan {
  return { ...plan, id, name: copyName(plan.name, others) }
}
