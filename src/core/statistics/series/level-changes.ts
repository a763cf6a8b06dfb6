import { at } from '../at'
import { normalQuantile } from '../special/distributions'
import { exactScale, mean } from '../summary/moments'
import { median } from '../summary/quantile'
import { findChangePoints } from './change-points'

/** What a series does besides scatter. */
export type LevelChanges =
  | {
      readonly kind: 'steps'
      /** Index of the first sample of each new level; none if the level stays. */
      readonly changePoints: readonly number[]
      readonly segmentMeans: readonly number[]
      /** Variance that chance gives the mean of one sample, σ² (1 + ρ)/(1 - ρ); that of n samples is an n-th of it. */
      readonly levelVariance: number
    }
  /** A drift: a straight line explains the series as well as steps do. */
  | { readonly kind: 'trend'; readonly slope: number }
  /** Nothing is said: too few samples, or neighbours so alike that steps cannot be told from slow waves. */
  | { readonly kind: 'unknown'; readonly why: 'few-samples' | 'correlated' }

/** Fewest samples among which levels are searched. */
export const leastSamples = 60
/** Above this correlation of neighbours, slow waves look like steps. */
const mostCorrelation = 0.9
/** The same within levels that were found as if neighbours were independent. */
const mostWithinLevels = 0.5
const minSegment = 5

/**
 * Level changes of a series: the optimal partition of its clipped values by squared error, with penalty 4 σ² (1 + ρ)/(1 -
 * ρ) ln n. σ and ρ are those of a first-order autoregressive series, from differences, which a few steps hardly touch. Several
 * steps among few samples do: then both are taken within the levels that independent neighbours would have, and the penalty
 * is four times as large.
 */
export function levelChanges(series: ArrayLike<number>): LevelChanges {
  const n = series.length
  if (n < leastSamples) return { kind: 'unknown', why: 'few-samples' }
  const scale = exactScale(series)
  const clipped = clip(Float64Array.from(series, (value) => value / scale))
  const ofAll = differenceNoise(clipped)
  const isWaving = ofAll.rho > mostCorrelation
  const { innovation, rho } = isWaving ? noiseWithinLevels(clipped) : ofAll
  if (rho > (isWaving ? mostWithinLevels : mostCorrelation)) return { kind: 'unknown', why: 'correlated' }
  // Of few samples ρ is uncertain, and taken too low it makes steps of waves.
  const cautious = isWaving ? rho : Math.min(largestRho, rho + (1 + 4 * rho) / n)
  const inflated = (innovation * (1 + cautious)) / (1 - cautious) ** 2
  const penalty = (isWaving ? 16 : 4) * inflated * Math.log(n)
  const found = findChangePoints(clipped, { penalty, minSegment })
  const changePoints = found?.changePoints ?? []
  if (changePoints.length > 0 && found) {
    const line = straightLine(clipped)
    if (line.cost + penalty <= found.totalCost) return { kind: 'trend', slope: line.slope * scale }
  }
  const levels = apart(series, changePoints)
  return {
    kind: 'steps',
    changePoints: levels.slice(1).map(([from]) => from),
    segmentMeans: levels.map(([from, end]) => mean(Array.prototype.slice.call(series, from, end)) ?? 0),
    levelVariance: inflated * scale * scale,
  }
}

/** Levels whose medians differ by less than this share are one level. */
const leastStep = 0.005

/**
 * The segments between change points, from and to which sample, with those of one level joined: in a series that hardly
 * scatters, the one bin in which the level changes would be a level of its own.
 */
function apart(
  series: ArrayLike<number>,
  changePoints: readonly number[],
): (readonly [from: number, end: number])[] {
  const middle = (from: number, end: number) => median(Array.prototype.slice.call(series, from, end)) ?? 0
  const levels: [from: number, end: number][] = []
  const bounds = [0, ...changePoints, series.length]
  bounds.slice(1).forEach((end, k) => {
    const from = at(bounds, k)
    const last = levels.at(-1)
    const [before, after] = [last ? middle(...last) : NaN, middle(from, end)]
    if (last && Math.abs(after - before) < leastStep * Math.max(Math.abs(before), Math.abs(after)))
      last[1] = end
    else levels.push([from, end])
  })
  return levels
}

/**
 * Values clipped to ±2.5 robust deviations (1.4826 MAD) around a running median, whose window is the longest that the
 * shortest level fills by half: single outliers make no segment, and levels stay.
 */
function clip(series: Float64Array): Float64Array {
  const half = minSegment - 1
  const middle = series.map(
    (_, place) => median(series.subarray(Math.max(0, place - half), place + half + 1)) ?? 0,
  )
  const distances = series.map((value, place) => Math.abs(value - at(middle, place)))
  const limit = 2.5 * 1.4826 * (median(distances) ?? 0)
  if (limit === 0) return series
  return series.map((value, place) => {
    const centre = at(middle, place)
    return Math.min(centre + limit, Math.max(centre - limit, value))
  })
}

/** Share of the largest differences that may be steps. */
const stepShare = 0.02
/** But at least so many steps. */
const leastSteps = 3

/** σ² (1 - ρ) of a series, and the correlation ρ of its neighbours. */
interface Noise {
  readonly innovation: number
  readonly rho: number
}

/**
 * Variance and lag-1 correlation from first and second-lag differences D1 and D2, half the mean squares without the largest
 * 2 % or those of three steps, corrected for what normal values lose by it: D1 = σ² (1 - ρ) and D2 = σ² (1 - ρ²).
 */
function differenceNoise(series: Float64Array): Noise {
  const [first, second] = [halfMeanSquare(series, 1), halfMeanSquare(series, 2)]
  return noiseOf(first, second)
}

/**
 * The same without the differences across the levels of a partition for independent neighbours. Waves without steps are cut
 * into pieces by it, in which neighbours stay as alike.
 */
function noiseWithinLevels(series: Float64Array): Noise {
  const n = series.length
  const typical = median(squaredDifferences(series, 1)) ?? 0
  const variance = typical / medianOfSquare / 2
  const { changePoints = [] } =
    findChangePoints(series, { penalty: 4 * variance * Math.log(n), minSegment }) ?? {}
  const bounds = [0, ...changePoints, n]
  const within = (lag: number) =>
    bounds.slice(1).flatMap((end, k) => {
      const level = series.subarray(at(bounds, k), end)
      return level.length > lag ? [...squaredDifferences(level, lag)] : []
    })
  const half = (lag: number) => (mean(within(lag)) ?? 0) / 2
  return noiseOf(half(1), half(2))
}

/** Median of the square of a standard normal value. */
const medianOfSquare = normalQuantile(0.75) ** 2

/** The largest correlation that is believed. */
const largestRho = 0.95

function noiseOf(first: number, second: number): Noise {
  return { innovation: first, rho: first === 0 ? 0 : Math.min(largestRho, Math.max(0, second / first - 1)) }
}

function squaredDifferences(series: Float64Array, lag: number): Float64Array {
  return Float64Array.from(
    { length: series.length - lag },
    (_, place) => (at(series, place + lag) - at(series, place)) ** 2,
  )
}

function halfMeanSquare(series: Float64Array, lag: number): number {
  const squares = squaredDifferences(series, lag).sort()
  // A step in the middle of a bin is two differences, and each lag more is one more.
  const left = Math.max(leastSteps * (lag + 1), Math.ceil(stepShare * squares.length))
  const kept = squares.subarray(0, squares.length - left)
  return (mean(kept) ?? 0) / 2 / keptVariance(left / squares.length)
}

/** Share of the variance of normal values that is left without the largest `share` of them. */
function keptVariance(share: number): number {
  const q = normalQuantile(1 - share / 2)
  return 1 - (2 * q * Math.exp((-q * q) / 2)) / Math.sqrt(2 * Math.PI) / (1 - share)
}

function straightLine(series: Float64Array): { readonly slope: number; readonly cost: number } {
  const n = series.length
  const [middle, centre] = [(n - 1) / 2, mean(series) ?? 0]
  let [products, squares] = [0, 0]
  series.forEach((value, place) => {
    products += (place - middle) * (value - centre)
    squares += (place - middle) ** 2
  })
  const slope = products / squares
  const cost = series.reduce((sum, value, place) => sum + (value - centre - slope * (place - middle)) ** 2, 0)
  return { slope, cost }
}
