import { benjaminiHochberg, isDiscovery } from './benjamini-hochberg'
import { leastRuns } from './compare-moments'
import { logEstimate, logTest, relativeVariance, type LogEstimate } from './log-ratio'
import type { Moments } from '../summary/moments'

/** The places a contestant may take; 1 is the best. */
export interface PlaceRange {
  readonly from: number
  readonly to: number
}

/**
 * Log ratio of the geometric means of two contestants over the same cases in the same order, each mean with the delta
 * method's variance. 'exact' if nothing varies; undefined if a case has a single run or a mean not above 0.
 */
export function contestantsRatio(
  baseline: readonly Moments[],
  candidate: readonly Moments[],
): LogEstimate | 'exact' | undefined {
  const estimate = geometricLog(candidate)
  const against = geometricLog(baseline)
  if (estimate === undefined || against === undefined) return undefined
  return logEstimate(estimate.log - against.log, [...estimate.parts, ...against.parts]) ?? 'exact'
}

/**
 * Log of the geometric mean of the means of these cases, with its variance; undefined under the same conditions as
 * `contestantsRatio`.
 */
export function geometricLog(cases: readonly Moments[]) {
  const k = cases.length
  const variances = cases.flatMap((one) => relativeVariance(one) ?? [])
  if (k === 0 || variances.length < k) return undefined
  return {
    log: cases.reduce((sum, one) => sum + Math.log(one.mean), 0) / k,
    parts: variances.map(({ variance, df }) => ({ variance: variance / k ** 2, df })),
  }
}

export type Placing = ReturnType<typeof placeRanges>

/**
 * Places of contestants over the same cases, as ranges: from one more than the number of better ones to all but the
 * worse ones. Better and worse are Welch tests of the log ratio of every pair, adjusted after Benjamini and Hochberg,
 * at `q`. A pair without three runs per case on both sides cannot be tested and is ordered by value. `values`: the
 * ranked values, one per contestant. The range form follows Klein, Wright & Wieczorek 2020.
 */
export function placeRanges(
  contestants: readonly (readonly Moments[])[],
  values: readonly number[],
  better: 'higher' | 'lower',
  q = 0.05,
) {
  const pairs = contestants.flatMap((a, one) =>
    contestants.slice(one + 1).map((b, at) => ({ one, other: one + 1 + at, p: pairP(a, b) })),
  )
  const adjusted = benjaminiHochberg(pairs.map(({ p }) => p))
  const [betterThan, worseThan] = [values.map(() => 0), values.map(() => 0)]
  pairs.forEach(({ one, other, p }, at) => {
    const [a = 0, b = 0] = [values[one], values[other]]
    if (a === b || (p !== undefined && !isDiscovery(adjusted[at], q))) return
    const [first, last] = a > b === (better === 'higher') ? [one, other] : [other, one]
    betterThan[last] = (betterThan[last] ?? 0) + 1
    worseThan[first] = (worseThan[first] ?? 0) + 1
  })
  const testedPairs = pairs.filter(({ p }) => p !== undefined).length
  return {
    /** In contestant order. */
    places: values.map((_, at) => ({
      from: 1 + (betterThan[at] ?? 0),
      to: values.length - (worseThan[at] ?? 0),
    })),
    /** Pairs that a test separates or does not, and pairs ordered only by their values. */
    testedPairs,
    untestedPairs: pairs.length - testedPairs,
  }
}

function pairP(a: readonly Moments[], b: readonly Moments[]): number | undefined {
  if ([...a, ...b].some(({ n }) => n < leastRuns)) return undefined
  const ratio = contestantsRatio(a, b)
  return ratio === undefined || ratio === 'exact' ? undefined : logTest(ratio).p
}
