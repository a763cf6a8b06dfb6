/** Latency bins as an engine reports them: representative latency of each bin, ascending, and the I/Os in it. */
export interface Histogram {
  readonly binsNs: readonly number[]
  readonly counts: readonly number[]
}

/**
 * The histogram of several runs together: counts of equal bins are added. This is the only honest way to get
 * percentiles of several runs; percentiles themselves are never averaged.
 */
export function mergeHistograms(histograms: readonly Histogram[]): Histogram {
  const countOf = new Map<number, number>()
  for (const { binsNs, counts } of histograms) {
    if (binsNs.length !== counts.length) {
      throw new RangeError(`A histogram has ${binsNs.length} bins but ${counts.length} counts`)
    }
    binsNs.forEach((bin, i) => {
      const count = counts[i] ?? 0
      if (!Number.isFinite(bin) || !(count >= 0 && count < Infinity)) {
        throw new RangeError(`Bin ${i} of a histogram is not a finite latency with a count of 0 or more`)
      }
      countOf.set(bin, (countOf.get(bin) ?? 0) + count)
    })
  }
  const binsNs = [...countOf.keys()].sort((a, b) => a - b)
  return { binsNs, counts: binsNs.map((bin) => countOf.get(bin) ?? 0) }
}

/** Number of I/Os in a histogram. */
export function totalCount(histogram: Histogram): number {
  return histogram.counts.reduce((sum, count) => sum + count, 0)
}
