import { quantileOfSorted, sorted } from '../../statistics/summary/quantile'
import { formatPercent } from '../../units/number-format'
import { stallShare } from './line-numbers'
import type { PanelLine } from './time-panels'

/** Which bins are slow, relative to their median. */
export interface SlowLimit {
  readonly isAbove: boolean
  readonly share: number
  /** `below 50 % of the median`. */
  readonly text: string
}

export function slowLimit(percent: number, isAbove: boolean): SlowLimit {
  const share = isAbove ? 100 / percent : percent / 100
  return {
    isAbove,
    share,
    text: `${isAbove ? 'above' : 'below'} ${formatPercent(100 * share)} of the median`,
  }
}

/** How even a run was, from its bins; docs/method.md, "Consistency". In base units. */
export type Evenness = NonNullable<ReturnType<typeof evenness>>

/** Undefined if no bin is left. */
export function evenness(line: PanelLine, limit: SlowLimit) {
  const { values, binSeconds } = line.binned
  const ascending = sorted(Array.from(values).filter(Number.isFinite))
  const at = (share: number) => quantileOfSorted(ascending, share) ?? Number.NaN
  const median = quantileOfSorted(ascending, 0.5)
  if (median === undefined) return undefined
  let [slow, stretches, length, longest, stalls] = [0, 0, 0, 0, 0]
  for (const value of values) {
    if (!limit.isAbove && (value === 0 || value < stallShare * median)) stalls++
    const isSlow = limit.isAbove ? value > limit.share * median : value < limit.share * median
    length = isSlow ? length + 1 : 0
    if (isSlow) slow++
    if (length === 1) stretches++
    longest = Math.max(longest, length)
  }
  return {
    line,
    /** Minimum, 5th, 25th, 50th, 75th and 95th percentile, and maximum of the bins. */
    spread: [at(0), at(0.05), at(0.25), median, at(0.75), at(0.95), at(1)] as const,
    cvPercent: line.numbers?.cvPercent,
    /** Share of the slow bins, 0 to 1. */
    slow: slow / ascending.length,
    /** Sequences of neighbouring slow bins, and the longest of them in seconds. */
    ...{ stretches, longestSeconds: longest * binSeconds },
    /** Bins in which nothing, or under 1 % of the median, was served; none of a latency. */
    stalls: limit.isAbove ? undefined : stalls,
  }
}
