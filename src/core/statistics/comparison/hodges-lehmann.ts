import { at } from '../at'
import { normalQuantile } from '../special/distributions'
import { sorted } from '../summary/quantile'
import { exactLimit, mannWhitneyPValues } from './mann-whitney'

/**
 * The value at `rank` (from 0) if the first `length` values were sorted. Reorders them: afterwards no value before
 * `rank` is larger and none after it is smaller. Hoare's quickselect, median of three.
 */
function selectInPlace(values: Float64Array, length: number, rank: number): number {
  let left = 0
  let right = length - 1
  while (right > left) {
    const middle = (left + right) >>> 1
    if (at(values, middle) < at(values, left)) swap(values, middle, left)
    if (at(values, right) < at(values, left)) swap(values, right, left)
    if (at(values, right) < at(values, middle)) swap(values, right, middle)
    const pivot = at(values, middle)
    let i = left
    let j = right
    while (i <= j) {
      while (at(values, i) < pivot) i++
      while (at(values, j) > pivot) j--
      if (i <= j) {
        swap(values, i, j)
        i++
        j--
      }
    }
    if (rank <= j) right = j
    else if (rank >= i) left = i
    else break
  }
  return at(values, rank)
}

/** Median of the first `length` (at least one) values; reorders them. */
function medianInPlace(values: Float64Array, length: number): number {
  const half = length >>> 1
  const upper = selectInPlace(values, length, half)
  if (length % 2 === 1) return upper
  let lower = at(values, 0)
  for (let i = 1; i < half; i++) lower = Math.max(lower, at(values, i))
  return (lower + upper) / 2
}

function swap(values: Float64Array, i: number, j: number): void {
  const value = at(values, i)
  values[i] = at(values, j)
  values[j] = value
}

/** Typical ratio candidate/baseline by ranks. */
export interface HodgesLehmann {
  /** Median of all ratios b/a of a candidate's run to a baseline's. */
  readonly ratio: number
  /** Ends of its interval from the Mann-Whitney distribution; undefined with too few runs to bound one. */
  readonly low?: number
  readonly high?: number
}

/** Above this number of pairs, they are not listed one by one. */
const mostListed = 4096

const scratch = new Float64Array(mostListed)

/** Combines one run of each side: decreases in `a` and increases in `b`. */
type PairValue = (a: number, b: number) => number

const ratioOf: PairValue = (a, b) => b / a

/** Hodges-Lehmann ratio with its interval; undefined if a side is empty or a value is not above 0. */
export function hodgesLehmannRatio(
  baseline: ArrayLike<number>,
  candidate: ArrayLike<number>,
  confidence = 0.95,
): HodgesLehmann | undefined {
  const a = sorted(baseline)
  const b = sorted(candidate)
  const ratio = hodgesLehmannRatioOfSorted(a, b)
  if (ratio === undefined) return undefined
  const pairs = a.length * b.length
  const outside = pairsOutside(a.length, b.length, confidence)
  if (outside < 1) return { ratio }
  return {
    ratio,
    low: pairAtRank(a, b, ratioOf, outside - 1),
    high: pairAtRank(a, b, ratioOf, pairs - outside),
  }
}

/** The ratio alone, for sorted values (the hot path of a comparison of many cases). */
export function hodgesLehmannRatioOfSorted(a: Float64Array, b: Float64Array): number | undefined {
  if (a.length === 0 || b.length === 0 || !(at(a, 0) > 0 && at(b, 0) > 0)) return undefined
  return medianOfPairs(a, b, ratioOf)
}

function medianOfPairs(a: Float64Array, b: Float64Array, value: PairValue): number | undefined {
  const pairs = a.length * b.length
  if (pairs === 0) return undefined
  if (pairs <= mostListed) {
    listPairs(a, b, value)
    return medianInPlace(scratch, pairs)
  }
  const half = Math.floor(pairs / 2)
  const upper = pairAtRank(a, b, value, half)
  return pairs % 2 === 1 ? upper : (pairAtRank(a, b, value, half - 1) + upper) / 2
}

function listPairs(a: Float64Array, b: Float64Array, value: PairValue): void {
  let k = 0
  for (const one of a) for (const other of b) scratch[k++] = value(one, other)
}

/**
 * The value at `rank` (from 0) of all pairs of two sorted sides, sorted. Large numbers of pairs are only counted,
 * each count in one pass along both sides, by bisection between values with too few and with enough pairs at or below
 * them.
 */
function pairAtRank(a: Float64Array, b: Float64Array, value: PairValue, rank: number): number {
  const pairs = a.length * b.length
  if (pairs <= mostListed) {
    listPairs(a, b, value)
    return selectInPlace(scratch, pairs, rank)
  }
  let tooFew = value(at(a, a.length - 1), at(b, 0))
  let enough = value(at(a, 0), at(b, b.length - 1))
  if (countUpTo(a, b, value, tooFew) > rank) return tooFew
  for (;;) {
    const middle = tooFew + (enough - tooFew) / 2
    // No number is left between them.
    if (!(middle > tooFew && middle < enough)) return enough
    if (countUpTo(a, b, value, middle) > rank) enough = middle
    else tooFew = middle
  }
}

/** How many pairs are at most `limit`. */
function countUpTo(a: Float64Array, b: Float64Array, value: PairValue, limit: number): number {
  let count = 0
  let j = 0
  for (const one of a) {
    while (j < b.length && value(one, at(b, j)) <= limit) j++
    count += j
  }
  return count
}

/** How many of the ordered ratios lie outside the interval at each end (Hollander & Wolfe, section 4.3). */
function pairsOutside(n1: number, n2: number, confidence: number): number {
  const alpha = 1 - confidence
  if (n1 > exactLimit || n2 > exactLimit) {
    const z = normalQuantile(1 - alpha / 2)
    return Math.floor((n1 * n2) / 2 - z * Math.sqrt((n1 * n2 * (n1 + n2 + 1)) / 12))
  }
  const p = mannWhitneyPValues(n1, n2)
  let outside = 0
  while (2 * outside < n1 * n2 && at(p, outside) <= alpha + 1e-14) outside++
  return outside
}
