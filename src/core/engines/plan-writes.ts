import type { Plan } from '../plan/plan'
import { groupCases } from './case-groups'
import type { Engine } from './engine'
import { runsCases } from './preparation/prepared-workload'

/** True unless every case of the plan, and its preparation, is known to only read. Visits no more cases than it must. */
export function planWrites(plan: Plan, engine: Engine): boolean {
  if ((plan.preparation ?? []).some((step) => !runsCases(step))) return true
  const keys = plan.axes.map(({ key }) => key).filter((key) => engine.decidesWriting?.(key) ?? true)
  return groupCases(plan, keys).some((group) => engine.writes(group.workload))
}
