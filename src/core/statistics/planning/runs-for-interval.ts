import { studentCritical } from '../special/student-t'

/** More runs than this are not a plan. */
export const mostRuns = 1_000_000

/**
 * Smallest number of runs n ≥ 2 whose interval of the mean is at most ± `targetPercent` of it:
 * t(0.975, n-1) CV/√n ≤ target. Both in percent. Undefined where over a million runs would be needed.
 */
export function runsForInterval(
  cvPercent: number,
  targetPercent: number,
  confidence = 0.95,
): number | undefined {
  if (!(cvPercent >= 0 && cvPercent < Infinity)) throw new RangeError(`A CV is 0 or more, got ${cvPercent}`)
  if (!(targetPercent > 0)) throw new RangeError(`A target half-width is above 0, got ${targetPercent}`)
  const fits = (n: number) => (studentCritical(confidence, n - 1) * cvPercent) / Math.sqrt(n) <= targetPercent
  return smallestNumber(2, mostRuns, fits)
}

/** The smallest whole number in [least, most] from which on `fits` holds (it must not stop holding); undefined if none. */
export function smallestNumber(
  least: number,
  most: number,
  fits: (n: number) => boolean,
): number | undefined {
  let high = least
  let low = least - 1
  while (!fits(high)) {
    if (high >= most) return undefined
    low = high
    high = Math.min(most, 2 * high)
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) high = middle
    else low = middle
  }
  return high
}

/** How many more runs than the n there are the interval needs, with the CV seen so far; undefined as above. */
export function moreRunsForInterval(
  n: number,
  cvPercent: number,
  targetPercent: number,
  confidence = 0.95,
): number | undefined {
  const needed = runsForInterval(cvPercent, targetPercent, confidence)
  return needed === undefined ? undefined : Math.max(0, needed - n)
}
