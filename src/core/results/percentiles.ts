import type { LevelValue } from '../plan/plan'
import { template } from '../words/template'
import { withinSentence } from '../text/plain-text'
import { findMetric, metricInSentence } from './metrics'

const latencies = ['Latency', 'Completion latency', 'Total latency'] as const
const atFixedDepth = template(
  'caption-fixed-depth',
  '{latency} at fixed depth, not response time under load.',
  { latency: latencies },
)

/** The percent of a metric that is a percentile of one run, 99.9 for `latency_p999`; undefined for any other metric. */
export function percentileOfMetric(metricId: string): number | undefined {
  return percentOf(/_p(\d{2}\d{0,4})$/.exec(metricId)?.[1])
}

/** Two digits, followed by the decimals. */
function percentOf(digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined
  const percent = Number(`${digits.slice(0, 2)}.${digits.slice(2) || '0'}`)
  return percent > 0 ? percent : undefined
}

/** Names of the averages over several runs. */
export const middleWords = { mean: 'Mean', median: 'Median', harmonic: 'Harmonic mean' } as const

/** Label of a metric's average over repetitions: a percentile averaged over runs is not one of all their I/Os. */
export function middleLabel(metricId: string, statistic: keyof typeof middleWords): string {
  if (percentileOfMetric(metricId) === undefined) return findMetric(metricId)?.label ?? metricId
  return `${middleWords[statistic]} of the runs\u2019 ${metricInSentence(metricId)}`
}

/** The same within a sentence. */
export function middleInSentence(metricId: string, statistic: keyof typeof middleWords): string {
  if (percentileOfMetric(metricId) === undefined) return metricInSentence(metricId)
  return withinSentence(middleLabel(metricId, statistic))
}

/** Parameters that delay requests, or change how many are outstanding. */
const pacingKeys = [
  'offered_iops',
  'offered_transactions',
  'offered_percent',
  'rate',
  'rate_iops',
  'thinktime',
  'latency_target',
] as const

/** True if nothing delays requests, so that the number outstanding is constant. `levels`: parameters of a case. */
export function isAtFixedDepth(levels: Readonly<Record<string, LevelValue>>): boolean {
  return pacingKeys.every((key) => {
    const value = levels[key]
    return value === undefined || value === '' || Number(value) === 0
  })
}

/**
 * Requests outstanding at any time: the depth times the jobs. Undefined if something delays requests, and if the depth is
 * not known; `usual`: the depth where none is told.
 */
export function outstandingOf(
  levels: Readonly<Record<string, LevelValue>>,
  usual?: number,
): number | undefined {
  const { queue_depth: depth = usual, jobs = levels.threads ?? 1 } = levels
  if (!isAtFixedDepth(levels) || typeof depth !== 'number' || typeof jobs !== 'number') return undefined
  return depth * jobs
}

/** True for latency of single I/Os. */
export function isLatencyMetric(metricId: string): boolean {
  return /^(completion_)?latency_/.test(metricId)
}

/** The common name for latencies of these metrics. */
export function latencyName(metricIds: readonly string[]): (typeof latencies)[number] {
  const completion = metricIds.filter((id) => id.startsWith('completion_')).length
  return completion > 0 && completion === metricIds.length ? 'Completion latency' : 'Latency'
}

/** The note in every figure and table of latencies for runs at a fixed queue depth, which have no load that keeps arriving. */
export function fixedDepthSentence(latency: (typeof latencies)[number]): string {
  return atFixedDepth({ latency })
}
