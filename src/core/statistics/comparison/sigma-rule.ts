import { studentTwoSided } from '../special/distributions'
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

/** A published cell: a difference and its error bar, both in percent. */
export interface SigmaCell {
  readonly differencePercent: number
  readonly errorPercent: number
}

/** Counts the cells of one test by the sigma rule. */
export function sigmaCounts(cells: readonly SigmaCell[]) {
  const verdicts = cells.map((cell) => sigmaVerdict(cell.differencePercent, cell.errorPercent))
  const meaningful = cells.filter((_, i) => verdicts[i] === 'meaningful')
  const positive = meaningful.filter((cell) => cell.differencePercent > 0).length
  return {
    cells: cells.length,
    meaningful: meaningful.length,
    /** Meaningful ones above and below zero. */
    positive,
    negative: meaningful.length - positive,
    /** Not meaningful: exactly as large as the error bar. */
    touchingZero: verdicts.filter((verdict) => verdict === 'touches_zero').length,
  }
}

/**
 * How often the sigma rule finds a meaningful difference between n equal runs per side, with small, normal noise:
 * P(|T(n-1)| > √(n/(1+k²))), k = the baseline's deviation over the candidate's. Needs n ≥ 2.
 */
export function sigmaRuleFalsePositiveRate(n: number, spreadRatio = 1): number {
  if (!(n >= 2)) throw new RangeError(`The rule needs two runs or more, got ${n}`)
  if (!(spreadRatio >= 0)) throw new RangeError(`A ratio of deviations is 0 or more, got ${spreadRatio}`)
  return studentTwoSided(Math.sqrt(n / (1 + spreadRatio * spreadRatio)), n - 1)
}
