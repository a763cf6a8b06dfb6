import { studentTwoSided } from '../special/distributions'
import type { Moments } from '../summary/moments'

/**
 * Degrees of freedom of the sum of two independent variances (Satterthwaite 1946; Welch 1947): (v₁ + v₂)² / (v₁²/df₁
 * + v₂²/df₂), computed from the share of each, so that no unit is too large or too small to square. The sum must be
 * above 0.
 */
export function satterthwaite(first: number, firstDf: number, second: number, secondDf: number): number {
  const share = first / (first + second)
  const rest = second / (first + second)
  return 1 / ((share * share) / firstDf + (rest * rest) / secondDf)
}

/** Result of a t test. */
export interface TTest {
  readonly t: number
  readonly df: number
  /** Two-sided. */
  readonly p: number
}

/**
 * Welch's t test of candidate against baseline from means, deviations and counts (Welch 1947). Undefined with a
 * single run on either side and if neither side varies.
 */
export function welchT(baseline: Moments, candidate: Moments): TTest | undefined {
  if (baseline.n < 2 || candidate.n < 2 || baseline.sd === undefined || candidate.sd === undefined)
    return undefined
  // In units of the larger deviation, so that no square overflows or underflows.
  const unit = Math.max(baseline.sd, candidate.sd)
  if (!(unit > 0)) return undefined
  const a = (baseline.sd / unit) ** 2 / baseline.n
  const b = (candidate.sd / unit) ** 2 / candidate.n
  const t = (candidate.mean - baseline.mean) / unit / Math.sqrt(a + b)
  const df = satterthwaite(a, baseline.n - 1, b, candidate.n - 1)
  return { t, df, p: studentTwoSided(t, df) }
}
