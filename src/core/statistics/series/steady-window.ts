import { at } from '../at'
import { mean } from '../summary/moments'

/**
 * Least-squares line y = intercept + slope x through evenly spaced values at x = firstX, firstX + 1, …; undefined below
 * two values.
 */
export function linearFit(values: ArrayLike<number>, firstX = 0) {
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
export type SteadyWindow = NonNullable<ReturnType<typeof steadyWindow>>

/**
 * The SNIA-style criterion on one window of rounds (usually five): max - min ≤ 20 % and |slope| (w-1) ≤ 10 % of the
 * average. Source: SNIA Solid State Storage Performance Test Specification, steady state. Undefined below two rounds.
 */
export function steadyWindow(rounds: readonly number[]) {
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
    /** Largest - smallest, and the most it may be: 20 % of the average. */
    dataExcursion,
    maxDataExcursion,
    /** Least-squares line over round numbers 1, 2, … */
    slope: fit.slope,
    intercept: fit.intercept,
    /** |slope| over the window, and the most it may be: 10 % of the average. */
    slopeExcursion,
    maxSlopeExcursion,
    dataOk,
    slopeOk,
    // Rounds in which nothing was moved are equal, not steady.
    steady: average > 0 && dataOk && slopeOk,
  }
}

/** The first window of rounds, counted from 1, that is steady, among the first `limit`; undefined if none is. */
export function firstSteadyWindow(rounds: readonly number[], size = steadyWindowRounds, limit = mostRounds) {
  const last = Math.min(rounds.length, limit)
  for (let end = size; end <= last; end++) {
    const window = steadyWindow(rounds.slice(end - size, end))
    if (window?.steady === true) return { firstRound: end - size + 1, lastRound: end, window }
  }
  return undefined
}

/**
 * What fio computes for `ss=iops:x%` and `ss=iops_slope:x%` (steadystate.c). fio divides the slope by the mean
 * truncated to a whole number; this uses the mean itself. Undefined below two samples and if the mean is not above 0.
 */
export function fioSteadyState(window: readonly number[]) {
  const average = mean(window)
  const fit = linearFit(window)
  if (average === undefined || fit === undefined || !(average > 0)) return undefined
  const maxDeviation = window.reduce((most, value) => Math.max(most, Math.abs(value - average)), 0)
  return {
    mean: average,
    /** Largest distance of a sample from the mean, in the unit of the samples and in percent of the mean. */
    maxDeviation,
    maxDeviationPercent: (100 * maxDeviation) / average,
    /** Least-squares slope per check interval (not per window), and its size in percent of the mean. */
    slope: fit.slope,
    slopePercent: (100 * Math.abs(fit.slope)) / average,
  }
}

/** Whether a criterion is met: fio requires a magnitude below the limit. */
export function fioAttained(criterion: number, limit: number): boolean {
  return Math.abs(criterion) < limit
}
