import { at } from '../at'

/** Arithmetic mean; undefined for no values. Equal values give exactly that value. */
export function mean(values: ArrayLike<number>): number | undefined {
  const n = values.length
  if (n === 0) return undefined
  const first = at(values, 0)
  // Deviations from the first value: no rounding error when all are equal, and less when they are close.
  let sum = 0
  for (let i = 1; i < n; i++) sum += at(values, i) - first
  return first + sum / n
}

/** Sample variance (n - 1); undefined below two values. Two passes, so that close values lose no digits. */
export function sampleVariance(values: ArrayLike<number>): number | undefined {
  const n = values.length
  const m = mean(values)
  if (m === undefined || n < 2) return undefined
  let squares = 0
  let residue = 0
  for (let i = 0; i < n; i++) {
    const d = at(values, i) - m
    squares += d * d
    residue += d
  }
  return Math.max(0, (squares - (residue * residue) / n) / (n - 1))
}

/**
 * Sample standard deviation (n - 1); undefined below two values. Finite whenever the values are: deviations too large
 * or too small to square (beyond about 1e±150) are squared in units of the largest.
 */
export function sampleSd(values: ArrayLike<number>): number | undefined {
  const variance = sampleVariance(values)
  if (variance === undefined) return undefined
  if (variance > smallestSafeVariance && variance < Infinity) return Math.sqrt(variance)
  const m = mean(values) ?? 0
  let largest = 0
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(at(values, i) - m))
  if (largest === 0) return 0
  const scaled = Float64Array.from(values, (value) => (value - m) / largest)
  return largest * Math.sqrt(sampleVariance(scaled) ?? 0)
}

/** Below this a variance has lost digits to underflow. */
const smallestSafeVariance = 1e-280

/**
 * The power of two at or below the largest magnitude among the values, 1 where all are 0. Divided by it, values can
 * be squared without overflow or underflow (as squares of 1e±200 would), and their digits do not change.
 */
export function exactScale(values: ArrayLike<number>): number {
  let largest = 0
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(at(values, i)))
  return largest > 0 && largest < Infinity ? 2 ** Math.floor(Math.log2(largest)) : 1
}

/** Throws when a value is not a finite number: absent measurements must be left out, not passed as NaN. */
export function requireFinite(values: ArrayLike<number>, name: string): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new RangeError(`${name}[${i}] is not a finite number`)
  }
}

/** A sample as its number of values, mean and sample standard deviation: all that publications usually print. */
export interface Moments {
  readonly n: number
  readonly mean: number
  /** Undefined for a single value. */
  readonly sd?: number
}

/** Number, mean and deviation of values; undefined for none. */
export function momentsOf(values: ArrayLike<number>): Moments | undefined {
  const m = mean(values)
  return m === undefined ? undefined : { n: values.length, mean: m, sd: sampleSd(values) }
}

/** Squared standard error s²/n; undefined without a deviation. */
export function meanVariance({ n, sd }: Moments): number | undefined {
  return sd === undefined || n < 2 ? undefined : (sd * sd) / n
}

/** Squared standard error of the mean over the squared mean, (s/m)²/n; undefined for a single run or a mean not above 0. */
export function relativeMeanVariance({ n, mean: m, sd }: Moments): number | undefined {
  // Divided before squaring: the variance of runs of 1e200 overflows.
  return sd === undefined || n < 2 || !(m > 0) ? undefined : ((sd / m) * (sd / m)) / n
}

/** Harmonic mean n / Σ(1/x): the right mean of rates over a fixed amount of data. Undefined for no values or if one is not above 0. */
export function harmonicMean(values: ArrayLike<number>): number | undefined {
  const n = values.length
  if (n === 0) return undefined
  let sum = 0
  for (let i = 0; i < n; i++) {
    const value = values[i]
    if (value === undefined || !(value > 0)) return undefined
    sum += 1 / value
  }
  return n / sum
}

/** Whether the harmonic mean is so far from the arithmetic one (over 0.5 % of it) that readers should know. */
export function harmonicMeanDiffers(harmonic: number, arithmetic: number): boolean {
  return Math.abs(harmonic - arithmetic) > 0.005 * Math.abs(arithmetic)
}
