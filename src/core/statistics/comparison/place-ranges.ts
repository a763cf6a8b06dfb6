import { benjaminiHochberg, isDiscovery } from './benjamini-hochberg'
import { leastRuns } from './compare-moments'
import { roundPart, roundsRatio } from './geometric-rounds'
import { logEstimate, logTest, relativeVariance, type LogEstimate } from './log-ratio'
import type { Moments } from '../summary/moments'

/** The places a contestant may take; 1 is the best. */
export interface PlaceRange {
  readonly from: number
  readonly to: number
}

/** The cases that a contestant is ranked by, in the same order for all, and their rounds if repetitions were rounds. */
export interface Contestant {
  readonly cases: readonly Moments[]
  readonly rounds?: ContestantRounds | undefined
}

/** Log of the geometric mean by round; rounds of the same `schedule` belong together. */
export interface ContestantRounds {
  readonly schedule: string
  readonly logs: ReadonlyMap<number, number>
}

/** A log geometric mean or ratio, and whether rounds are its unit; otherwise cases are treated as independent. */
export interface GeometricEstimate {
  readonly log: number
  /** 'exact' if nothing varies. */
  readonly estimate: LogEstimate | 'exact'
  readonly isByRound: boolean
}

/**
 * Log ratio of the geometric means of two contestants, over the rounds if both have some and several cases are ranked,
 * else over the cases, each mean with the delta method's variance. Undefined if a case has a single run or a mean not above
 * 0.
 */
export function contestantsRatio(baseline: Contestant, candidate: Contestant): GeometricEstimate | undefined {
  const [own, other] = [roundsOf(candidate), roundsOf(baseline)]
  if (own && other) {
    const ratio = roundsRatio(other.logs, own.logs, own.schedule === other.schedule)
    if (ratio) return { log: ratio.logRatio, estimate: ratio.estimate ?? 'exact', isByRound: true }
  }
  const estimate = geometricParts(candidate.cases)
  const against = geometricParts(baseline.cases)
  if (estimate === undefined || against === undefined) return undefined
  const log = estimate.log - against.log
  const parts = [...estimate.parts, ...against.parts]
  return { log, estimate: logEstimate(log, parts) ?? 'exact', isByRound: false }
}

function roundsOf({ cases, rounds }: Contestant): ContestantRounds | undefined {
  return cases.length > 1 ? rounds : undefined
}

/** Log of the geometric mean of a contestant's means; undefined under the same conditions as `contestantsRatio`. */
export function geometricLog(contestant: Contestant): GeometricEstimate | undefined {
  const rounds = roundsOf(contestant)
  if (rounds) {
    const logs = [...rounds.logs.values()]
    const log = logs.reduce((sum, one) => sum + one, 0) / logs.length
    return { log, estimate: logEstimate(log, [roundPart(logs)]) ?? 'exact', isByRound: true }
  }
  const own = geometricParts(contestant.cases)
  return own && { log: own.log, estimate: logEstimate(own.log, own.parts) ?? 'exact', isByRound: false }
}

function geometricParts(cases: readonly Moments[]) {
  const k = cases.length
  const variances = cases.flatMap((one) => relativeVariance(one) ?? [])
  if (k === 0 || variances.length < k) return undefined
  return {
    log: cases.reduce((sum, one) => sum + Math.log(one.mean), 0) / k,
    parts: variances.map(({ variance, df }) => ({ variance: variance / k ** 2, df })),
  }
}

export type Placing = ReturnType<typeof placeRanges>

interface PlacingOptions {
  /** Level of the adjusted tests; 0.05 by default. */
  readonly q?: number
  /** By places in the list of contestants. */
  readonly isOpen?: (one: number, other: number) => boolean
}

/**
 * Places of contestants over the same cases, as ranges: from one more than the number of better ones to all but the
 * worse ones. Better and worse are t tests of the log ratio of every pair, adjusted after Benjamini and Hochberg,
 * at `q`. A pair without three runs per case on both sides cannot be tested and is ordered by value. `values`: the
 * ranked values, one per contestant. `isOpen`: which pairs are not to be separated whatever their test says. The range
 * form follows Klein, Wright & Wieczorek 2020.
 */
export function placeRanges(
  contestants: readonly Contestant[],
  values: readonly number[],
  better: 'higher' | 'lower',
  { q = 0.05, isOpen }: PlacingOptions = {},
) {
  const pairs = contestants.flatMap((a, one) =>
    contestants.slice(one + 1).map((b, at) => ({ one, other: one + 1 + at, p: pairP(a, b) })),
  )
  const adjusted = benjaminiHochberg(pairs.map(({ p }) => p))
  const [betterThan, worseThan] = [values.map(() => 0), values.map(() => 0)]
  let openPairs = 0
  pairs.forEach(({ one, other, p }, at) => {
    const [a = 0, b = 0] = [values[one], values[other]]
    if (a === b || (p !== undefined && !isDiscovery(adjusted[at], q))) return
    if (isOpen?.(one, other) === true) {
      openPairs += 1
      return
    }
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
    /** Pairs that only `isOpen` left together. */
    openPairs,
  }
}

function pairP(a: Contestant, b: Contestant): number | undefined {
  if ([...a.cases, ...b.cases].some(({ n }) => n < leastRuns)) return undefined
  const ratio = contestantsRatio(a, b)?.estimate
  return ratio === undefined || ratio === 'exact' ? undefined : logTest(ratio).p
}
