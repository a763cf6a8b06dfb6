import { at } from '../at'
import { studentTwoSided } from '../special/distributions'

/** Rank correlation. */
export interface Spearman {
  readonly n: number
  /** -1 to 1. */
  readonly rho: number
  /** Two-sided, from t = ρ√((n-2)/(1-ρ²)); rough for few levels (0 for a perfect order), so show `exactP` where it is. */
  readonly p: number
  /** Share of all orders with a correlation at least as strong; up to nine levels. */
  readonly exactP?: number
}

/** Largest number of levels whose orders are counted one by one (9! = 362,880). */
const mostCounted = 9

/** Spearman's rank correlation, ties by average rank; undefined below three pairs or where a side does not vary. */
export function spearman(x: readonly number[], y: readonly number[]): Spearman | undefined {
  const n = x.length
  if (y.length !== n) throw new RangeError(`Pairs need equal numbers of values, got ${n} and ${y.length}`)
  if (n < 3) return undefined
  const a = centredRanks(x)
  const b = centredRanks(y)
  const rho = rankCorrelation(x, y)
  if (rho === undefined) return undefined
  const rest = 1 - rho * rho
  const p = rest < 1e-15 ? 0 : studentTwoSided(rho * Math.sqrt((n - 2) / rest), n - 2)
  return { n, rho, p, exactP: n <= mostCounted ? shareAsStrong(a, b) : undefined }
}

/** Spearman's ρ alone, for many pairs; undefined below three pairs or where a side does not vary. */
export function rankCorrelation(x: readonly number[], y: readonly number[]): number | undefined {
  if (x.length < 3 || x.length !== y.length) return undefined
  const a = centredRanks(x)
  const b = centredRanks(y)
  const norm = Math.sqrt(product(a, a) * product(b, b))
  return norm === 0 ? undefined : Math.max(-1, Math.min(1, product(a, b) / norm))
}

/** Average ranks, less their mean. */
function centredRanks(values: readonly number[]): Float64Array {
  const order = Uint32Array.from(values.keys()).sort((a, b) => at(values, a) - at(values, b))
  const ranks = new Float64Array(values.length)
  for (let first = 0; first < order.length;) {
    let last = first
    while (last + 1 < order.length && at(values, at(order, last + 1)) === at(values, at(order, first))) last++
    for (let place = first; place <= last; place++) ranks[at(order, place)] = (first + last) / 2 + 1
    first = last + 1
  }
  const middle = (values.length + 1) / 2
  return ranks.map((rank) => rank - middle)
}

function product(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * at(b, i), 0)
}

/** Counts all orders of b by Heap's algorithm. */
function shareAsStrong(a: Float64Array, b: Float64Array): number {
  const strength = Math.abs(product(a, b)) - 1e-9
  const order = Float64Array.from(b)
  let strong = 0
  let all = 0
  const visit = (length: number): void => {
    if (length === 1) {
      all++
      if (Math.abs(product(a, order)) >= strength) strong++
      return
    }
    for (let i = 0; i < length; i++) {
      visit(length - 1)
      if (i + 1 === length) return
      const other = length % 2 === 0 ? i : 0
      const value = at(order, other)
      order[other] = at(order, length - 1)
      order[length - 1] = value
    }
  }
  visit(order.length)
  return strong / all
}
