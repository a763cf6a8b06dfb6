import { mean, sampleVariance } from '../summary/moments'
import { logEstimate, type LogEstimate } from './log-ratio'

/** Values of one case, and the round in which each was measured. */
export interface CaseRounds {
  readonly repetitions: ArrayLike<number>
  readonly values: ArrayLike<number>
}

/** Fewest rounds a side: with fewer, their scatter says next to nothing. */
const leastRounds = 3

/**
 * Log of the geometric mean over the cases, by round. The cases of one round share the temperature, the load of the host
 * and the state of the drive, so rounds are independent and cases are not. Rounds that lack a case are left out; undefined
 * below three complete rounds and if a value is not above 0.
 */
export function roundLogs(cases: readonly CaseRounds[]): ReadonlyMap<number, number> | undefined {
  const sums = new Map<number, { sum: number; cases: number }>()
  for (const { repetitions, values } of cases) {
    const seen = new Set<number>()
    for (let at = 0; at < values.length; at++) {
      const [round, value] = [repetitions[at] ?? 0, values[at] ?? NaN]
      if (!(value > 0 && value < Infinity) || seen.has(round)) return undefined
      seen.add(round)
      const known = sums.get(round) ?? { sum: 0, cases: 0 }
      sums.set(round, { sum: known.sum + Math.log(value), cases: known.cases + 1 })
    }
  }
  const complete = [...sums].filter((one) => one[1].cases === cases.length)
  return complete.length < leastRounds
    ? undefined
    : new Map(complete.map(([round, { sum }]) => [round, sum / cases.length]))
}

/** A geometric mean of ratios from rounds. */
interface RoundsRatio {
  readonly logRatio: number
  /** Undefined if the rounds do not vary. */
  readonly estimate: LogEstimate | undefined
  readonly rounds: number
}

/**
 * Ratio candidate/baseline of geometric means with the round as the unit: Welch over the rounds of both sides, or the t
 * interval over their pairs if the rounds of both belong together. Undefined below three rounds.
 */
export function roundsRatio(
  baseline: ReadonlyMap<number, number>,
  candidate: ReadonlyMap<number, number>,
  paired: boolean,
): RoundsRatio | undefined {
  if (paired) {
    const pairs = [...baseline].flatMap(([round, log]) => {
      const other = candidate.get(round)
      return other === undefined ? [] : [other - log]
    })
    const logRatio = mean(pairs)
    if (pairs.length < leastRounds || logRatio === undefined) return undefined
    return { logRatio, estimate: logEstimate(logRatio, [roundPart(pairs)]), rounds: pairs.length }
  }
  const [a, b] = [[...baseline.values()], [...candidate.values()]]
  const [one, other] = [mean(a), mean(b)]
  const rounds = Math.min(a.length, b.length)
  if (one === undefined || other === undefined || rounds < leastRounds) return undefined
  const logRatio = other - one
  return { logRatio, estimate: logEstimate(logRatio, [roundPart(a), roundPart(b)]), rounds }
}

/** Variance of the mean of these logs. */
export function roundPart(logs: readonly number[]) {
  return { variance: (sampleVariance(logs) ?? 0) / logs.length, df: logs.length - 1 }
}
