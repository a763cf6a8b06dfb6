/** I/Os per latency: bins ascending, one count per bin. `Histogram` is one. */
export interface Bins {
  /** Representative latency of each bin, ascending. */
  readonly binsNs: readonly number[]
  readonly counts: readonly number[]
}

/** Number of I/Os in all bins. */
export function countOf(bins: Bins): number {
  return bins.counts.reduce((sum, count) => sum + count, 0)
}

/**
 * The latency of the smallest bin whose cumulative count reaches `percent` of all I/Os (nearest rank, as fio counts);
 * undefined for empty bins. `percent` is above 0 and at most 100.
 */
export function percentileNs(bins: Bins, percent: number): number | undefined {
  // 99.9 % of 1000 is 999.0000000000001 in binary; the rank is 999.
  const rank = Math.max((percent / 100) * countOf(bins) * (1 - 1e-12), Number.MIN_VALUE)
  let cumulative = 0
  for (const [at, count] of bins.counts.entries()) {
    cumulative += count
    if (cumulative >= rank) return bins.binsNs[at]
  }
  return undefined
}

/** A percentile is printed only when at least this many I/Os lie beyond it. */
export const leastBeyondPercentile = 10

/** True when `count` I/Os are enough to speak of this percentile. */
export function isPercentileMeaningful(count: number, percent: number): boolean {
  return count * (1 - percent / 100) >= leastBeyondPercentile * (1 - 1e-12)
}

/** One set of bins for several runs or directions. Counts of equal bins add up, so nothing is lost. */
export function mergeBins(parts: readonly Bins[]): Bins {
  const [first, second] = parts
  if (first && second && parts.length === 2) return mergeTwo(first, second)
  const counts = new Map<number, number>()
  for (const part of parts) {
    part.binsNs.forEach((ns, at) => counts.set(ns, (counts.get(ns) ?? 0) + (part.counts[at] ?? 0)))
  }
  const sorted = [...counts].sort(([left], [right]) => left - right)
  return { binsNs: sorted.map(([ns]) => ns), counts: sorted.map(([, count]) => count) }
}

/** The merge of two, in one walk: the total of reads and writes is made for every run that is read. */
function mergeTwo(one: Bins, other: Bins): Bins {
  const binsNs: number[] = []
  const counts: number[] = []
  let left = 0
  let right = 0
  for (;;) {
    const ofOne = one.binsNs[left]
    const ofOther = other.binsNs[right]
    if (ofOne === undefined && ofOther === undefined) return { binsNs, counts }
    const ns = Math.min(ofOne ?? Infinity, ofOther ?? Infinity)
    let count = 0
    if (ofOne === ns) count += one.counts[left++] ?? 0
    if (ofOther === ns) count += other.counts[right++] ?? 0
    binsNs.push(ns)
    counts.push(count)
  }
}
