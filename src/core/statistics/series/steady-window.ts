import { mean } from '../summary/mean'
import { linearFit } from './linear-fit'

/** Rounds of a window, and after how many rounds a device that never settled is given up. */
export const steadyWindowRounds = 5
export const mostRounds = 25

const dataShare = 0.2
const slopeShare = 0.1
/** Limits are inclusive; rounding must not turn equal into more. */
const slack = 1 + 1e-12

/** One window of rounds against the criteria of steady state. All but the flags in the unit of the rounds. */
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
    // Rounds in which nothing moved are equal, not steady.
    steady: average > 0 && dataOk && slopeOk,
  }
}

/** A steady window in a row of rounds, rounds counted from 1. */
export interface FoundWindow {
  readonly firstRound: number
  readonly lastRound: number
  readonly window: SteadyWindow
}

/** The first window of rounds that is steady, among the first `limit` rounds; undefined where none is. */
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
