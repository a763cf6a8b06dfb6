import { needsFile } from '../../../../core/engines/advice/target-advice'
import { findEngine } from '../../../../core/engines/registry'
import type { Plan } from '../../../../core/plan/plan'
import { isLeft, shareLeft, type CampaignSummary } from '../../../../core/results/campaign/campaign'

/** A plan that can be run with others. */
export interface RunnablePlan {
  readonly id: string
  readonly name: string
  /** Whether it continues an unfinished campaign. */
  readonly isResumed: boolean
  /** Share of its runs that it still has to do, up to 1. */
  readonly shareLeft: number
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
    if (!newest) return [{ id, name, isResumed: false, shareLeft: 1 }]
    return isLeft(newest) ? [{ id, name, isResumed: true, shareLeft: shareLeft(newest) }] : []
  })
}

/** Whether a person still has to choose where a plan measures; not needed with a user-run server. */
export function hasNoTarget(plan: Plan): boolean {
  const { target, engine: id } = plan
  if (target.kind === 'none' || target.path !== '') return false
  const engine = findEngine(id)
  return target.kind === 'device' || !engine || needsFile(plan, engine)
}
