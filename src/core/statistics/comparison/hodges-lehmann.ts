import { at } from '../at'
import { normalQuantile } from '../special/normal-distribution'
import { sorted } from '../summary/quantile'
import { exactLimit, mannWhitneyPValues } from './mann-whitney-null'
import { medianInPlace, selectInPlace } from './select-in-place'

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
