import { lengthenedBatchMeans, lagOneAutocorrelation } from '../../statistics/series/batch-means'
import { levelChanges } from '../../statistics/series/level-changes'
import { warmUpCut } from '../../statistics/series/mser5'
import { summarizeSeries } from '../../statistics/series/time-bins'
import { median } from '../../statistics/summary/quantile'
import { mean } from '../../statistics/summary/moments'
import type { BinnedLine } from './binned-line'
import { findMetric } from '../../results/metrics'

/** A change of level, in base units. */
interface LevelChange {
  readonly seconds: number
  readonly before: number
  readonly after: number
}

/** More change points of one line than these would clutter a figure: the largest are drawn and named. */
export const mostChangesShown = 6

/** The changes with the largest steps, in order of time. */
export function largestChanges(changes: readonly LevelChange[]): readonly LevelChange[] {
  const step = ({ before, after }: LevelChange) => Math.abs(after - before)
  const largest = [...changes].sort((a, b) => step(b) - step(a)).slice(0, mostChangesShown)
  return largest.sort((a, b) => a.seconds - b.seconds)
}

/** Change points are searched among at most this many means: the search is quadratic at worst. */
const mostSearched = 3000

/** Below this share of the median, a bin is a stall. */
export const stallShare = 0.01

/** The printed numbers of a line over time, in base units; docs/method.md, "Time series". */
export type LineNumbers = NonNullable<ReturnType<typeof lineNumbers>>

/** Undefined if no bin is left. */
export function lineNumbers(line: BinnedLine) {
  const { seconds, values, binSeconds } = line
  const known = values.filter(Number.isFinite)
  const places = knownPlaces(values, known.length)
  const summary = summarizeSeries(Array.from(known))
  const middle = median(known)
  if (summary === undefined || middle === undefined) return undefined
  const metric = findMetric(line.metric)
  const isRate = ['B/s', 'IOPS'].includes(metric?.unit ?? '') || metric?.better === 'higher'
  const batched = lengthenedBatchMeans(known)
  const estimate = warmUpCut(line.whole.filter(Number.isFinite))
  const step = Math.ceil(known.length / mostSearched)
  const searched = step === 1 ? known : coarser(known, step)
  const found = levelChanges(searched)
  const isStepped = found.kind === 'steps'
  return {
    bins: summary.points,
    mean: summary.mean,
    /** Half of the 95 % interval of the mean from batch means; undefined below two batches. */
    halfWidth: batched?.halfWidth,
    batches: batched?.batches,
    sd: summary.sd,
    cvPercent: summary.cvPercent,
    min: summary.min,
    max: summary.max,
    p5: summary.p5,
    /** Share of bins (0 to 1) below half the median; undefined if a low value is not slow, as for latency. */
    slowShare: isRate ? summary.slowShare : undefined,
    /** Bins in which nothing, or under 1 % of the median, was served; undefined for the same. */
    stalls: isRate ? known.filter((value) => value < stallShare * middle || value === 0).length : undefined,
    /** Lag-1 autocorrelation of the bins. */
    autocorrelation: lagOneAutocorrelation(known),
    /** What MSER-5 would drop at the start of the whole run; undefined if that is no more than chance gives. */
    proposal: estimate && { seconds: estimate.truncateSamples * binSeconds, atLimit: estimate.atLimit },
    /** Indexes of bins below half the median. */
    slowBins: isRate ? Array.from(places.filter((_, at) => (known[at] ?? 0) < middle / 2)) : [],
    /** Where the level changes: at the start of a bin, from one mean to another. */
    changes: (isStepped ? found.changePoints : []).map((at, segment) => ({
      seconds: (seconds[places[at * step] ?? 0] ?? 0) - binSeconds / 2,
      before: isStepped ? (found.segmentMeans[segment] ?? 0) : 0,
      after: isStepped ? (found.segmentMeans[segment + 1] ?? 0) : 0,
    })),
    /** The variance that chance gives the mean of one searched bin, with the correlation of neighbours. */
    levelVariance: isStepped ? found.levelVariance : undefined,
    /** Change of a drift, as a share of the mean over the line; undefined if there is none. */
    trend: found.kind === 'trend' ? (found.slope * (searched.length - 1)) / summary.mean : undefined,
    /** Why no changes are marked: too few bins, or neighbours too alike. */
    noChanges: found.kind === 'unknown' ? found.why : undefined,
    /** Length of the bins searched for changes: that of the line, or longer if it has very many. */
    searchedSeconds: step * binSeconds,
  }
}

/** Positions of the `count` known values. */
function knownPlaces(values: Float64Array, count: number): Uint32Array {
  const places = new Uint32Array(count)
  let next = 0
  values.forEach((value, at) => {
    if (Number.isFinite(value)) places[next++] = at
  })
  return places
}

function coarser(values: Float64Array, step: number): Float64Array {
  return Float64Array.from(
    { length: Math.floor(values.length / step) },
    (_, at) => mean(values.subarray(at * step, (at + 1) * step)) ?? 0,
  )
}
