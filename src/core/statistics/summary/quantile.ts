import { at } from '../at'

/** A sorted copy, ascending. */
export function sorted(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).sort()
}

/**
 * Quantile of sorted values for 0 ≤ p ≤ 1, linear between order statistics: type 7 of Hyndman & Fan 1996, the default
 * of R and numpy. Undefined for no values.
 */
export function quantileOfSorted(ascending: ArrayLike<number>, p: number): number | undefined {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`A quantile needs 0 <= p <= 1, got ${p}`)
  const n = ascending.length
  if (n === 0) return undefined
  const position = p * (n - 1)
  const below = Math.floor(position)
  const low = at(ascending, below)
  if (below + 1 >= n) return low
  return low + (position - below) * (at(ascending, below + 1) - low)
}

/** Type 7 quantile of values in any order; undefined for none. */
export function quantile(values: ArrayLike<number>, p: number): number | undefined {
  return quantileOfSorted(sorted(values), p)
}

/** Median; undefined for no values. */
export function median(values: ArrayLike<number>): number | undefined {
  return quantile(values, 0.5)
}
