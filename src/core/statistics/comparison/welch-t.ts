import { studentTwoSided } from '../special/student-t'
import { meanVariance, type Moments } from '../summary/moments'
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
  const a = meanVariance(baseline)
  const b = meanVariance(candidate)
  if (a === undefined || b === undefined || a + b === 0) return undefined
  const t = (candidate.mean - baseline.mean) / Math.sqrt(a + b)
  const df = satterthwaite(a, baseline.n - 1, b, candidate.n - 1)
  return { t, df, p: studentTwoSided(t, df) }
}
