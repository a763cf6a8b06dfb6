import { at } from '../at'
import { exactScale, mean } from '../summary/moments'
import { median } from '../summary/quantile'

/** A series cut where its level changes. */
export interface ChangePoints {
  /** Index of the first sample of each new segment. */
  readonly changePoints: readonly number[]
  readonly segmentMeans: readonly number[]
  /**
   * Σ of squared distances from the segment means plus one penalty per change point. Both are Infinity where no number
   * is large enough for a square; the cuts and the means are right all the same.
   */
  readonly totalCost: number
  readonly penalty: number
}

export interface ChangePointOptions {
  /** Cost of one more change point, in squared units of the series; `changePointPenalty` unless told. */
  readonly penalty?: number
  /** Fewest samples of a segment; 2 unless told. */
  readonly minSegment?: number
}

/**
 * Penalty 3 σ² ln n with σ = median|difference|/(0.6745 √2): the noise between neighbours, which level changes hardly
 * touch. Where most neighbours are equal, or as good as equal, σ comes from the mean square of the differences instead.
 */
export function changePointPenalty(series: ArrayLike<number>): number {
  const scale = exactScale(series)
  return scaledPenalty(Float64Array.from(series, (value) => value / scale)) * scale * scale
}

function scaledPenalty(series: ArrayLike<number>): number {
  const n = series.length
  if (n < 2) return 0
  const differences = Float64Array.from({ length: n - 1 }, (_, i) =>
    Math.abs(at(series, i + 1) - at(series, i)),
  )
  const usual = (median(differences) ?? 0) / (0.6745 * Math.SQRT2)
  const overall = Math.sqrt((mean(differences.map((d) => d * d)) ?? 0) / 2)
  const sigma = usual < equalShare * overall ? overall : usual
  return 3 * sigma * sigma * Math.log(n)
}

/**
 * Neighbours are as good as equal where the usual difference is below this share of the mean square's root: a limited or
 * capped rate differs in its last digits for most of the time, and what it does now and then is its noise, not a new level.
 */
const equalShare = 0.01

/**
 * The optimal partition of a series by squared error (Jackson et al. 2005), found with the pruning of PELT (Killick,
 * Fearnhead & Eckley 2012). Time grows with the square of the samples where nothing changes, so bin very long series
 * first. Undefined for no samples.
 */
export function findChangePoints(
  series: ArrayLike<number>,
  { penalty: given, minSegment = 2 }: ChangePointOptions = {},
): ChangePoints | undefined {
  const n = series.length
  const centre = mean(series)
  if (centre === undefined) return undefined
  if (given !== undefined && !(given >= 0)) throw new RangeError(`A penalty is 0 or more, got ${given}`)
  if (!(Number.isInteger(minSegment) && minSegment >= 1)) {
    throw new RangeError(`A segment has at least one sample, got ${minSegment}`)
  }
  const scale = exactScale(series)
  const scaled = Float64Array.from(series, (value) => value / scale)
  const penalty = given === undefined ? scaledPenalty(scaled) : given / scale / scale
  const sums = new Float64Array(n + 1)
  const squares = new Float64Array(n + 1)
  for (let i = 0; i < n; i++) {
    const value = at(scaled, i) - centre / scale
    sums[i + 1] = at(sums, i) + value
    squares[i + 1] = at(squares, i) + value * value
  }
  const cost = (start: number, end: number) => {
    const sum = at(sums, end) - at(sums, start)
    return Math.max(0, at(squares, end) - at(squares, start) - (sum * sum) / (end - start))
  }
  const { best, previous } = partition(n, minSegment, penalty, cost)
  const changePoints: number[] = []
  for (let end = at(previous, n); end > 0; end = at(previous, end)) changePoints.unshift(end)
  const bounds = [0, ...changePoints, n]
  const segmentMeans = bounds
    .slice(1)
    .map((end, k) => centre + (scale * (at(sums, end) - at(sums, at(bounds, k)))) / (end - at(bounds, k)))
  const unscaled = (cost: number) => cost * scale * scale
  return { changePoints, segmentMeans, totalCost: unscaled(at(best, n)), penalty: given ?? unscaled(penalty) }
}

/** best[t]: least cost of the first t samples with one penalty per change; previous[t]: where their last segment starts. */
function partition(
  n: number,
  minSegment: number,
  penalty: number,
  cost: (start: number, end: number) => number,
) {
  const best = new Float64Array(n + 1).fill(Infinity)
  const previous = new Int32Array(n + 1)
  best[0] = -penalty
  /** Starts that may still be best, and from which end on they no longer can. */
  let starts: { start: number; until: number }[] = []
  for (let end = Math.min(minSegment, n); end <= n; end++) {
    const start = end - minSegment
    if (start <= 0) starts = [{ start: 0, until: Infinity }]
    else if (at(best, start) < Infinity) starts.push({ start, until: Infinity })
    starts = starts.filter((candidate) => candidate.until > end)
    for (const candidate of starts) {
      const total = at(best, candidate.start) + cost(candidate.start, end) + penalty
      if (total < at(best, end)) {
        best[end] = total
        previous[end] = candidate.start
      }
    }
    for (const candidate of starts) {
      // `end` itself only becomes a start minSegment samples later; until then it cannot replace the candidate.
      const without = at(best, candidate.start) + cost(candidate.start, end)
      if (candidate.until === Infinity && without > at(best, end)) candidate.until = end + minSegment
    }
  }
  return { best, previous }
}
