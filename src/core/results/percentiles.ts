import { findMetric } from './metrics'

const percents: readonly (readonly [suffix: string, percent: number])[] = [
  ['_p50', 50],
  ['_p95', 95],
  ['_p99', 99],
  ['_p999', 99.9],
]

/** The percent of a metric that is a percentile of one run, 99.9 for `latency_p999`; undefined for any other metric. */
export function percentileOfMetric(metricId: string): number | undefined {
  return percents.find(([suffix]) => metricId.endsWith(suffix))?.[1]
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

/** True for latency of single I/Os, which a fixed queue depth measures without a load that keeps coming. */
export function isLatencyMetric(metricId: string): boolean {
  return /^(completion_)?latency_/.test(metricId)
}

/** What every figure and table of such latencies says. */
export const fixedDepthSentence = 'Completion latency at fixed depth, not response time under load.'
