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
  const size = runs.length
  // One row per bin, one column per run: the I/Os of the run up to that bin.
  const upTo = new Float64Array(binsNs.length * size)
  runs.forEach((own, run) => {
    own.binsNs.forEach((bin, place) => (upTo[(places.get(bin) ?? 0) * size + run] = at(own.counts, place)))
    for (let cell = size + run; cell < upTo.length; cell += size)
      upTo[cell] = at(upTo, cell) + at(upTo, cell - size)
  })
  const times = new Uint32Array(size)
  const cumulative = (bin: number) => {
    let sum = 0
    for (let run = 0; run < size; run++) sum += at(upTo, bin * size + run) * at(times, run)
    return sum
  }
  const order = percents.map((percent, place) => ({ percent, place })).sort((a, b) => a.percent - b.percent)
  const result = percents.map(() => new Uint32Array(resamples))
  for (let sample = 0; sample < resamples; sample++) {
    times.fill(0)
    runs.forEach(() => {
      const run = Math.floor(random() * size)
      times[run] = at(times, run) + 1
    })
    const total = cumulative(binsNs.length - 1)
    let low = 0
    for (const { percent, place } of order) {
      // The rank is a whole number, up to rounding.
      const rank = ((percent * total) / 100) * (1 - 1e-12)
      for (let high = binsNs.length - 1; low < high;) {
        const middle = (low + high) >>> 1
        if (cumulative(middle) < rank) low = middle + 1
        else high = middle
      }
      const list = result[place]
      if (list) list[sample] = low
    }
  }
  return result
}
