import type { Direction, Series, Source } from '../../results/observation'
import { histogramPercentile, isPercentileMeaningful } from '../../statistics/latency/histogram'
import { percentileOfMetric } from '../../results/percentiles'
import { binMeans } from '../../statistics/series/time-bins'
import { formatCount } from '../../units/number-format'
import { largestOf, smallestOf } from '../../iterables'

/** How a series is divided into bins. */
export interface Binning {
  /** Left out at the start of every run. */
  readonly warmUpSeconds: number
  /** A series that was sampled less often has bins as long as its own interval. */
  readonly binSeconds: number
}

/** One quantity of one run in bins of equal length, in base units; NaN if a bin holds no value. */
export interface BinnedLine {
  readonly source: Source
  readonly metric: string
  readonly direction: Direction
  readonly device?: string
  readonly binSeconds: number
  /** Middles of the bins in seconds since the measured part began. */
  readonly seconds: Float64Array
  readonly values: Float64Array
  /** The bins of the warm-up, which are ignored. */
  readonly dropped: { readonly seconds: Float64Array; readonly values: Float64Array }
  /** Of the whole run, warm-up included. */
  readonly whole: Float64Array
}

/** Bins of one line; more are rejected instead of being drawn on top of each other. */
const mostBins = 200_000

/** Means of the series' values in bins. Each value counts in the bin that contains the middle of its interval. */
export function binnedLine(series: Series, { warmUpSeconds, binSeconds: asked }: Binning): BinnedLine {
  const { source, metric, direction, device, intervalSeconds } = series
  const binSeconds = Math.max(asked, intervalSeconds)
  const endSeconds = seriesEnd(series)
  refuseManyBins(endSeconds, binSeconds)
  const { seconds: timesSeconds, values } = series
  const cut = (from: number, to: number) =>
    binMeans(
      { timesSeconds, values, endSeconds: to, shiftSeconds: -intervalSeconds / 2 },
      { warmUpSeconds: from, binSeconds },
    )
  return {
    ...{ source, metric, direction, binSeconds },
    ...(device !== undefined && { device }),
    ...binsBetween(cut, warmUpSeconds, endSeconds, binSeconds),
  }
}

/**
 * Default length of bins, in seconds: 10 s for runs of ten minutes or more, otherwise 1 s; below a minute as short as
 * the samples, so that a short run is more than a few points.
 */
function usualBinSeconds(series: readonly Series[]): number {
  const longest = largestOf(series.map(seriesEnd), 0)
  if (longest >= 600) return 10
  return longest >= 60
    ? 1
    : smallestOf(
        series.map(({ intervalSeconds }) => intervalSeconds),
        1,
      )
}

/** The warm-up and the bins that the settings ask for, for these series. */
export function binningOf(
  { warmUpSeconds = 0, binSeconds }: Partial<Binning>,
  series: readonly Series[],
): Binning {
  return { warmUpSeconds, binSeconds: binSeconds ?? usualBinSeconds(series) }
}

/** When a series ends, in whole intervals: its last time may be slightly early. */
export function seriesEnd({ seconds, intervalSeconds }: Pick<Series, 'seconds' | 'intervalSeconds'>): number {
  const last = seconds[seconds.length - 1] ?? 0
  return Math.max(0, Math.round(last / intervalSeconds) * intervalSeconds)
}

/**
 * A percentile of completion latency over time, from histograms over time of one or more directions, added up bin by
 * bin. A bin with fewer than ten I/Os beyond the percentile has none. Undefined for a metric that is not such a
 * percentile.
 */
export function percentileLine(
  histograms: readonly Series[],
  metric: string,
  { warmUpSeconds, binSeconds: asked }: Binning,
): BinnedLine | undefined {
  const percent = metric.startsWith('completion_latency_') ? percentileOfMetric(metric) : undefined
  const [first] = histograms
  if (percent === undefined || first === undefined) return undefined
  const binSeconds = Math.max(asked, largestOf(histograms.map(({ intervalSeconds }) => intervalSeconds)))
  const endSeconds = largestOf(histograms.map(seriesEnd))
  refuseManyBins(endSeconds, binSeconds)
  const cut = (from: number, to: number) =>
    Float64Array.from(countsOverTime(histograms, from, to, binSeconds), (counts) => {
      const bins = [...counts].sort(([a], [b]) => a - b)
      const all = bins.reduce((sum, [, count]) => sum + count, 0)
      if (!isPercentileMeaningful(all, percent)) return Number.NaN
      const ns = histogramPercentile(
        { binsNs: bins.map(([bin]) => bin), counts: bins.map(([, count]) => count) },
        percent,
      )?.valueNs
      return ns ?? Number.NaN
    })
  return {
    ...{ source: first.source, metric, binSeconds },
    direction: histograms.length === 1 ? first.direction : 'total',
    ...binsBetween(cut, warmUpSeconds, endSeconds, binSeconds),
  }
}

/** I/Os by latency in each complete bin of a time range, over all histograms. */
export function countsOverTime(
  histograms: readonly Series[],
  fromSeconds: number,
  toSeconds: number,
  binSeconds: number,
): readonly Map<number, number>[] {
  const count = wholeBins(toSeconds - fromSeconds, binSeconds)
  const bins = Array.from({ length: count }, () => new Map<number, number>())
  for (const { seconds, values, binsNs, intervalSeconds } of histograms) {
    for (let at = 0; at < seconds.length; at++) {
      const middle = (seconds[at] ?? 0) - intervalSeconds / 2
      const own = bins[Math.floor((middle - fromSeconds + slackSeconds) / binSeconds)]
      const ns = binsNs?.[at]
      if (own !== undefined && ns !== undefined) own.set(ns, (own.get(ns) ?? 0) + (values[at] ?? 0))
    }
  }
  return bins
}

/**
 * Bytes written since the start of the measured part, at any time of the run: its write bandwidth summed up, linear
 * between samples. The engine's own count is preferred, otherwise that of the first observed drive. Undefined if
 * neither is known.
 */
export function bytesWrittenOf(series: readonly Series[]): ((seconds: number) => number) | undefined {
  const rates = series.filter(({ metric, direction }) => metric === 'bandwidth' && direction === 'write')
  const rate =
    rates.find(({ source }) => source === 'engine') ?? rates.find(({ source }) => source === 'disk')
  if (rate === undefined) return undefined
  const { seconds, values, intervalSeconds } = rate
  const ends = [0]
  const sums = [0]
  for (let at = 0; at < seconds.length; at++) {
    const end = seconds[at] ?? 0
    const before = ends[ends.length - 1] ?? 0
    if (end <= before) continue
    // A gap in the samples says nothing about what was written during it.
    const length = Math.min(end - before, 1.5 * intervalSeconds)
    ends.push(end)
    sums.push((sums[sums.length - 1] ?? 0) + (values[at] ?? 0) * length)
  }
  return (wanted) => {
    let [low, high] = [0, ends.length - 1]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) <= wanted) low = middle
      else high = middle
    }
    const [from, to] = [ends[low] ?? 0, ends[high] ?? 0]
    const [start, end] = [sums[low] ?? 0, sums[high] ?? 0]
    const share = to > from ? Math.min(1, Math.max(0, (wanted - from) / (to - from))) : 0
    return start + share * (end - start)
  }
}

/** Rounding of times must not move a value to the previous bin. */
const slackSeconds = 1e-9

function wholeBins(seconds: number, binSeconds: number): number {
  return Math.max(0, Math.floor((seconds + slackSeconds) / binSeconds))
}

function binsBetween(
  cut: (from: number, to: number) => Float64Array,
  warmUpSeconds: number,
  endSeconds: number,
  binSeconds: number,
): Pick<BinnedLine, 'seconds' | 'values' | 'dropped' | 'whole'> {
  const middles = (values: Float64Array, from: number) =>
    values.map((_, at) => from + (at + 0.5) * binSeconds)
  const values = cut(warmUpSeconds, endSeconds)
  const dropped = cut(0, Math.min(warmUpSeconds, endSeconds))
  return {
    seconds: middles(values, warmUpSeconds),
    values,
    dropped: { seconds: middles(dropped, 0), values: dropped },
    whole: warmUpSeconds === 0 ? values : cut(0, endSeconds),
  }
}

function refuseManyBins(endSeconds: number, binSeconds: number): void {
  const count = endSeconds / binSeconds
  if (!(count > mostBins)) return
  const least = Math.ceil(endSeconds / mostBins)
  throw new RangeError(
    `Bins of ${String(binSeconds)} s cut the run into ${formatCount(count)} pieces; at most ${formatCount(mostBins)} are drawn. Choose bins of ${String(least)} s or more.`,
  )
}
