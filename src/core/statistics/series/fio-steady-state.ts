import { mean } from '../summary/mean'
import { linearFit } from './linear-fit'

/** The numbers behind fio's own steady-state criteria for one window of samples, one per check interval. */
export interface FioSteadyState {
  readonly mean: number
  /** Largest distance of a sample from the mean, in the unit of the samples and in percent of the mean. */
  readonly maxDeviation: number
  readonly maxDeviationPercent: number
  /** Least-squares slope per check interval (not per window), and its size in percent of the mean. */
  readonly slope: number
  readonly slopePercent: number
}

/**
 * What fio computes for `ss=iops:x%` and `ss=iops_slope:x%` (steadystate.c). fio divides the slope by the mean cut to a
 * whole number; here it is the mean itself. Undefined below two samples and where the mean is not above 0.
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

/** Whether a criterion is met: fio asks for less than the limit, of either sign. */
export function fioAttained(criterion: number, limit: number): boolean {
  return Math.abs(criterion) < limit
}
