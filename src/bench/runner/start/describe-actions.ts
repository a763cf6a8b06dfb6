import type { Engine } from '../../../core/engines/engine'
import { stepName } from '../../../core/engines/preparation/preparation-run'
import { scheduleRuns } from '../../../core/engines/schedule'
import { caseAt, workloadOf } from '../../../core/plan/cases'
import type { Plan } from '../../../core/plan/plan'
import { formatBytes } from '../../../core/units/bytes'
import { formatCount } from '../../../core/units/number-format'
import { largestOf } from '../../../core/units/iterables'

/** What a plan does to its device, in words for the person who is asked. */
export function describeActions(plan: Plan, engine: Engine): readonly string[] {
  const runs = scheduleRuns(plan, engine)
  const workloads = runs
    .filter(({ phase }) => phase === 'measure')
    .map(({ caseIndex }) => workloadOf(plan, caseAt(plan, caseIndex)))
  const writing = workloads.filter((workload) => engine.writes(workload)).length
  const region = largestOf(
    workloads.map((workload) => engine.cost(workload).fileBytes),
    0,
  )
  const layouts = runs.filter(({ phase }) => phase === 'layout').length
  return [
    ...(plan.preparation ?? []).map((step) => `${stepName(step)}.`),
    ...(layouts > 0 ? [`The first ${formatBytes(region)} are filled with data.`] : []),
    `${formatCount(writing)} of ${formatCount(workloads.length)} runs of ${engine.description.name} write to the first ${formatBytes(region)}.`,
  ]
}
