import type { ComparisonVerdict } from '../comparison/case-comparison'
import { estimate } from '../summary/summarize'

/** A percentile of latency of several runs. */
export interface MarkedPercentile {
  /** Of all I/Os, from the merged histogram; undefined if fewer than ten are beyond, or if it is not known. */
  readonly pooledNs: number | undefined
  /** The mark: mean (or median) of the runs' percentiles with its 95 % interval; undefined if a run made too few I/Os. */
  readonly valueNs: number | undefined
  readonly lowNs?: number
  readonly highNs?: number
}

/** The percentile of several runs from that of all their I/Os and that of each. */
export function markedPercentile(
  pooledNs: number | undefined,
  runsNs: readonly number[] | Float64Array,
  average: 'mean' | 'median',
): MarkedPercentile {
  const mark = estimate([...runsNs], average, true)
  const { low: lowNs, high: highNs } = mark ?? {}
  return {
    pooledNs,
    valueNs: mark?.value,
    ...(lowNs !== undefined && highNs !== undefined && { lowNs, highNs }),
  }
}

/** All I/Os and the mark differ by more than the interval: a few runs hold most of the slow I/Os. */
export function isUneven({ pooledNs, lowNs, highNs }: MarkedPercentile): boolean {
  if (pooledNs === undefined || lowNs === undefined || highNs === undefined) return false
  return pooledNs < lowNs || pooledNs > highNs
}

const directed: ReadonlySet<ComparisonVerdict> = new Set([
  ...(['better', 'worse'] as const),
  ...(['better_small_or_uncertain', 'worse_small_or_uncertain'] as const),
])

/** Whether a verdict calls one side better than the other. */
export function isDirected(verdict: ComparisonVerdict): boolean {
  return directed.has(verdict)
}

/**
 * The verdict on two percentiles: neither side is called better where all I/Os and the marks disagree, on one side by more
 * than its interval, or about which side is slower.
 */
export function percentileVerdict(
  verdict: ComparisonVerdict,
  a: MarkedPercentile | undefined,
  b: MarkedPercentile | undefined,
): ComparisonVerdict {
  if (!isDirected(verdict) || a === undefined || b === undefined) return verdict
  return disagree(a, b) ? 'few_runs_slow' : verdict
}

/** All I/Os and the marks disagree: on one side by more than its interval, or about which side is slower. */
export function disagree(a: MarkedPercentile, b: MarkedPercentile): boolean {
  const way = (from: number | undefined, to: number | undefined) => Math.sign((to ?? NaN) - (from ?? NaN))
  return isUneven(a) || isUneven(b) || way(a.pooledNs, b.pooledNs) * way(a.valueNs, b.valueNs) < 0
}
