import type { Moments } from '../summary/moments'

/** The verdict of the classic articles' sigma rule on a difference. */
export type SigmaVerdict = 'meaningful' | 'not_meaningful' | 'touches_zero'

/** Meaningful if and only if the difference strictly exceeds the error bar; if they are equal the bar touches zero. */
export function sigmaVerdict(differencePercent: number, errorPercent: number): SigmaVerdict {
  const size = Math.abs(differencePercent)
  if (touchesZero(size, errorPercent)) return 'touches_zero'
  return size > errorPercent ? 'meaningful' : 'not_meaningful'
}

function touchesZero(size: number, errorPercent: number): boolean {
  return Math.abs(size - errorPercent) <= 1e-9 * Math.max(1, size)
}

/** A difference by the sigma rule, all in percent. */
export type SigmaDifference = NonNullable<ReturnType<typeof sigmaDifference>>

/**
 * Percent difference by the sigma rule. It ignores the spread of the baseline, so it is not the default. Undefined if
 * a mean is not above 0 or the candidate has a single run.
 */
export function sigmaDifference(baseline: Moments, candidate: Moments) {
  if (!(baseline.mean > 0 && candidate.mean > 0) || candidate.sd === undefined) return undefined
  const differencePercent = (100 * (candidate.mean - baseline.mean)) / baseline.mean
  const errorPercent = (100 * candidate.sd) / candidate.mean
  return {
    /** 100 (m_B - m_A)/m_A */
    differencePercent,
    /** Half of the error bar: 100 s_B/m_B, the candidate's spread only. */
    errorPercent,
    /** The other reading of the articles, 100 s_B/m_A. */
    errorOverBaselinePercent: (100 * candidate.sd) / baseline.mean,
    verdict: sigmaVerdict(differencePercent, errorPercent),
  }
}
