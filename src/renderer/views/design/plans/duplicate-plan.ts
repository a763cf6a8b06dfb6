import type { Plan } from '../../../../core/plan/plan'

/** A copy of a plan with its own id and a unique name: "Mix copy", "Mix copy 2". */
export function duplicatePlan(plan: Plan, id: string, names: readonly string[]): Plan {
  const base = `${plan.name.replace(/ copy( \d+)?$/, '')} copy`
  let name = base
  for (let number = 2; names.includes(name); number++) name = `${base} ${number}`
  return { ...plan, id, name }
}
