import { at } from '../at'
import { quantileOfSorted, sorted, median } from './quantile'

/** How far a value is outside the middle half of its sample. */
type OutlierClass = 'none' | 'mild' | 'severe'

/** Tukey's fences about the quartiles (type 7). Values are flagged, never dropped. */
interface TukeyFences {
  readonly q1: number
  readonly q3: number
  readonly iqr: number
  /** q1 - 1.5 IQR and q3 + 1.5 IQR; beyond them an outlier is mild. */
  readonly mild: readonly [low: number, high: number]
  /** q1 - 3 IQR and q3 + 3 IQR; beyond them it is severe. */
  readonly severe: readonly [low: number, high: number]
}

/** Fences of a sample (Tukey, Exploratory Data Analysis, 1977); undefined for no values. */
export function tukeyFences(values: ArrayLike<number>): TukeyFences | undefined {
  const ascending = sorted(values)
  const q1 = quantileOfSorted(ascending, 0.25)
  const q3 = quantileOfSorted(ascending, 0.75)
  if (q1 === undefined || q3 === undefined) return undefined
  const iqr = q3 - q1
  return {
    q1,
    q3,
    iqr,
    mild: [q1 - 1.5 * iqr, q3 + 1.5 * iqr],
    severe: [q1 - 3 * iqr, q3 + 3 * iqr],
  }
}

/** The class of one value against the fences of its sample; a value on a fence is inside. */
export function outlierClass(value: number, { mild, severe }: TukeyFences): OutlierClass {
  if (value < severe[0] || value > severe[1]) return 'severe'
  return value < mild[0] || value > mild[1] ? 'mild' : 'none'
}

/** Whether sorted values contain a severe outlier, without allocating (the hot path of a comparison of many cases). */
export function hasSevereOutlier(ascending: Float64Array): boolean {
  const q1 = quantileOfSorted(ascending, 0.25)
  const q3 = quantileOfSorted(ascending, 0.75)
  if (q1 === undefined || q3 === undefined) return false
  const reach = 3 * (q3 - q1)
  return at(ascending, 0) < q1 - reach || at(ascending, ascending.length - 1) > q3 + reach
}

/** Beyond this a value is flagged. */
export const modifiedZLimit = 3.5

/**
 * Modified z scores (Iglewicz & Hoaglin 1993), 0.6745 (x - median)/MAD with the unscaled median absolute deviation, one per
 * value; undefined for all where the MAD is 0. Undefined for no values.
 */
export function modifiedZ(values: readonly number[]) {
  const middle = median(values)
  if (middle === undefined) return undefined
  const mad = median(values.map((value) => Math.abs(value - middle))) ?? 0
  const scores = values.map((value) => (mad === 0 ? undefined : (0.6745 * (value - middle)) / mad))
  return { median: middle, mad, scores }
}
