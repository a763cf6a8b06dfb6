import { at } from '../at'
import { normalUpperTail } from '../special/normal-distribution'
import { sorted } from '../summary/quantile'
import { exactLimit, mannWhitneyPValues } from './mann-whitney-null'

/** Result of a Mann-Whitney test of candidate against baseline. */
export interface MannWhitney {
  /** Pairs in which the candidate's run is larger, ties counted half. */
  readonly u: number
  /** Two-sided. */
  readonly p: number
  /** Exact without ties up to 50 runs a side; else normal with tie and continuity correction. */
  readonly variant: 'exact' | 'asymptotic'
  /** (larger pairs - smaller pairs)/all pairs, -1 to 1. */
  readonly cliffsDelta: number
}

/** Mann-Whitney U test (Mann & Whitney 1947; tie correction as in Conover, Practical Nonparametric Statistics). */
export function mannWhitney(
  baseline: ArrayLike<number>,
  candidate: ArrayLike<number>,
): MannWhitney | undefined {
  return mannWhitneyOfSorted(sorted(baseline), sorted(candidate))
}

/** The same for values that are sorted already; undefined where a side is empty. */
export function mannWhitneyOfSorted(
  baseline: Float64Array,
  candidate: Float64Array,
): MannWhitney | undefined {
  const n1 = baseline.length
  const n2 = candidate.length
  if (n1 === 0 || n2 === 0) return undefined
  let u = 0
  let tieTerm = 0
  let i = 0
  let j = 0
  while (j < n2) {
    const value = at(candidate, j)
    while (i < n1 && at(baseline, i) < value) i++
    let sameInBaseline = 0
    while (i + sameInBaseline < n1 && at(baseline, i + sameInBaseline) === value) sameInBaseline++
    let sameInCandidate = 1
    while (j + sameInCandidate < n2 && at(candidate, j + sameInCandidate) === value) sameInCandidate++
    u += sameInCandidate * (i + sameInBaseline / 2)
    const ties = sameInBaseline + sameInCandidate
    if (ties > 1) tieTerm += ties ** 3 - ties
    i += sameInBaseline
    j += sameInCandidate
  }
  tieTerm += tiesAlone(baseline, candidate)
  const cliffsDelta = (2 * u) / (n1 * n2) - 1
  if (tieTerm === 0 && n1 <= exactLimit && n2 <= exactLimit) {
    return { u, p: at(mannWhitneyPValues(n1, n2), u), variant: 'exact', cliffsDelta }
  }
  return { u, p: asymptoticP(u, n1, n2, tieTerm), variant: 'asymptotic', cliffsDelta }
}

/** Tie term of the groups that occur in the baseline only. */
function tiesAlone(baseline: Float64Array, candidate: Float64Array): number {
  let term = 0
  let j = 0
  for (let i = 0; i + 1 < baseline.length;) {
    const value = at(baseline, i)
    let same = 1
    while (i + same < baseline.length && at(baseline, i + same) === value) same++
    if (same > 1) {
      while (j < candidate.length && at(candidate, j) < value) j++
      if (j === candidate.length || at(candidate, j) !== value) term += same ** 3 - same
    }
    i += same
  }
  return term
}

function asymptoticP(u: number, n1: number, n2: number, tieTerm: number): number {
  const pairs = n1 * n2
  const n = n1 + n2
  const variance = (pairs / 12) * (n + 1 - tieTerm / (n * (n - 1)))
  const distance = Math.max(u, pairs - u) - pairs / 2 - 0.5
  if (!(variance > 0) || distance <= 0) return 1
  return Math.min(1, 2 * normalUpperTail(distance / Math.sqrt(variance)))
}
