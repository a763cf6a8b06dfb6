import { at } from '../at'
import { exactScale, mean } from '../summary/moments'

/** A series split where its level changes. */
export interface ChangePoints {
  /** Index of the first sample of each new segment. */
  readonly changePoints: readonly number[]
  readonly segmentMeans: readonly number[]
  /**
   * Σ of squared distances from the segment means plus one penalty per change point. Both are Infinity if a square
   * overflows; the cuts and the means are correct anyway.
   */
  readonly totalCost: number
  readonly penalty: number
}

export interface ChangePointOptions {
  /** Cost of one more change point, in squared units of the series. */
  readonly penalty: number
  /** Fewest samples of a segment; 2 by default. */
  readonly minSegment?: number
}

/**
 * The optimal partition of a series by squared error (Jackson et al. 2005), found with the pruning of PELT (Killick,
 * Fearnhead & Eckley 2012). If nothing changes, the time grows with the square of the number of samples, so bin very
 * long series first. Undefined for no samples.
 */
export function findChangePoints(
  series: ArrayLike<number>,
  { penalty: given, minSegment = 2 }: ChangePointOptions,
): ChangePoints | undefined {
  const n = series.length
  const centre = mean(series)
  if (centre === undefined) return undefined
  if (!(given >= 0)) throw new RangeError(`A penalty is 0 or more, got ${given}`)
  if (!(Number.isInteger(minSegment) && minSegment >= 1)) {
    throw new RangeError(`A segment has at least one sample, got ${minSegment}`)
  }
  const scale = exactScale(series)
  const scaled = Float64Array.from(series, (value) => value / scale)
  const penalty = given / scale / scale
  const sums = new Float64Array(n + 1)
  const squares = new Float64Array(n + 1)
  for (let i = 0; i < n; i++) {
    const value = at(scaled, i) - centre / scale
    sums[i + 1] = at(sums, i) + value
    squares[i + 1] = at(squares, i) + value * value
  }
  const { best, previous } = partition({ sums, squares }, minSegment, penalty)
  const changePoints: number[] = []
  for (let end = at(previous, n); end > 0; end = at(previous, end)) changePoints.unshift(end)
  const bounds = [0, ...changePoints, n]
  const segmentMeans = bounds
    .slice(1)
    .map((end, k) => centre + (scale * (at(sums, end) - at(sums, at(bounds, k)))) / (end - at(bounds, k)))
  const unscaled = (cost: number) => cost * scale * scale
  return { changePoints, segmentMeans, totalCost: unscaled(at(best, n)), penalty: given }
}

/** Prefix sums of a series' values and of their squares: `sums[t]` is that of the first t. */
interface RunningSums {
  readonly sums: Float64Array
  readonly squares: Float64Array
}

/**
 * best[t]: least cost of the first t samples with one penalty per change; previous[t]: where their last segment
 * starts. Plain number columns and no calls inside the loops, which run n²/2 times if nothing is pruned.
 */
function partition({ sums, squares }: RunningSums, minSegment: number, penalty: number) {
  const n = sums.length - 1
  const best = new Float64Array(n + 1).fill(Infinity)
  const previous = new Int32Array(n + 1)
  best[0] = -penalty
  /** Starts that may still be best, the end from which they no longer can be, and the cost of each at this end. */
  const starts = new Int32Array(n + 1)
  const until = new Float64Array(n + 1)
  const without = new Float64Array(n + 1)
  let count = 0
  const add = (start: number) => {
    starts[count] = start
    until[count++] = Infinity
  }
  for (let end = Math.min(minSegment, n); end <= n; end++) {
    const newest = end - minSegment
    if (newest <= 0) {
      count = 0
      add(0)
    } else if (at(best, newest) < Infinity) add(newest)
    const [sumAtEnd, squaresAtEnd] = [at(sums, end), at(squares, end)]
    let least = Infinity
    let chosen = 0
    let kept = 0
    for (let k = 0; k < count; k++) {
      const limit = until[k] ?? 0
      if (limit <= end) continue
      const start = starts[k] ?? 0
      const sum = sumAtEnd - (sums[start] ?? 0)
      const cost = squaresAtEnd - (squares[start] ?? 0) - (sum * sum) / (end - start)
      const total = (best[start] ?? 0) + (cost > 0 ? cost : 0)
      starts[kept] = start
      until[kept] = limit
      without[kept++] = total
      if (total + penalty < least) {
        least = total + penalty
        chosen = start
      }
    }
    count = kept
    best[end] = least
    previous[end] = chosen
    // `end` itself only becomes a start minSegment samples later; until then it cannot replace the candidate.
    for (let k = 0; k < count; k++)
      if ((without[k] ?? 0) > least && until[k] === Infinity) until[k] = end + minSegment
  }
  return { best, previous }
}
