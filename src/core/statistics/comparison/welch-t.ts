import { studentTwoSided } from '../special/student-t'
import type { Moments } from '../summary/moments'
import { satterthwaite } from './satterthwaite'

/** Result of a t test. */
export interface TTest {
  readonly t: number
  readonly df: number
  /** Two-sided. */
  readonly p: number
}

/**
 * Welch's t test of candidate against baseline from means, deviations and counts (Welch 1947). Undefined with a single
 * run on either side and where neither side varies.
 */
export function welchT(baseline: Moments, candidate: Moments): TTest | undefined {
  if (baseline.n < 2 || candidate.n < 2 || baseline.sd === undefined || candidate.sd === undefined)
    return undefined
  // In units of the larger deviation, so that no square is too large or too small for a number.
  const unit = Math.max(baseline.sd, candidate.sd)
  if (!(unit > 0)) return undefined
  const a = (baseline.sd / unit) ** 2 / baseline.n
  const b = (candidate.sd / unit) ** 2 / candidate.n
  const t = (candidate.mean - baseline.mean) / unit / Math.sqrt(a + b)
  const df = satterthwaite(a, baseline.n - 1, b, candidate.n - 1)
  return { t, df, p: studentTwoSided(t, df) }
}
