import { noncentralTCdf } from '../special/noncentral-t'
import { normalQuantile } from '../special/normal-distribution'
import { studentQuantile } from '../special/student-t'
import { mostRuns, smallestNumber } from './runs-for-interval'

/** A difference that a comparison should be able to find. Percentages of the baseline's mean. */
export interface DetectableDifference {
  readonly differencePercent: number
  /** Spread of the runs of either side. */
  readonly cvPercent: number
  /** 0.05 unless told. */
  readonly alpha?: number
  /** Chance of finding it, 0.8 unless told. */
  readonly power?: number
}

/** Chance that a two-sided t test of n runs a side finds the difference (exact, noncentral t; Cohen 1988). */
export function powerOfTwoSamples(
  n: number,
  { differencePercent, cvPercent, alpha = 0.05 }: DetectableDifference,
): number {
  const df = 2 * n - 2
  const delta = (Math.abs(differencePercent) / cvPercent) * Math.sqrt(n / 2)
  const critical = studentQuantile(1 - alpha / 2, df)
  return noncentralTCdf(-critical, df, delta) + noncentralTCdf(-critical, df, -delta)
}

/** The same for n interleaved pairs; the CV is that of the ratios of pairs. */
export function powerOfPairs(
  n: number,
  { differencePercent, cvPercent, alpha = 0.05 }: DetectableDifference,
): number {
  const df = n - 1
  const delta = (Math.abs(differencePercent) / cvPercent) * Math.sqrt(n)
  const critical = studentQuantile(1 - alpha / 2, df)
  return noncentralTCdf(-critical, df, delta) + noncentralTCdf(-critical, df, -delta)
}

/** Smallest number of runs per side with the asked power; undefined where over a million would be needed. */
export function runsPerSide(difference: DetectableDifference): number | undefined {
  const power = checked(difference)
  return smallestNumber(2, mostRuns, (n) => powerOfTwoSamples(n, difference) >= power)
}

/** The same from the normal approximation 2 ((z(1-α/2) + z(power)) CV/δ)², the number textbooks print. */
export function runsPerSideNormal(difference: DetectableDifference): number {
  const power = checked(difference)
  const z = normalQuantile(1 - (difference.alpha ?? 0.05) / 2) + normalQuantile(power)
  return Math.ceil(2 * ((z * difference.cvPercent) / difference.differencePercent) ** 2)
}

function checked({ differencePercent, cvPercent, alpha = 0.05, power = 0.8 }: DetectableDifference): number {
  if (!(Math.abs(differencePercent) > 0 && Math.abs(differencePercent) < Infinity)) {
    throw new RangeError(`A difference to detect is not 0, got ${differencePercent}`)
  }
  if (!(cvPercent > 0 && cvPercent < Infinity)) throw new RangeError(`A CV is above 0, got ${cvPercent}`)
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`Alpha lies between 0 and 1, got ${alpha}`)
  if (!(power > 0 && power < 1)) throw new RangeError(`Power lies between 0 and 1, got ${power}`)
  return power
}
