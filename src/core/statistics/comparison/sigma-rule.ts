import type { Moments } from '../summary/moments'

/** What the sigma rule of the classic articles says of a difference. */
export type SigmaVerdict = 'meaningful' | 'not_meaningful' | 'touches_zero'

/** A difference by the sigma rule, all in percent. */
export interface SigmaDifference {
  /** 100 (m_B - m_A)/m_A */
  readonly differencePercent: number
  /** Half of the error bar: 100 s_B/m_B, the candidate's spread only. */
  readonly errorPercent: number
  /** The other reading of the articles, 100 s_B/m_A. */
  readonly errorOverBaselinePercent: number
  readonly verdict: SigmaVerdict
}

/** Meaningful if and only if the difference exceeds the error bar (strictly); where they are equal the bar touches zero. */
export function sigmaVerdict(differencePercent: number, errorPercent: number): SigmaVerdict {
  const size = Math.abs(differencePercent)
  if (touchesZero(size, errorPercent)) return 'touches_zero'
  return size > errorPercent ? 'meaningful' : 'not_meaningful'
}

function touchesZero(size: number, errorPercent: number): boolean {
  return Math.abs(size - errorPercent) <= 1e-9 * Math.max(1, size)
}

/**
 * Percent difference by the sigma rule. It ignores the spread of the baseline, which is why it isn't the default.
 * Undefined where a mean is not above 0 or the candidate has a single run.
 */
export function sigmaDifference(baseline: Moments, candidate: Moments): SigmaDifference | undefined {
  if (!(baseline.mean > 0 && candidate.mean > 0) || candidate.sd === undefined) return undefined
  const differencePercent = (100 * (candidate.mean - baseline.mean)) / baseline.mean
  const errorPercent = (100 * candidate.sd) / candidate.mean
  return {
    differencePercent,
    errorPercent,
    errorOverBaselinePercent: (100 * candidate.sd) / baseline.mean,
    verdict: sigmaVerdict(differencePercent, errorPercent),
  }
}
