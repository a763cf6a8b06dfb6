import { at } from '../at'

/** Latency bins as an engine reports them: the representative latency of each bin, ascending, and the number of I/Os in it. */
export interface Histogram {
  readonly binsNs: readonly number[]
  readonly counts: readonly number[]
}

/**
 * The combined histogram of several runs or directions: counts of equal bins are added. This is the only honest way
 * to get percentiles of several runs; percentiles themselves are never averaged. Bins of a single histogram need not
 * ascend.
 */
export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  histograms.forEach(requireBins)
  const [first, second] = histograms
  if (first && second && histograms.length === 2) return mergeTwo(first, second)
  const countOf = new Map<number, number>()
  for (const { binsNs, counts } of histograms)
    binsNs.forEach((bin, i) => countOf.set(bin, (countOf.get(bin) ?? 0) + at(counts, i)))
  const binsNs = [...countOf.keys()].sort((a, b) => a - b)
  return { binsNs, counts: binsNs.map((bin) => countOf.get(bin) ?? 0) }
}

/** Merges two in one pass: the total of reads and writes is computed for every run that is read. */
function mergeTwo(one: Histogram, other: Histogram): Histogram {
  const binsNs: number[] = []
  const counts: number[] = []
  let left = 0
  let right = 0
  for (;;) {
    const ofOne = one.binsNs[left]
    const ofOther = other.binsNs[right]
    if (ofOne === undefined && ofOther === undefined) return { binsNs, counts }
    const bin = Math.min(ofOne ?? Infinity, ofOther ?? Infinity)
    let count = 0
    if (ofOne === bin) count += at(one.counts, left++)
    if (ofOther === bin) count += at(other.counts, right++)
    binsNs.push(bin)
    counts.push(count)
  }
}

function requireBins({ binsNs, counts }: Histogram, _: number, { length }: readonly Histogram[]): void {
  if (binsNs.length !== counts.length)
    throw new RangeError(`A histogram has ${binsNs.length} bins but ${counts.length} counts`)
  let before = -Infinity
  for (let i = 0; i < binsNs.length; i++) {
    const bin = at(binsNs, i)
    const count = at(counts, i)
    if (!Number.isFinite(bin) || !(count >= 0 && count < Infinity))
      throw new RangeError(`Bin ${i} of a histogram is not a finite latency with a count of 0 or more`)
    if (length > 1 && bin <= before)
      throw new RangeError(`Bin ${i} of a histogram is not above the one before`)
    before = bin
  }
}

/** Number of I/Os in a histogram. */
export function totalCount(histogram: Histogram): number {
  return histogram.counts.reduce((sum, count) => sum + count, 0)
}

/** A percentile is printed only with at least this many I/Os beyond it. */
const leastBeyond = 10

/** True if `count` I/Os are enough for this percentile. */
export function isPercentileMeaningful(count: number, percent: number): boolean {
  return count * (1 - percent / 100) >= leastBeyond * (1 - 1e-12)
}

/** The smallest number of I/Os with which a percentile can be printed. */
export function fewestForPercentile(percent: number): number {
  return Math.ceil((leastBeyond / (1 - percent / 100)) * (1 - 1e-12))
}

/**
 * Nearest-rank percentile: the first bin whose cumulative count reaches p N/100, the rule of fio's stat.c. Bins must
 * ascend. Undefined for an empty histogram.
 */
export function histogramPercentile(histogram: Histogram, percent: number) {
  if (!(percent >= 0 && percent <= 100)) throw new RangeError(`A percentile lies in 0..100, got ${percent}`)
  const total = totalCount(histogram)
  if (total === 0) return undefined
  // 99.9 % of 10,000 must be 9,990, although 0.999 * 10000 in floating point is not.
  const exact = (percent * total) / 100
  const whole = Math.round(exact)
  const rank = Math.abs(exact - whole) <= 1e-9 * Math.max(1, exact) ? whole : exact
  const beyond = total - Math.ceil(rank)
  let cumulative = 0
  for (let i = 0; i < histogram.counts.length; i++) {
    const count = at(histogram.counts, i)
    cumulative += count
    if (count > 0 && cumulative >= rank) {
      return {
        /** The requested percentile, 0 to 100. */
        percent,
        /** Latency of the bin that contains it. */
        valueNs: at(histogram.binsNs, i),
        /** I/Os that rank above the percentile. */
        beyond,
        /** Whether enough I/Os are beyond it for the number to be printed. */
        printable: isPercentileMeaningful(total, percent),
      }
    }
  }
  return undefined
}
