import { at } from '../at'
import { mean } from '../summary/mean'

/** A straight line y = intercept + slope x. */
export interface LinearFit {
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
