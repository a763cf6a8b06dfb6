import { at } from '../at'
import { studentCritical } from '../special/distributions'
import { exactScale, mean, sampleSd } from '../summary/moments'

/** Lag-1 autocorrelation Σ(y_i - m)(y_{i+1} - m)/Σ(y_i - m)²; undefined below two values and if nothing varies. */
export function lagOneAutocorrelation(values: ArrayLike<number>): number | undefined {
  const middle = mean(values)
  if (middle === undefined || values.length < 2) return undefined
  const distances = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) distances[i] = at(values, i) - middle
  const scale = exactScale(distances)
  let products = 0
  let squares = 0
  let before = 0
  for (let i = 0; i < distances.length; i++) {
    const scaled = at(distances, i) / scale
    squares += scaled * scaled
    products += scaled * before
    before = scaled
  }
  return squares === 0 ? undefined : products / squares
}

/** Mean of a series with an interval that allows for correlation between neighbouring samples. */
interface BatchMeans {
  readonly mean: number
  readonly batches: number
  readonly batchLength: number
  readonly halfWidth: number
  readonly low: number
  readonly high: number
  /** Lag-1 autocorrelation of the samples and of the batch means; undefined if nothing varies. */
  readonly autocorrelation?: number
  readonly batchAutocorrelation?: number
  /** The batches are still correlated (over 0.2): the interval is too narrow, and longer batches are needed. */
  readonly batchesTooShort: boolean
}

/** Default number of batches, and the fewest that lengthening leaves. */
const usualBatches = 20
const fewestBatches = 5
const mostBatchAutocorrelation = 0.2

/**
 * Interval of a mean from batch means (Law, Simulation Modeling and Analysis, section 9.5.3): t interval over the
 * means of equal, neighbouring batches. Samples at the end that do not fill a batch are left out of the interval, not
 * of the mean. Undefined below two batches.
 */
export function batchMeans(
  values: ArrayLike<number>,
  batches = usualBatches,
  confidence = 0.95,
): BatchMeans | undefined {
  if (!(Number.isInteger(batches) && batches >= 2))
    throw new RangeError(`Two batches or more, got ${batches}`)
  const batchLength = Math.floor(values.length / batches)
  const average = mean(values)
  if (batchLength < 1 || average === undefined) return undefined
  const means = Float64Array.from({ length: batches }, (_, k) => meanOf(values, k * batchLength, batchLength))
  const sd = sampleSd(means) ?? 0
  const halfWidth = (studentCritical(confidence, batches - 1) * sd) / Math.sqrt(batches)
  const batchAutocorrelation = lagOneAutocorrelation(means)
  return {
    mean: average,
    batches,
    batchLength,
    halfWidth,
    low: average - halfWidth,
    high: average + halfWidth,
    autocorrelation: lagOneAutocorrelation(values),
    batchAutocorrelation,
    batchesTooShort: (batchAutocorrelation ?? 0) > mostBatchAutocorrelation,
  }
}

/**
 * Batch means with batches lengthened (20, 10, 5 of them) until they are no longer correlated; if none is long
 * enough, the last attempt, marked too short. Undefined below two batches.
 */
export function lengthenedBatchMeans(values: ArrayLike<number>, confidence = 0.95): BatchMeans | undefined {
  let batches = usualBatches
  let result = batchMeans(values, batches, confidence)
  while ((result === undefined || result.batchesTooShort) && batches > fewestBatches) {
    batches = Math.max(fewestBatches, Math.floor(batches / 2))
    result = batchMeans(values, batches, confidence) ?? result
  }
  return result
}

function meanOf(values: ArrayLike<number>, start: number, length: number): number {
  const batch = new Float64Array(length)
  for (let i = 0; i < length; i++) batch[i] = at(values, start + i)
  return mean(batch) ?? 0
}
