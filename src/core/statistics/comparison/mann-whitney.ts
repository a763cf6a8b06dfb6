import { at } from '../at'
import { normalUpperTail } from '../special/distributions'
import { sorted } from '../summary/quantile'

/** Largest group for which the exact distribution is used (as Go's benchstat does). */
export const exactLimit = 50

const known = new Map<number, Float64Array>()

/**
 * Two-sided p of the Mann-Whitney test for every U from 0 to n1 n2, without ties: min(1, 2 P(U ≤ u)) on the lower
 * half, mirrored on the upper. Exact counts by f(i, j, u) = f(i-1, j, u-j) + f(i, j-1, u) (Mann & Whitney 1947);
 * cached per pair of sizes.
 */
export function mannWhitneyPValues(n1: number, n2: number): Float64Array {
  const large = Math.max(n1, n2)
  const small = Math.min(n1, n2)
  if (!(small >= 1 && large <= exactLimit)) {
    throw new RangeError(`The exact distribution needs groups of 1 to ${exactLimit}, got ${n1} and ${n2}`)
  }
  const key = large * (exactLimit + 1) + small
  let table = known.get(key)
  if (table === undefined) known.set(key, (table = twoSidedTable(small, large)))
  return table
}

/** Smallest two-sided p that groups of these sizes can reach without ties: 2 / C(n1 + n2, n1). */
export function smallestMannWhitneyP(n1: number, n2: number): number {
  let arrangements = 1
  for (let i = 1; i <= n1; i++) arrangements *= (n2 + i) / i
  return Math.min(1, 2 / arrangements)
}

function twoSidedTable(n1: number, n2: number): Float64Array {
  const size = n1 * n2 + 1
  const counts = countArrangements(n1, n2)
  let total = 0
  for (let u = 0; u < size; u++) total += at(counts, u)
  const table = new Float64Array(size)
  let cumulative = 0
  for (let u = 0; 2 * u <= n1 * n2; u++) {
    cumulative += at(counts, u)
    const p = Math.min(1, (2 * cumulative) / total)
    table[u] = p
    table[size - 1 - u] = p
  }
  return table
}

/** Number of arrangements of n1 and n2 values with each U; sums of positive numbers only, so nothing cancels. */
function countArrangements(n1: number, n2: number): Float64Array {
  const size = n1 * n2 + 1
  const rows = Array.from({ length: n1 + 1 }, () => Float64Array.of(1))
  for (let j = 1; j <= n2; j++) {
    for (let i = 1; i <= n1; i++) {
      const before = rows[i - 1] ?? Float64Array.of(1)
      const same = rows[i] ?? Float64Array.of(1)
      const next = new Float64Array(i * j + 1)
      next.set(same)
      for (let u = 0; u < before.length; u++) next[u + j] = at(next, u + j) + at(before, u)
      rows[i] = next
    }
  }
  const last = rows[n1] ?? Float64Array.of(1)
  return last.length === size ? last : new Float64Array(size)
}

/** Result of a Mann-Whitney test of candidate against baseline. */
export interface MannWhitney {
  /** Pairs in which the candidate's run is larger; ties count half. */
  readonly u: number
  /** Two-sided. */
  readonly p: number
  /** Exact without ties up to 50 runs a side; otherwise normal with tie and continuity correction. */
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

/** The same for sorted values; undefined if a side is empty. */
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

/** Tie term of the groups that occur only in the baseline. */
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
