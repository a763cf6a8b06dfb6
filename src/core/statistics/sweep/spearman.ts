import { at } from '../at'
import { studentTwoSided } from '../special/distributions'

/** Rank correlation. */
export interface Spearman {
  readonly n: number
  /** -1 to 1. */
  readonly rho: number
  /** Two-sided, from t = ρ√((n-2)/(1-ρ²)); rough for few levels (0 for a perfect order), so prefer `exactP` if there is one. */
  readonly p: number
  /** Share of all permutations with a correlation at least as strong; up to nine levels. */
  readonly exactP?: number
}

/** Largest number of levels whose permutations are all counted (9! = 362,880). */
const mostCounted = 9

/** Spearman's rank correlation, ties by average rank; undefined below three pairs or if a side does not vary. */
export function spearman(x: readonly number[], y: readonly number[]): Spearman | undefined {
  const n = x.length
  if (y.length !== n) throw new RangeError(`Pairs need equal numbers of values, got ${n} and ${y.length}`)
  if (n < 3) return undefined
  const a = centredRanks(x)
  const b = centredRanks(y)
  const rho = correlationOf(a, b)
  if (rho === undefined) return undefined
  const rest = 1 - rho * rho
  const p = rest < 1e-15 ? 0 : studentTwoSided(rho * Math.sqrt((n - 2) / rest), n - 2)
  return { n, rho, p, exactP: n <= mostCounted ? shareAsStrong(a, b) : undefined }
}

/**
 * Spearman's ρ alone, for many pairs; undefined below three pairs or if a side does not vary. Ranking 360,000 values takes
 * some 50 ms.
 */
export function rankCorrelation(x: ArrayLike<number>, y: ArrayLike<number>): number | undefined {
  if (x.length < 3 || x.length !== y.length) return undefined
  const first = centredRanks(x)
  const second = centredRanks(y)
  return correlationOf(first, second)
}

/** Undefined if a side does not vary. */
function correlationOf(a: Float64Array, b: Float64Array): number | undefined {
  const norm = Math.sqrt(product(a, a) * product(b, b))
  return norm === 0 ? undefined : Math.max(-1, Math.min(1, product(a, b) / norm))
}

/**
 * Average ranks, less their mean. The values are sorted as plain numbers and each looks up its rank: sorting indexes
 * with a comparator takes five times as long for 100,000 of them.
 */
function centredRanks(values: ArrayLike<number>): Float64Array {
  const copy = Float64Array.from(values)
  const sorted = copy.sort()
  const middle = (sorted.length + 1) / 2
  const ranks = new Float64Array(sorted.length)
  let distinct = 0
  for (let first = 0; first < sorted.length;) {
    const value = at(sorted, first)
    let last = first
    while (last + 1 < sorted.length && at(sorted, last + 1) === value) last++
    sorted[distinct] = value
    ranks[distinct] = (first + last) / 2 + 1 - middle
    distinct++
    first = last + 1
  }
  const placeOf = placesIn(sorted, distinct)
  const found = new Float64Array(values.length)
  for (let i = 0; i < found.length; i++) {
    found[i] = at(ranks, placeOf(at(values, i)))
  }
  return found
}

/** At most; fewer values have a few buckets each, for filling all of them takes longer than ranking a hundred values. */
const mostBuckets = 65_536

/** Finds the index of a value among the first `length` of ascending ones; it is one of them. */
function placesIn(ascending: Float64Array, length: number): (value: number) => number {
  const least = at(ascending, 0)
  const buckets = Math.min(mostBuckets, 4 * length)
  const scale = (buckets - 1) / (at(ascending, length - 1) - least)
  // If all values are equal, or their distance overflows, there is one bucket.
  const bucketOf = (value: number) =>
    scale > 0 && scale < Infinity ? Math.floor((value - least) * scale) : 0
  const ends = new Uint32Array(buckets)
  for (let i = 0; i < length; i++) ends[bucketOf(at(ascending, i))] = i
  let low = 0
  const starts = ends.map((end) => {
    const start = low
    low = Math.max(low, end + 1)
    return start
  })
  return (value) => {
    const bucket = bucketOf(value)
    let [first, last] = [at(starts, bucket), at(ends, bucket)]
    while (first < last) {
      const middle = (first + last) >>> 1
      if (at(ascending, middle) < value) first = middle + 1
      else last = middle
    }
    return first
  }
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += at(a, i) * at(b, i)
  return sum
}

/** Counts all permutations of b by Heap's algorithm. */
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
