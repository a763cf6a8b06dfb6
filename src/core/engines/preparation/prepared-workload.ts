import type { LevelValue, PreparationStep, Workload } from '../../plan/plan'
import type { EngineDescription } from '../engine'

/** Parameters for the rate at which requests are offered; without them a drive gets all it can take. */
const offeredKeys = ['offered_percent', 'offered_iops', 'offered_transactions', 'rate_iops', 'rate']
/** Fields for the number of requests in flight; of several, the first that an engine has. */
const depthKeys = ['queue_depth', 'jobs'] as const

/** True for parameters that limit the rate of requests. */
export function isOffered(key: string): boolean {
  return offeredKeys.includes(key)
}

/**
 * The workload of a step that runs the cases themselves: rounds before the measured runs last as long as the step
 * specifies, and the capacity is measured without any limit, with the number of requests in flight given by the step.
 * `fields`: the engine's.
 */
export function preparedWorkload(
  workload: Workload,
  step: PreparationStep | undefined,
  { fields }: Pick<EngineDescription, 'fields'>,
): Workload {
  const has = (key: string) => fields.some(({ id }) => id === key)
  const timed: Workload = has('time_based') ? { time_based: true } : {}
  if (step?.kind === 'workload') return { ...workload, ...timed, runtime: step.seconds, ramp_time: 0 }
  if (step?.kind !== 'capacity') return workload
  const depthKey = depthKeyOf(fields)
  const unlimited = Object.entries(workload).filter(([key]) => !isOffered(key))
  return {
    ...Object.fromEntries(unlimited),
    ...timed,
    runtime: step.seconds,
    ...(depthKey !== undefined && { [depthKey]: step.queueDepth }),
  }
}

/** The field for the number of requests in flight. */
export function depthKeyOf(fields: EngineDescription['fields']): (typeof depthKeys)[number] | undefined {
  return depthKeys.find((key) => fields.some(({ id }) => id === key))
}

/** True for steps that run the cases; the others are about the target as a whole. */
export function runsCases({ kind }: PreparationStep): boolean {
  return kind === 'workload' || kind === 'capacity'
}

/** Text that is equal for cases that differ only in the offered load: they share one capacity. */
export function capacityKey(levels: Readonly<Record<string, LevelValue>>): string {
  const others = Object.entries(levels).filter(([key]) => !isOffered(key))
  return JSON.stringify(others.sort(([a], [b]) => (a < b ? -1 : 1)))
}
