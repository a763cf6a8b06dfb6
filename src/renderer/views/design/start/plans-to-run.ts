import { needsFile } from '../../../../core/engines/advice/target-advice'
import { findEngine } from '../../../../core/engines/registry'
import type { Plan } from '../../../../core/plan/plan'
import { isLeft, type CampaignSummary } from '../../../../core/results/campaign'

/** A plan that can be run with others, and whether it continues an unfinished campaign. */
export interface RunnablePlan {
  readonly id: string
  readonly name: string
  readonly isResumed: boolean
}

/** Plans that have not been run to completion and are not running, by the newest campaign of each. */
export function plansToRun(
  plans: readonly { readonly id: string; readonly name: string }[],
  campaigns: readonly CampaignSummary[],
): readonly RunnablePlan[] {
  return plans.flatMap(({ id, name }): readonly RunnablePlan[] => {
    const own = campaigns.filter((one) => one.planId === id && one.leaderId === undefined)
    const newest = own.reduce<CampaignSummary | undefined>(
      (last, one) => (last && last.id > one.id ? last : one),
      undefined,
    )
    if (!newest) return [{ id, name, isResumed: false }]
    return isLeft(newest) ? [{ id, name, isResumed: true }] : []
  })
}

/** Whether a person still has to choose where a plan measures; not needed with a user-run server. */
export function hasNoTarget(plan: Plan): boolean {
  const { target, engine: id } = plan
  if (target.kind === 'none' || target.path !== '') return false
  const engine = findEngine(id)
  return target.kind === 'device' || !engine || needsFile(plan, engine)
}
