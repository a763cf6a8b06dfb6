import { studentCritical } from '../special/distributions'
import { harmonicMean, mean, requireFinite, sampleSd, type Moments } from './moments'
import { medianInterval, quantileOfSorted, sorted } from './quantile'

/** The numbers shown for one condition, in the unit of the input. Parts that do not exist are undefined. */
export interface Summary {
  readonly n: number
  readonly mean: number
  readonly median: number
  readonly min: number
  readonly max: number
  /** Sample standard deviation (n - 1); needs two values. */
  readonly sd?: number
  /** s/√n; needs two values. */
  readonly standardError?: number
  /** 100 s/m; needs two values and a mean above 0. */
  readonly cvPercent?: number
  /** Critical value behind the interval. */
  readonly t?: number
  /** Ends of the confidence interval of the mean; needs two values that are not the same. */
  readonly low?: number
  readonly high?: number
  /** Half of the interval in percent of the mean; only if the mean is above 0. */
  readonly halfWidthPercent?: number
  /** Only if all values are above 0. */
  readonly harmonicMean?: number
}

/**
 * Mean, deviation and the interval m ± t(0.975, n-1) s/√n of the runs of one case; undefined when there are none.
 * Throws on a value that is not finite.
 */
export function summarize(values: ArrayLike<number>, confidence = 0.95): Summary | undefined {
  requireFinite(values, 'values')
  const m = mean(values)
  if (m === undefined) return undefined
  const ascending = sorted(values)
  const basics = {
    n: values.length,
    mean: m,
    median: quantileOfSorted(ascending, 0.5) ?? m,
    min: ascending[0] ?? m,
    max: ascending[ascending.length - 1] ?? m,
    harmonicMean: harmonicMean(values),
  }
  const sd = sampleSd(values)
  if (sd === undefined) return basics
  const standardError = sd / Math.sqrt(values.length)
  const known = { ...basics, sd, standardError, cvPercent: m > 0 ? (100 * sd) / m : undefined }
  const half = meanHalfWidth({ n: values.length, mean: m, sd }, confidence)
  if (half === undefined) return known
  return {
    ...known,
    t: studentCritical(confidence, values.length - 1),
    low: m - half,
    high: m + half,
    halfWidthPercent: m > 0 ? (100 * half) / m : undefined,
  }
}

/** How the average of some runs is computed. */
export const averages = ['mean', 'median', 'harmonic'] as const
export type Average = (typeof averages)[number]

/** An average with its interval, if there is one. */
export interface Estimate {
  readonly value: number
  readonly low?: number
  readonly high?: number
}

/**
 * Mean with its t interval, median with its order-statistic interval, or harmonic mean, which has none; undefined for no
 * values, and for a harmonic mean of values that are not all above 0. `isPercentile`: see `meanEnds`.
 */
export function estimate(
  values: readonly number[],
  average: Average,
  isPercentile = false,
): Estimate | undefined {
  if (average === 'median') {
    const median = medianInterval(values)
    return median && { value: median.median, low: median.low, high: median.high }
  }
  const summary = summarize(values)
  if (average === 'harmonic') {
    const value = summary?.harmonicMean
    return value === undefined ? undefined : { value }
  }
  return summary && { value: summary.mean, ...meanEnds(summary, isPercentile) }
}

/**
 * Half of the t interval of a mean, t s/√n; undefined for a single run, without a deviation, and for runs that are all
 * the same: they say nothing about scatter, being one measurement stored more than once, or a rounded one.
 */
export function meanHalfWidth({ n, sd }: Moments, confidence = 0.95): number | undefined {
  return sd === undefined || sd === 0 || !(n >= 2)
    ? undefined
    : studentCritical(confidence, n - 1) * (sd / Math.sqrt(n))
}

/**
 * Ends of the 95 % t interval of a mean as drawn and printed; undefined for a single run or without a deviation. Of
 * percentiles of latency of single runs, whose ratios are judged on the log scale, an interval that would reach 0 is taken
 * there, m exp(±t s/(m √n)).
 */
export function meanEnds(
  moments: Moments,
  isPercentile: boolean,
): { readonly low: number; readonly high: number } | undefined {
  const half = meanHalfWidth(moments)
  if (half === undefined) return undefined
  const { mean } = moments
  if (!isPercentile || !reachesZero(moments)) return possibleEnds(mean, half)
  const factor = Math.exp(half / mean)
  return { low: mean / factor, high: mean * factor }
}

/** Whether the 95 % t interval of a mean above 0 would end at 0 or below. */
export function reachesZero(moments: Moments): boolean {
  return moments.mean > 0 && (meanHalfWidth(moments) ?? 0) >= moments.mean
}

/**
 * Ends of mean ± half as drawn and printed, limited to possible values: measurements are never negative, so the
 * interval of a few scattered runs ends at 0.
 */
export function possibleEnds(mean: number, half: number): { readonly low: number; readonly high: number } {
  return { low: mean >= 0 ? Math.max(0, mean - half) : mean - half, high: mean + half }
}

/** How a coefficient of variation is coloured: amber from 5 %, red from 10 %. */
export function cvLevel(cvPercent: number): 'calm' | 'amber' | 'red' {
  if (cvPercent >= 10) return 'red'
  return cvPercent >= 5 ? 'amber' : 'calm'
}
