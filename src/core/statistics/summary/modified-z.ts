import { median } from './quantile'

/** Beyond this a value is flagged. */
export const modifiedZLimit = 3.5

/** Modified z scores of a sample: 0.6745 (x - median)/MAD. */
export interface ModifiedZ {
  readonly median: number
  /** Median absolute deviation from the median, unscaled. */
  readonly mad: number
  /** One score per value in order; undefined for all where the MAD is 0. */
  readonly scores: readonly (number | undefined)[]
}

/** Modified z scores (Iglewicz & Hoaglin 1993); undefined for no values. */
export function modifiedZ(values: readonly number[]): ModifiedZ | undefined {
  const middle = median(values)
  if (middle === undefined) return undefined
  const mad = median(values.map((value) => Math.abs(value - middle))) ?? 0
  const scores = values.map((value) => (mad === 0 ? undefined : (0.6745 * (value - middle)) / mad))
  return { median: middle, mad, scores }
}
