import { studentCritical, studentTwoSided } from '../special/distributions'
import { relativeMeanVariance, type Moments, mean, sampleSd } from '../summary/moments'
import type { TTest } from './welch'

/** A ratio estimated on the log scale, with all that its test and its intervals at any level need. */
export interface LogEstimate {
  readonly logRatio: number
  /** Above 0. */
  readonly standardError: number
  readonly df: number
}

/** Ends of an interval, as ratios; both are above 0 and finite. */
export interface RatioEnds {
  readonly low: number
  readonly high: number
}

/** One independent part of an estimate: its variance on the log scale and that variance's degrees of freedom. */
export interface VariancePart {
  readonly variance: number
  readonly df: number
}

/**
 * A log ratio made of independent parts, by the delta method with Satterthwaite's degrees of freedom (Satterthwaite
 * 1946). Undefined if nothing varies.
 */
export function logEstimate(logRatio: number, parts: readonly VariancePart[]): LogEstimate | undefined {
  let variance = 0
  for (const part of parts) variance += part.variance
  if (!(variance > 0)) return undefined
  let weighted = 0
  for (const part of parts) weighted += (part.variance / variance) ** 2 / part.df
  return { logRatio, standardError: Math.sqrt(variance), df: 1 / weighted }
}

/** Interval of a ratio, exp(ln R ± t s); undefined if an end overflows a number. */
export function logInterval(
  { logRatio, standardError, df }: LogEstimate,
  confidence = 0.95,
): RatioEnds | undefined {
  const half = studentCritical(confidence, df) * standardError
  const [low, high] = [Math.exp(logRatio - half), Math.exp(logRatio + half)]
  return low > 0 && high < Infinity ? { low, high } : undefined
}

/** Two-sided t test of "the ratio is 1". */
export function logTest({ logRatio, standardError, df }: LogEstimate): TTest {
  const t = logRatio / standardError
  return { t, df, p: studentTwoSided(t, df) }
}

/**
 * Ratio candidate/baseline of two means on the log scale: ln(m_B/m_A) with standard error √(r_A + r_B), r = s²/(n
 * m²), and Welch-Satterthwaite degrees of freedom. Undefined with a single run on either side, if neither side
 * varies, and if a mean is not above 0.
 */
export function logRatioWelch(baseline: Moments, candidate: Moments): LogEstimate | undefined {
  const a = relativeVariance(baseline)
  const b = relativeVariance(candidate)
  if (a === undefined || b === undefined) return undefined
  return logEstimate(Math.log(candidate.mean / baseline.mean), [a, b])
}

/** Ratio candidate/baseline of two means with its interval; undefined under the same conditions as `logRatioWelch`. */
export function meansRatio(
  baseline: Moments,
  candidate: Moments,
  confidence = 0.95,
): ({ readonly ratio: number } & Partial<RatioEnds>) | undefined {
  const estimate = logRatioWelch(baseline, candidate)
  return estimate && { ratio: candidate.mean / baseline.mean, ...logInterval(estimate, confidence) }
}

/** Variance of the log of a mean, (s/m)²/n; undefined for a single run or a mean not above 0. */
export function relativeVariance(moments: Moments): VariancePart | undefined {
  const variance = relativeMeanVariance(moments)
  return variance === undefined ? undefined : { variance, df: moments.n - 1 }
}

/** Log ratio of paired runs. */
interface PairedLogRatio {
  readonly n: number
  readonly logRatio: number
  /** Undefined if all pairs have the same ratio: the difference then has no test. */
  readonly estimate: LogEstimate | undefined
}

/**
 * Ratio of runs that were measured in turn: mean and standard error of ln(b_i/a_i). Takes the pairs in order. Undefined
 * below two pairs and if a value is not above 0.
 */
export function pairedLogRatio(
  baseline: ArrayLike<number>,
  candidate: ArrayLike<number>,
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
  const logRatio = mean(logs)
  const sd = sampleSd(logs)
  if (logRatio === undefined || sd === undefined) return undefined
  return { n, logRatio, estimate: logEstimate(logRatio, [{ variance: (sd * sd) / n, df: n - 1 }]) }
}

/**
 * Geometric mean exp(mean(ln r)) of ratios, the summary of many cases (never the mean of percentages). Undefined for
 * no ratios and if a ratio is not above 0.
 */
export function geometricMean(ratios: ArrayLike<number>): number | undefined {
  const n = ratios.length
  if (n === 0) return undefined
  let sum = 0
  for (let i = 0; i < n; i++) {
    const ratio = ratios[i]
    if (ratio === undefined || !(ratio > 0 && ratio < Infinity)) return undefined
    sum += Math.log(ratio)
  }
  return Math.exp(sum / n)
}

/** Geometric mean of the ratios of many cases with its interval, as ratios. */
interface GeometricSummary {
  readonly ratio: number
  /** Undefined if a case has a ratio but no known uncertainty. */
  readonly low?: number
  readonly high?: number
}

/** A ratio and what is known of its uncertainty: undefined for a single run, 'exact' if nothing varies. */
export interface UncertainRatio {
  readonly ratio: number
  readonly log: LogEstimate | 'exact' | undefined
}

/**
 * Geometric mean of independent ratios with the t interval of its log: variances of the log ratios added and divided
 * by k², degrees of freedom by Satterthwaite. Undefined under the same conditions as `geometricMean`.
 */
export function geometricSummary(
  ratios: readonly UncertainRatio[],
  confidence = 0.95,
): GeometricSummary | undefined {
  const ratio = geometricMean(ratios.map((one) => one.ratio))
  if (ratio === undefined) return undefined
  const k = ratios.length
  const parts = ratios.flatMap(({ log }) =>
    log === undefined || log === 'exact' ? [] : [{ variance: (log.standardError / k) ** 2, df: log.df }],
  )
  const isKnown = ratios.every(({ log }) => log !== undefined)
  const estimate = isKnown ? logEstimate(Math.log(ratio), parts) : undefined
  const ends = estimate && logInterval(estimate, confidence)
  return ends ? { ratio, ...ends } : { ratio }
}
