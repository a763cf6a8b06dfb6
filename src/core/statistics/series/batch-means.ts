import { at } from '../at'
import { studentCritical } from '../special/student-t'
import { mean, sampleSd } from '../summary/mean'
import { lagOneAutocorrelation } from './autocorrelation'

/** Mean of a series with an interval that allows for neighbouring samples being alike. */
export interface BatchMeans {
  readonly mean: number
  readonly batches: number
  readonly batchLength: number
  readonly halfWidth: number
  readonly low: number
  readonly high: number
  /** Lag-1 autocorrelation of the samples and of the batch means; undefined where nothing varies. */
  readonly autocorrelation?: number
  readonly batchAutocorrelation?: number
  /** The batches are still alike (over 0.2): the interval is too narrow, longer batches are needed. */
  readonly batchesTooShort: boolean
}

/** Number of batches unless told, and the fewest that lengthening goes down to. */
export const usualBatches = 20
const fewestBatches = 5
const mostBatchAutocorrelation = 0.2

/**
 * Interval of a mean from batch means (Law, Simulation Modeling and Analysis, section 9.5.3): t interval over the means
 * of equal, neighbouring batches. Samples that fill no batch (at the end) are left out of the interval, not of the mean.
 * Undefined below two batches.
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
 * Batch means with batches lengthened (20, 10, 5 of them) until they are no longer alike; the last attempt, still
 * marked too short, where none is long enough. Undefined below two batches.
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
  return mean(Float64Array.from({ length }, (_, i) => at(values, start + i))) ?? 0
}
