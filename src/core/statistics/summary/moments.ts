import { mean, sampleSd } from './mean'

/** A sample as its number of values, mean and sample standard deviation: all that print usually gives. */
export interface Moments {
  readonly n: number
  readonly mean: number
  /** Undefined for a single value. */
  readonly sd?: number
}

/** Number, mean and deviation of values; undefined for none. */
export function momentsOf(values: ArrayLike<number>): Moments | undefined {
  const m = mean(values)
  return m === undefined ? undefined : { n: values.length, mean: m, sd: sampleSd(values) }
}

/** Squared standard error s²/n; undefined where there is no deviation. */
export function meanVariance({ n, sd }: Moments): number | undefined {
  return sd === undefined || n < 2 ? undefined : (sd * sd) / n
}

/** Squared standard error of the mean over the squared mean, (s/m)²/n; undefined for a single run or a mean not above 0. */
export function relativeMeanVariance({ n, mean: m, sd }: Moments): number | undefined {
  // Divided before it is squared: runs of 1e200 have a variance that no number holds.
  return sd === undefined || n < 2 || !(m > 0) ? undefined : ((sd / m) * (sd / m)) / n
}
