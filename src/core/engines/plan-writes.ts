import { fillKeyOf } from '../plan/fill-level'
import type { Plan } from '../plan/plan'
import { groupCases } from './case-groups'
import type { Engine } from './engine'
import { runsCases } from './preparation/prepared-workload'

/**
 * False only if every case of the plan, its preparation and the filling to a level are known to only read. Visits no
 * more cases than it must.
 */
export function planWrites(plan: Plan, engine: Engine): boolean {
  if ((plan.preparation ?? []).some((step) => !runsCases(step))) return true
  if (fillKeyOf(plan) !== undefined) return true
  const keys = plan.axes.map(({ key }) => key).filter((key) => engine.decidesWriting?.(key) ?? true)
  return groupCases(plan, keys).some((group) => engine.writes(group.workload))
}
