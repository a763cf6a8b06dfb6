import { at } from '../at'
import { mean } from '../summary/moments'

/** A straight line y = intercept + slope x. */
interface LinearFit {
  readonly slope: number
  /** At x = 0. */
  readonly intercept: number
}

/** Least-squares line through evenly spaced values at x = firstX, firstX + 1, …; undefined below two values. */
export function linearFit(values: ArrayLike<number>, firstX = 0): LinearFit | undefined {
  const n = values.length
  const middle = mean(values)
  if (middle === undefined || n < 2) return undefined
  const centre = (n - 1) / 2
  let cross = 0
  for (let i = 0; i < n; i++) cross += (i - centre) * (at(values, i) - middle)
  const slope = cross / ((n * (n * n - 1)) / 12)
  return { slope, intercept: middle - slope * (firstX + centre) }
}

/** Rounds of a window, and the number of rounds after which an unsettled device is abandoned. */
export const steadyWindowRounds = 5
export const mostRounds = 25

const dataShare = 0.2
const slopeShare = 0.1
/** Limits are inclusive; rounding must not make an equal value exceed them. */
const slack = 1 + 1e-12

/** One window of rounds against the criteria of steady state. Everything except the flags is in the unit of the rounds. */
export interface SteadyWindow {
  readonly average: number
  /** Largest - smallest, and the most it may be: 20 % of the average. */
  readonly dataExcursion: number
  readonly maxDataExcursion: number
  /** Least-squares line over round numbers 1, 2, … */
  readonly slope: number
  readonly intercept: number
  /** |slope| over the window, and the most it may be: 10 % of the average. */
  readonly slopeExcursion: number
  readonly maxSlopeExcursion: number
  readonly dataOk: boolean
  readonly slopeOk: boolean
  readonly steady: boolean
}

/**
 * The SNIA-style criterion on one window of rounds (usually five): max - min ≤ 20 % and |slope| (w-1) ≤ 10 % of the
 * average. Source: SNIA Solid State Storage Performance Test Specification, steady state. Undefined below two rounds.
 */
export function steadyWindow(rounds: readonly number[]): SteadyWindow | undefined {
  const average = mean(rounds)
  const fit = linearFit(rounds, 1)
  if (average === undefined || fit === undefined) return undefined
  const dataExcursion =
    rounds.reduce((most, one) => Math.max(most, one)) - rounds.reduce((least, one) => Math.min(least, one))
  const maxDataExcursion = dataShare * average
  const slopeExcursion = Math.abs(fit.slope) * (rounds.length - 1)
  const maxSlopeExcursion = slopeShare * average
  const dataOk = dataExcursion <= maxDataExcursion * slack
  const slopeOk = slopeExcursion <= maxSlopeExcursion * slack
  return {
    average,
    dataExcursion,
    maxDataExcursion,
    slope: fit.slope,
    intercept: fit.intercept,
    slopeExcursion,
    maxSlopeExcursion,
    dataOk,
    slopeOk,
    // Rounds in which nothing was moved are equal, not steady.
    steady: average > 0 && dataOk && slopeOk,
  }
}

/** A steady window in a sequence of rounds, counted from 1. */
interface FoundWindow {
  readonly firstRound: number
  readonly lastRound: number
  readonly window: SteadyWindow
}

/** The first window of rounds that is steady, among the first `limit` rounds; undefined if none is. */
export function firstSteadyWindow(
  rounds: readonly number[],
  size = steadyWindowRounds,
  limit = mostRounds,
): FoundWindow | undefined {
  const last = Math.min(rounds.length, limit)
  for (let end = size; end <= last; end++) {
    const window = steadyWindow(rounds.slice(end - size, end))
    if (window?.steady === true) return { firstRound: end - size + 1, lastRound: end, window }
  }
  return undefined
}

/** The numbers behind fio's own steady-state criteria for one window of samples, one per check interval. */
interface FioSteadyState {
  readonly mean: number
  /** Largest distance of a sample from the mean, in the unit of the samples and in percent of the mean. */
  readonly maxDeviation: number
  readonly maxDeviationPercent: number
  /** Least-squares slope per check interval (not per window), and its size in percent of the mean. */
  readonly slope: number
  readonly slopePercent: number
}

/**
 * What fio computes for `ss=iops:x%` and `ss=iops_slope:x%` (steadystate.c). fio divides the slope by the mean
 * truncated to a whole number; this uses the mean itself. Undefined below two samples and if the mean is not above 0.
 */
export function fioSteadyState(window: readonly number[]): FioSteadyState | undefined {
  const average = mean(window)
  const fit = linearFit(window)
  if (average === undefined || fit === undefined || !(average > 0)) return undefined
  const maxDeviation = window.reduce((most, value) => Math.max(most, Math.abs(value - average)), 0)
  return {
    mean: average,
    maxDeviation,
    maxDeviationPercent: (100 * maxDeviation) / average,
    slope: fit.slope,
    slopePercent: (100 * Math.abs(fit.slope)) / average,
  }
}

/** Whether a criterion is met: fio requires a magnitude below the limit. */
export function fioAttained(criterion: number, limit: number): boolean {
  return Math.abs(criterion) < limit
}
