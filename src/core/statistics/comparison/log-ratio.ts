import { studentCritical, studentTwoSided } from '../special/student-t'
import { meanVariance, momentsOf, type Moments } from '../summary/moments'

/** A quantity estimated on the log scale, with the ends of its interval as ratios. */
export interface LogInterval {
  readonly logRatio: number
  readonly standardError: number
  readonly df: number
  readonly low: number
  readonly high: number
}

/** One independent part of an estimate: its variance on the log scale and that variance's degrees of freedom. */
export interface VariancePart {
  readonly variance: number
  readonly df: number
}

/**
 * Interval of a log ratio made of independent parts, by the delta method with Satterthwaite's degrees of freedom
 * (Satterthwaite 1946). Undefined where nothing varies.
 */
export function intervalOfLog(
  logRatio: number,
  parts: readonly VariancePart[],
  confidence = 0.95,
): LogInterval | undefined {
  let variance = 0
  let weighted = 0
  for (const part of parts) {
    variance += part.variance
    weighted += (part.variance * part.variance) / part.df
  }
  if (variance === 0) return undefined
  const standardError = Math.sqrt(variance)
  const df = (variance * variance) / weighted
  const half = studentCritical(confidence, df) * standardError
  return { logRatio, standardError, df, low: Math.exp(logRatio - half), high: Math.exp(logRatio + half) }
}

/**
 * Ratio candidate/baseline of two means on the log scale (delta method). Undefined with a single run on either side,
 * where neither side varies, and where a mean is not above 0.
 */
export function logRatioDelta(
  baseline: Moments,
  candidate: Moments,
  confidence = 0.95,
): LogInterval | undefined {
  const a = relativeVariance(baseline)
  const b = relativeVariance(candidate)
  if (a === undefined || b === undefined) return undefined
  return intervalOfLog(Math.log(candidate.mean / baseline.mean), [a, b], confidence)
}

/** Variance of the log of a mean, (s/m)²/n; undefined for a single run or a mean not above 0. */
export function relativeVariance(moments: Moments): VariancePart | undefined {
  const variance = meanVariance(moments)
  if (variance === undefined || !(moments.mean > 0)) return undefined
  return { variance: variance / (moments.mean * moments.mean), df: moments.n - 1 }
}

/** A log ratio of pairs with its interval and the two-sided p of "no difference". */
export interface PairedLogRatio extends Pick<LogInterval, 'logRatio' | 'low' | 'high'> {
  readonly n: number
  /** Undefined where all pairs have the same ratio: a difference without a test. */
  readonly t?: number
  readonly p?: number
}

/**
 * Ratio of interleaved runs (A B A B …): the t interval of ln(b_i/a_i), exponentiated. Takes the pairs in order.
 * Undefined below two pairs and where a value is not above 0.
 */
export function pairedLogRatio(
  baseline: ArrayLike<number>,
  candidate: ArrayLike<number>,
  confidence = 0.95,
): PairedLogRatio | undefined {
  const n = baseline.length
  if (candidate.length !== n)
    throw new RangeError(`Pairs need equal numbers of runs, got ${n} and ${candidate.length}`)
  const logs = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const a = baseline[i] ?? NaN
    const b = candidate[i] ?? NaN
    if (!(a > 0 && b > 0)) return undefined
    logs[i] = Math.log(b / a)
  }
  if (n < 2) return undefined
  const moments = momentsOf(logs)
  const variance = moments && meanVariance(moments)
  if (moments === undefined || variance === undefined) return undefined
  const interval = intervalOfLog(moments.mean, [{ variance, df: n - 1 }], confidence)
  if (interval === undefined) {
    const ratio = Math.exp(moments.mean)
    return { logRatio: moments.mean, low: ratio, high: ratio, n }
  }
  const t = moments.mean / interval.standardError
  return { ...interval, n, t, p: studentTwoSided(t, n - 1) }
}
