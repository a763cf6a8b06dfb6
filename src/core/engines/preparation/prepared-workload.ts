import type { LevelValue, PreparationStep, Workload } from '../../plan/plan'

/** Parameters that say at which rate requests are offered; without them a drive is given all it takes. */
const offeredKeys = ['offered_percent', 'offered_iops', 'rate_iops', 'rate']

/** True for parameters that limit the rate of requests. */
export function isOffered(key: string): boolean {
  return offeredKeys.includes(key)
}

/**
 * The workload of a step that runs the cases themselves: rounds before the measured runs last as long as the step says,
 * and the capacity is found without any limit, with as many requests in flight as the step says.
 */
export function preparedWorkload(workload: Workload, step: PreparationStep | undefined): Workload {
  if (step?.kind === 'workload') return { ...workload, runtime: step.seconds, time_based: true, ramp_time: 0 }
  if (step?.kind !== 'capacity') return workload
  const unlimited = Object.entries(workload).filter(([key]) => !isOffered(key))
  return {
    ...Object.fromEntries(unlimited),
    runtime: step.seconds,
    time_based: true,
    queue_depth: step.queueDepth,
  }
}

/** True for steps that run the cases; the others are about the target as a whole. */
export function runsCases({ kind }: PreparationStep): boolean {
  return kind === 'workload' || kind === 'capacity'
}

/** Text that is equal for cases that differ in nothing but the load that is offered: they share one capacity. */
export function capacityKey(levels: Readonly<Record<string, LevelValue>>): string {
  const others = Object.entries(levels).filter(([key]) => !isOffered(key))
  return JSON.stringify(others.sort(([a], [b]) => (a < b ? -1 : 1)))
}
