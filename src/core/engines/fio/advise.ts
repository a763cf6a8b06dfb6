import type { Advice, PlanEnvironment } from '../../plan/advice'
import type { Plan } from '../../plan/plan'
import { cacheAdvice } from './advice/cache-advice'
import { contentAdvice } from './advice/content-advice'
import { logAdvice } from './advice/log-advice'
import { optionAdvice } from './advice/option-advice'
import { queueAdvice } from './advice/queue-advice'
import { timeAdvice } from './advice/time-advice'

/** What fio's own ways mean for a plan. Target, space and levels are looked at for all engines alike. */
export function advise(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return [
    ...optionAdvice(plan, environment),
    ...cacheAdvice(plan, environment),
    ...queueAdvice(plan),
    ...contentAdvice(plan, environment),
    ...timeAdvice(plan),
    ...logAdvice(plan),
  ]
}
