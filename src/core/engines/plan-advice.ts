import type { Advice, PlanEnvironment } from '../plan/advice'
import { caseCount, mostCases } from '../plan/cases'
import type { Plan } from '../plan/plan'
import { formatCount } from '../units/number-format'
import { deviceAdvice } from './advice/device-advice'
import { enduranceAdvice } from './advice/endurance-advice'
import { engineAdvice } from './advice/engine-advice'
import { fillAdvice } from './advice/fill-advice'
import { hostsAdvice } from './advice/hosts-advice'
import { levelAdvice } from './advice/level-advice'
import { offeredAdvice } from './advice/offered-advice'
import { runAdvice } from './advice/run-advice'
import { spaceAdvice } from './advice/space-advice'
import { targetAdvice } from './advice/target-advice'
import { workloadAdvice } from './advice/workload-advice'
import { findEngine } from './registry'

export { estimatePlan } from './plan-estimate'

const ranks = { error: 0, warning: 1, note: 2 } as const

/**
 * Everything worth saying about a plan before it runs, errors first. Parts of the environment that are unknown are not
 * complained about. A plan without errors may still be refused by the engine's own check of its options.
 */
export function advisePlan(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  const engine = findEngine(plan.engine)
  if (!engine) {
    return [
      {
        id: 'unknown-engine',
        severity: 'error',
        text: `This version has no engine named ${plan.engine}.`,
        about: 'engine',
      },
    ]
  }
  if (caseCount(plan) > mostCases) return [tooManyCases(plan)]
  const advice = [
    ...engineAdvice(engine, environment),
    ...hostsAdvice(plan, engine),
    ...levelAdvice(plan),
    ...workloadAdvice(plan, engine),
    ...runAdvice(plan, engine),
    ...offeredAdvice(plan),
    ...fillAdvice(plan, environment),
    ...targetAdvice(plan, engine, environment.target),
    ...deviceAdvice(plan, engine, environment),
    ...spaceAdvice(plan, environment),
    ...enduranceAdvice(plan, environment),
    ...engine.advise(plan, environment),
  ]
  return [...advice].sort((one, other) => ranks[one.severity] - ranks[other.severity])
}

/** All that can be said of a plan whose cases cannot be listed. */
function tooManyCases(plan: Plan): Advice {
  const longest = plan.axes.reduce((most, axis) => (axis.levels.length > most.levels.length ? axis : most))
  const count = caseCount(plan)
  return {
    id: 'too-many-cases',
    severity: 'error',
    text: `The axes make ${count < 1e12 ? formatCount(count) : `about ${count.toPrecision(1)}`} cases.`,
    reason: `A plan has at most ${formatCount(mostCases)}. Remove levels or axes; the longest axis is ${longest.key} with ${formatCount(longest.levels.length)} levels.`,
    about: longest.key,
  }
}
