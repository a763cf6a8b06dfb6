import { at } from '../at'
import { totalCount, type Histogram } from './histogram'

/** A percentile is printed only with at least this many I/Os beyond it. */
export const leastBeyond = 10

/** One percentile of a histogram. */
export interface HistogramPercentile {
  /** The asked percentile, 0 to 100. */
  readonly percent: number
  /** Latency of the bin that holds it. */
  readonly valueNs: number
  /** I/Os of a higher rank than the percentile's. */
  readonly beyond: number
  /** Whether enough I/Os lie beyond it for the number to be printed. */
  readonly printable: boolean
}

/**
 * Nearest-rank percentile: the first bin whose cumulative count reaches p N/100, the rule of fio's stat.c. Bins must
 * ascend. Undefined for an empty histogram.
 */
export function histogramPercentile(histogram: Histogram, percent: number): HistogramPercentile | undefined {
  if (!(percent >= 0 && percent <= 100)) throw new RangeError(`A percentile lies in 0..100, got ${percent}`)
  const total = totalCount(histogram)
  if (total === 0) return undefined
  // 99.9 % of 10,000 must be 9,990 although 0.999 * 10000 is not, in floating point.
  const exact = (percent * total) / 100
  const whole = Math.round(exact)
  const rank = Math.abs(exact - whole) <= 1e-9 * Math.max(1, exact) ? whole : exact
  const beyond = total - Math.ceil(rank)
  let cumulative = 0
  for (let i = 0; i < histogram.counts.length; i++) {
    const count = at(histogram.counts, i)
    cumulative += count
    if (count > 0 && cumulative >= rank) {
      return { percent, valueNs: at(histogram.binsNs, i), beyond, printable: beyond >= leastBeyond }
    }
  }
  return undefined
}

/** Mean latency from the bins; undefined for an empty histogram. Off by at most half a bin's width. */
export function histogramMeanNs(histogram: Histogram): number | undefined {
  const total = totalCount(histogram)
  if (total === 0) return undefined
  return histogram.counts.reduce((sum, count, i) => sum + (count / total) * at(histogram.binsNs, i), 0)
}

/** Share of I/Os (0 to 1) that took at most `limitNs`; undefined for an empty histogram. */
export function shareAtMost(histogram: Histogram, limitNs: number): number | undefined {
  const total = totalCount(histogram)
  if (total === 0) return undefined
  let within = 0
  for (let i = 0; i < histogram.counts.length; i++) {
    if (at(histogram.binsNs, i) <= limitNs) within += at(histogram.counts, i)
  }
  return within / total
}
