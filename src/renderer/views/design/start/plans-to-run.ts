import type { Plan } from '../../../../core/plan/plan'
import type { CampaignSummary } from '../../../../core/results/campaign'

/** A plan that can be run with others, and whether it goes on with an unfinished campaign. */
export interface RunnablePlan {
  readonly id: string
  readonly name: string
  readonly isResumed: boolean
}

/** Plans that have not been run to their end and are not under way, by the newest campaign of each. */
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
    const rests = ['paused', 'stopped', 'interrupted'].includes(newest.state)
    return rests ? [{ id, name, isResumed: true }] : []
  })
}

/** Whether a person still has to say where a plan measures. */
export function hasNoTarget({ target }: Plan): boolean {
  return target.kind !== 'none' && target.path === ''
}
