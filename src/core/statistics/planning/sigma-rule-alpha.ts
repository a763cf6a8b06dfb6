import { studentTwoSided } from '../special/student-t'

/**
 * How often the sigma rule calls n equal runs a side a meaningful difference, with normal noise of small relative size:
 * P(|T(n-1)| > √(n/(1+k²))), k = the baseline's deviation over the candidate's. Needs n ≥ 2.
 */
export function sigmaRuleFalsePositiveRate(n: number, spreadRatio = 1): number {
  if (!(n >= 2)) throw new RangeError(`The rule needs two runs or more, got ${n}`)
  if (!(spreadRatio >= 0)) throw new RangeError(`A ratio of deviations is 0 or more, got ${spreadRatio}`)
  return studentTwoSided(Math.sqrt(n / (1 + spreadRatio * spreadRatio)), n - 1)
}
