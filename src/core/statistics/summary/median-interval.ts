import { at } from '../at'
import { regularizedBeta } from '../special/regularized-beta'
import { median, sorted } from './quantile'

/** Order statistics (counted from 1) that enclose the median, and with what probability. */
export interface MedianOrders {
  readonly low: number
  readonly high: number
  readonly coverage: number
}

/**
 * The narrowest symmetric pair of order statistics that covers the median with at least `confidence`: order k and
 * n+1-k with 1 - 2 P(Bin(n, ½) < k) ≥ confidence. Undefined where even the extremes do not (n < 6 at 95 %).
 * Source: David & Nagaraja, Order Statistics, section 7.1.
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

/** Median with its order-statistic interval; the ends are undefined where no finite interval exists. */
export interface MedianInterval {
  readonly n: number
  readonly median: number
  readonly low?: number
  readonly high?: number
  readonly coverage?: number
}

/** Median and interval of the runs of one case (robust mode); undefined when there are none. */
export function medianInterval(values: ArrayLike<number>, confidence = 0.95): MedianInterval | undefined {
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
