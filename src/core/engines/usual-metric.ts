import type { LevelValue, Plan } from '../plan/plan'
import { usualMetrics } from '../results/metrics'
import { headlinesOf } from './registry'

/** From this size on, requests are so large that a drive is known by its bandwidth. */
const largeRequestBytes = 64 * 1024

/** Whether a drive is known by its IOPS at this block size. */
export function isSmallRequest(blockSize: LevelValue | undefined): boolean {
  return typeof blockSize === 'number' && blockSize < largeRequestBytes
}

/** What decides which metric matters most about a campaign. */
export interface UsuallyMeasured {
  readonly engine: string
  readonly plan: Pick<Plan, 'base' | 'axes'>
}

/**
 * The default metric of campaigns: the first headline metric of their engines that is `known`, but IOPS rather than
 * bandwidth if all their requests are small; otherwise a usual one.
 */
export function usualMetricOf(
  campaigns: readonly UsuallyMeasured[],
  known: ReadonlySet<string>,
): string | undefined {
  const headlines = campaigns.flatMap(({ engine }) => headlinesOf(engine))
  const usual = [...headlines, ...usualMetrics].find((metric) => known.has(metric))
  const inIops = usual === 'bandwidth' && known.has('iops') && campaigns.length > 0
  return inIops && campaigns.every(hasSmallRequests) ? 'iops' : usual
}

function hasSmallRequests({ plan: { base, axes } }: UsuallyMeasured): boolean {
  const levels = axes.find(({ key }) => key === 'block_size')?.levels ?? [base.block_size]
  return levels.every(isSmallRequest)
}
