import { at } from '../at'
import { mean, sampleSd } from '../summary/moments'
import { quantileOfSorted, sorted } from '../summary/quantile'

/** A measured series: one value per time, times ascending, in seconds from the start of the run. */
interface TimeSeries {
  readonly timesSeconds: ArrayLike<number>
  readonly values: ArrayLike<number>
  /** When recording ended; bins that extend past it are partial. */
  readonly endSeconds: number
  /** Added to every time; 0 by default. */
  readonly shiftSeconds?: number
}

interface BinOptions {
  /** Discarded at the start. */
  readonly warmUpSeconds: number
  readonly binSeconds: number
}

/** Rounding of times must not make a full bin partial. */
const slackSeconds = 1e-9

/**
 * Drops the warm-up and averages the rest in bins [warm-up + k bin, + bin). A partial last bin is dropped; the mean of an
 * empty one is undefined: a gap.
 */
export function binSeries(series: TimeSeries, options: BinOptions) {
  const means = Array.from(binMeans(series, options), (mean) => (Number.isNaN(mean) ? undefined : mean))
  return { startSeconds: options.warmUpSeconds, binSeconds: options.binSeconds, means }
}

/** The means of `binSeries` as a column: NaN for an empty bin. */
export function binMeans(
  { timesSeconds, values, endSeconds, shiftSeconds = 0 }: TimeSeries,
  { warmUpSeconds, binSeconds }: BinOptions,
): Float64Array {
  if (!(binSeconds > 0)) throw new RangeError(`A bin is longer than 0 s, got ${binSeconds}`)
  if (!(warmUpSeconds >= 0)) throw new RangeError(`A warm-up is 0 s or more, got ${warmUpSeconds}`)
  const count = Math.max(0, Math.floor((endSeconds - warmUpSeconds + slackSeconds) / binSeconds))
  const sums = new Float64Array(count)
  const counts = new Uint32Array(count)
  const length = count === 0 ? 0 : values.length
  const binOf = (place: number) =>
    Math.floor(((timesSeconds[place] ?? NaN) + shiftSeconds - warmUpSeconds + slackSeconds) / binSeconds)
  // Times ascend, so everything between two values of a bin is in it too: only a few of millions of times are read.
  const stride = 2 ** Math.max(0, Math.floor(Math.log2(values.length / count)))
  for (let first = 0; first < length;) {
    const bin = binOf(first)
    let last = first
    for (let step = stride; step >= 1; step /= 2)
      while (last + step < length && binOf(last + step) === bin) last += step
    if (bin >= 0 && bin < count) {
      let sum = sums[bin] ?? 0
      for (let i = first; i <= last; i++) sum += values[i] ?? NaN
      sums[bin] = sum
      counts[bin] = (counts[bin] ?? 0) + last + 1 - first
    }
    first = last + 1
  }
  return sums.map((sum, bin) => sum / at(counts, bin))
}

/** Summary of a series; gaps are left out. Undefined if no bin has a value. */
export function summarizeSeries(bins: readonly (number | undefined)[]) {
  const values = bins.filter((bin) => bin !== undefined)
  const average = mean(values)
  const ascending = sorted(values)
  const p5 = quantileOfSorted(ascending, 0.05)
  const middle = quantileOfSorted(ascending, 0.5)
  const min = ascending[0]
  const max = ascending[ascending.length - 1]
  if (average === undefined || p5 === undefined || middle === undefined) return undefined
  if (min === undefined || max === undefined) return undefined
  const sd = sampleSd(values)
  return {
    points: values.length,
    mean: average,
    sd,
    cvPercent: sd !== undefined && average > 0 ? (100 * sd) / average : undefined,
    min,
    max,
    /** 5th percentile of the bins (type 7): the slow moments. */
    p5,
    /** Share of bins (0 to 1) below half the median: slow bins. */
    slowShare: values.filter((value) => value < middle / 2).length / values.length,
  }
}
