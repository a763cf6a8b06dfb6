import { at } from '../at'
import { regularizedBeta } from '../special/gamma-beta'

/** Below this length insertion sort beats the built-in sort, which costs more for the call alone. */
const insertionLimit = 32

/** Sorts in place, ascending. Values must be finite. */
export function sortAscending(values: Float64Array): Float64Array {
  if (values.length > insertionLimit) return values.sort()
  for (let i = 1; i < values.length; i++) {
    const value = at(values, i)
    let j = i - 1
    while (j >= 0 && at(values, j) > value) {
      values[j + 1] = at(values, j)
      j--
    }
    values[j + 1] = value
  }
  return values
}

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

/** Order statistics (counted from 1) that enclose the median, and with what probability. */
interface MedianOrders {
  readonly low: number
  readonly high: number
  readonly coverage: number
}

/**
 * The narrowest symmetric pair of order statistics that covers the median with at least `confidence`: order k and
 * n+1-k with 1 - 2 P(Bin(n, ½) < k) ≥ confidence. Undefined if even the extremes do not (n < 6 at 95 %). Source:
 * David & Nagaraja, Order Statistics, section 7.1.
 */
export function medianOrders(n: number, confidence = 0.95): MedianOrders | undefined {
  let found: MedianOrders | undefined
  for (let k = 1; 2 * k <= n; k++) {
    // P(Bin(n, ½) ≤ k-1) = I_½(n-k+1, k)
    const coverage = 1 - 2 * regularizedBeta(0.5, 0.5, n - k + 1, k)
    if (coverage < confidence - 1e-14) break
    found = { low: k, high: n + 1 - k, coverage }
  }
  return found
}

/**
 * Median and order-statistic interval of the runs of one case (robust mode); without ends if no finite interval exists.
 * Undefined if there are no runs.
 */
export function medianInterval(values: ArrayLike<number>, confidence = 0.95) {
  const middle = median(values)
  if (middle === undefined) return undefined
  const n = values.length
  const orders = medianOrders(n, confidence)
  if (orders === undefined) return { n, median: middle }
  const ascending = sorted(values)
  return {
    n,
    median: middle,
    low: at(ascending, orders.low - 1),
    high: at(ascending, orders.high - 1),
    coverage: orders.coverage,
  }
}
