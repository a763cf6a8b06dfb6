import { mergeHistograms, type Histogram } from './histogram'

/** More filled-in values than this would be a mistake in the interval's unit rather than a measurement. */
const mostFilledIn = 10_000_000

/**
 * Corrects for coordinated omission: each I/O that took longer than the interval at which requests were meant to be
 * issued hid the requests that would have waited behind it, so v - interval, v - 2 interval, … (down to the interval)
 * are added. Source: HdrHistogram, recordValueWithExpectedInterval. Only right for runs with a fixed request rate.
 */
export function correctForExpectedInterval(histogram: Histogram, intervalNs: number): Histogram {
  if (!(intervalNs > 0)) throw new RangeError(`The expected interval must be above 0, got ${intervalNs}`)
  const added = new Map<number, number>()
  histogram.binsNs.forEach((bin, i) => {
    const count = histogram.counts[i] ?? 0
    if (count === 0 || bin < 2 * intervalNs) return
    const steps = Math.floor(bin / intervalNs) - 1
    if (added.size + steps > mostFilledIn) {
      throw new RangeError(
        `An expected interval of ${intervalNs} against a latency of ${bin} would add over ${mostFilledIn} values`,
      )
    }
    for (let missed = bin - intervalNs; missed >= intervalNs; missed -= intervalNs) {
      added.set(missed, (added.get(missed) ?? 0) + count)
    }
  })
  return mergeHistograms([histogram, { binsNs: [...added.keys()], counts: [...added.values()] }])
}
