import { at } from '../at'
import { normalQuantile } from '../special/distributions'
import { sorted } from '../summary/quantile'
import { exactLimit, mannWhitneyPValues } from './mann-whitney'

/**
 * The value that would stand at `rank` (from 0) were the first `length` values sorted. Reorders them: afterwards none
 * before `rank` is larger and none after it smaller. Hoare's quickselect, median of three.
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
  /** Ends of its interval from the Mann-Whitney distribution; undefined where so few runs bound none. */
  readonly low?: number
  readonly high?: number
}

/** More pairs than this are not compared one by one. */
const mostPairs = 25_000_000

let scratch = new Float64Array(128)

/** Median of all differences b - a (Hodges & Lehmann 1963); undefined where a side is empty. */
export function hodgesLehmannShift(
  baseline: ArrayLike<number>,
  candidate: ArrayLike<number>,
): number | undefined {
  const pairs = reserve(baseline, candidate)
  if (pairs === 0) return undefined
  let k = 0
  for (let i = 0; i < baseline.length; i++) {
    const a = at(baseline, i)
    for (let j = 0; j < candidate.length; j++) scratch[k++] = at(candidate, j) - a
  }
  return medianInPlace(scratch, pairs)
}

/** Hodges-Lehmann ratio with its interval; undefined where a side is empty or a value is not above 0. */
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
  // `scratch` still holds all ratios, in another order.
  return {
    ratio,
    low: selectInPlace(scratch, pairs, outside - 1),
    high: selectInPlace(scratch, pairs, pairs - outside),
  }
}

/** The ratio alone, for sorted values (the hot path of a comparison of many cases). */
export function hodgesLehmannRatioOfSorted(a: Float64Array, b: Float64Array): number | undefined {
  const pairs = reserve(a, b)
  if (pairs === 0 || !(at(a, 0) > 0 && at(b, 0) > 0)) return undefined
  let k = 0
  for (let i = 0; i < a.length; i++) {
    const value = at(a, i)
    for (let j = 0; j < b.length; j++) scratch[k++] = at(b, j) / value
  }
  return medianInPlace(scratch, pairs)
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

function reserve(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const pairs = a.length * b.length
  if (pairs > mostPairs)
    throw new RangeError(`${a.length} by ${b.length} runs are too many to compare pair by pair`)
  if (scratch.length < pairs) scratch = new Float64Array(pairs)
  return pairs
}
