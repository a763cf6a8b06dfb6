import { withoutKeys } from '../plan/levels/levels'
import type { Plan, Workload } from '../plan/plan'
import { groupCases } from './case-groups'
import { findEngine } from './registry'

/** The parameters of a case that have an effect, by the rules of its engine; all of them if the engine is not known. */
export function usedLevels(engineId: string, levels: Workload): Workload {
  return findEngine(engineId)?.usedLevels?.(levels) ?? levels
}

/** The fixed parameters of a plan that have an effect in every case. */
export function alwaysUsed(engineId: string, plan: Plan): Workload {
  const engine = findEngine(engineId)
  if (engine?.usedLevels === undefined) return plan.base
  const used = groupCases(plan, engine.useDecidedBy ?? []).map(({ workload }) =>
    usedLevels(engineId, workload),
  )
  return withoutKeys(plan.base, (key) => used.some((one) => one[key] === undefined))
}
