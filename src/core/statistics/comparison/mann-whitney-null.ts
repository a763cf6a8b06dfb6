import { at } from '../at'

/** Largest group for which the exact distribution is used (as Go's benchstat does). */
export const exactLimit = 50

const known = new Map<number, Float64Array>()

/**
 * Two-sided p of the Mann-Whitney test for every U from 0 to n1 n2, without ties: min(1, 2 P(U ≤ u)) on the lower
 * half, mirrored on the upper. Counted exactly by f(i, j, u) = f(i-1, j, u-j) + f(i, j-1, u) (Mann & Whitney 1947);
 * kept per pair of sizes.
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
