import { logEstimate, logInterval, type LogEstimate } from './log-ratio'

/**
 * Geometric mean exp(mean(ln r)) of ratios, the summary of many cases (never the mean of percentages). Undefined for
 * none, and refused (undefined) where a ratio is not above 0.
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
export interface GeometricSummary {
  readonly ratio: number
  /** Undefined where a case has a ratio but no known uncertainty. */
  readonly low?: number
  readonly high?: number
}

/** A ratio and what is known of its uncertainty: undefined for a single run, 'exact' where nothing varies. */
export interface UncertainRatio {
  readonly ratio: number
  readonly log: LogEstimate | 'exact' | undefined
}

/**
 * Geometric mean of independent ratios with the t interval of its log: variances of the log ratios added and divided by
 * k², degrees of freedom by Satterthwaite. Undefined as `geometricMean`.
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
