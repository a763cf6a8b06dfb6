import { at } from '../at'
import { mean } from '../summary/moments'
import { quantileOfSorted } from '../summary/quantile'

/**
 * A reproducible generator of numbers in [0, 1): sfc32 (Chris Doty-Humphrey, PractRand), warmed up after seeding. For
 * resampling only, not for secrets.
 */
export function seededRandom(seed: number): () => number {
  let a = seed >>> 0
  let b = Math.floor(seed / 2 ** 32) >>> 0
  let c = 0x9e3779b9
  let counter = 1
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }
  for (let i = 0; i < 20; i++) next()
  return next
}

/** Percentile bootstrap of a ratio of means. */
interface BootstrapRatio {
  readonly ratio: number
  readonly low: number
  readonly high: number
  readonly resamples: number
}

interface BootstrapOptions {
  readonly resamples?: number
  readonly confidence?: number
  /** The same seed gives the same interval. */
  readonly seed?: number
}

/**
 * Ratio candidate/baseline of means with the percentile interval of resampled ratios (Efron & Tibshirani 1993,
 * chapter 13): each side is resampled with replacement. Undefined if a side is empty or a value is not above 0.
 */
export function bootstrapRatio(
  baseline: readonly number[],
  candidate: readonly number[],
  { resamples = 10_000, confidence = 0.95, seed = 1 }: BootstrapOptions = {},
): BootstrapRatio | undefined {
  const a = mean(baseline)
  const b = mean(candidate)
  if (a === undefined || b === undefined) return undefined
  if (![...baseline, ...candidate].every((value) => value > 0 && value < Infinity)) return undefined
  if (!(resamples >= 1)) throw new RangeError(`A bootstrap needs at least one resample, got ${resamples}`)
  const random = seededRandom(seed)
  const ratios = new Float64Array(resamples)
  for (let k = 0; k < resamples; k++) {
    ratios[k] = resampledMean(candidate, random) / resampledMean(baseline, random)
  }
  ratios.sort()
  const outside = (1 - confidence) / 2
  const low = quantileOfSorted(ratios, outside)
  const high = quantileOfSorted(ratios, 1 - outside)
  if (low === undefined || high === undefined) return undefined
  return { ratio: b / a, low, high, resamples }
}

function resampledMean(values: readonly number[], random: () => number): number {
  const n = values.length
  let sum = 0
  for (let i = 0; i < n; i++) sum += at(values, Math.floor(random() * n))
  return sum / n
}
