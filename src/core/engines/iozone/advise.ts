import type { Advice, PlanEnvironment } from '../../plan/advice'
import type { Plan } from '../../plan/plan'
import { cacheAdvice } from './advice/cache-advice'
import { contentAdvice } from './advice/content-advice'
import { optionAdvice } from './advice/option-advice'

/** What IOzone's own ways mean for a plan. Target, space and levels are looked at for all engines alike. */
export function advise(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return [
    ...optionAdvice(plan, environment),
    ...cacheAdvice(plan, environment),
    ...contentAdvice(plan, environment),
  ]
}
