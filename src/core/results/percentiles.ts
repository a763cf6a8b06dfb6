import type { LevelValue } from '../plan/plan'
import { findMetric } from './metrics'

/** The percent of a metric that is a percentile of one run, 99.9 for `latency_p999`; undefined for any other metric. */
export function percentileOfMetric(metricId: string): number | undefined {
  return percentOf(/_p(\d{2}\d{0,4})$/.exec(metricId)?.[1])
}

/** Two digits, and behind them the decimals. */
function percentOf(digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined
  const percent = Number(`${digits.slice(0, 2)}.${digits.slice(2) || '0'}`)
  return percent > 0 ? percent : undefined
}

/** What the middles of several runs are called. */
export const middleWords = { mean: 'Mean', median: 'Median', harmonic: 'Harmonic mean' } as const

/** Label of a metric's middle over repetitions: a percentile of runs is not one of all their I/Os. */
export function middleLabel(metricId: string, statistic: keyof typeof middleWords): string {
  const label = findMetric(metricId)?.label ?? metricId
  if (percentileOfMetric(metricId) === undefined) return label
  const words = label.charAt(0).toLowerCase() + label.slice(1)
  return `${middleWords[statistic]} of the runs\u2019 ${words}`
}

/** Parameters that hold requests back, or change how many are outstanding. */
const pacingKeys = [
  'offered_iops',
  'offered_transactions',
  'offered_percent',
  'rate',
  'rate_iops',
  'thinktime',
  'latency_target',
] as const

/** True where nothing holds requests back, so that always the same number of them is outstanding. `levels`: parameters of a case. */
export function isAtFixedDepth(levels: Readonly<Record<string, LevelValue>>): boolean {
  return pacingKeys.every((key) => {
    const value = levels[key]
    return value === undefined || value === '' || Number(value) === 0
  })
}

/** True for latency of single I/Os. */
export function isLatencyMetric(metricId: string): boolean {
  return /^(completion_)?latency_/.test(metricId)
}

/** What latencies of these metrics are called together. */
export function latencyName(metricIds: readonly string[]): string {
  const completion = metricIds.filter((id) => id.startsWith('completion_')).length
  return completion > 0 && completion === metricIds.length ? 'Completion latency' : 'Latency'
}

/** What every figure and table of latencies says of runs at a fixed queue depth, which know no load that keeps coming. */
export function fixedDepthSentence(latency: string): string {
  return `${latency} at fixed depth, not response time under load.`
}
