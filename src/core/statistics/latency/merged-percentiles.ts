import { at } from '../at'
import { seededRandom } from '../comparison/bootstrap-ratio'
import { histogramPercentile, mergeHistograms, type Histogram } from './histogram'

/** Fewer runs than this say nothing about the variation between runs. */
const leastRuns = 3

interface MergedPercentile {
  readonly percent: number
  /** Of the merged histogram. */
  readonly valueNs: number
  readonly beyond: number
  readonly printable: boolean
  /** Ends of the 95 % interval from resampling whole runs; needs three runs. */
  readonly lowNs?: number
  readonly highNs?: number
}

/**
 * Percentiles of the histograms of several runs added up, each with the percentile interval of a bootstrap that draws
 * whole runs with replacement (Efron & Tibshirani 1993, chapter 13): I/Os of one run are not independent, runs are.
 * The same seed gives the same interval. Empty if there are no I/Os.
 */
export function mergedPercentiles(
  runs: readonly Histogram[],
  percents: readonly number[],
  { resamples = 1000, seed = 1 }: { readonly resamples?: number; readonly seed?: number } = {},
): readonly MergedPercentile[] {
  const merged = mergeHistograms(runs)
  const found = percents.flatMap((percent) => histogramPercentile(merged, percent) ?? [])
  if (runs.length < leastRuns) return found
  const drawn = resampledBins(runs, merged.binsNs, percents, resamples, seededRandom(seed))
  const [first, last] = [Math.floor(0.025 * (resamples - 1)), Math.ceil(0.975 * (resamples - 1))]
  return found.map((one, place) => {
    const bins = drawn[place]?.sort()
    if (bins === undefined) return one
    return {
      ...one,
      lowNs: at(merged.binsNs, at(bins, first)),
      highNs: at(merged.binsNs, at(bins, last)),
    }
  })
}

/** For each percentile, the bin it falls into in each resample. */
function resampledBins(
  runs: readonly Histogram[],
  binsNs: readonly number[],
  percents: readonly number[],
  resamples: number,
  random: () => number,
): readonly Uint32Array[] {
  const places = new Map(binsNs.map((bin, place) => [bin, place]))
  const columns = runs.map((run) => {
    const counts = new Float64Array(binsNs.length)
    run.binsNs.forEach((bin, place) => (counts[places.get(bin) ?? 0] = at(run.counts, place)))
    return counts
  })
  const totals = columns.map((counts) => counts.reduce((sum, count) => sum + count, 0))
  const order = percents.map((percent, place) => ({ percent, place })).sort((a, b) => a.percent - b.percent)
  const result = percents.map(() => new Uint32Array(resamples))
  const times = new Uint32Array(runs.length)
  for (let sample = 0; sample < resamples; sample++) {
    times.fill(0)
    runs.forEach(() => {
      const run = Math.floor(random() * runs.length)
      times[run] = at(times, run) + 1
    })
    const total = totals.reduce((sum, own, run) => sum + own * at(times, run), 0)
    let cumulative = 0
    let next = 0
    for (let bin = 0; bin < binsNs.length && next < order.length; bin++) {
      for (const [run, counts] of columns.entries()) cumulative += at(counts, bin) * at(times, run)
      // The rank is a whole number, up to rounding.
      for (; next < order.length; next++) {
        const { percent = 0, place = 0 } = order[next] ?? {}
        if (cumulative < ((percent * total) / 100) * (1 - 1e-12)) break
        const list = result[place]
        if (list) list[sample] = bin
      }
    }
  }
  return result
}
