import type { PlanEnvironment } from '../plan/advice'
import type { Plan } from '../plan/plan'

/** The logical block of the plan's target in bytes, of which direct I/O needs multiples; undefined if unknown. */
export function logicalBlockOf(plan: Plan, { target }: PlanEnvironment): number | undefined {
  if (target === undefined || plan.target.kind === 'none' || target.path !== plan.target.path)
    return undefined
  return target.guard?.device?.logicalBlockBytes ?? target.drive?.logicalBlockBytes
}
