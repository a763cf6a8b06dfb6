import { at } from '../at'
import { exactScale, mean } from '../summary/moments'

/**
 * MSER-5 (Spratt 1998; White, Cobb & Spratt 2000): means of five samples z, cut d ≤ half that minimises
 * Σ(z - mean)²/k² over the k kept; the first minimum. An incomplete last batch is left out. Undefined below two batches.
 */
export function mser(values: ArrayLike<number>, batch = 5) {
  if (!(Number.isInteger(batch) && batch >= 1))
    throw new RangeError(`A batch is a whole number above 0, got ${batch}`)
  const batches = Math.floor(values.length / batch)
  if (batches < 2) return undefined
  const means = Float64Array.from({ length: batches }, (_, k) => batchMean(values, k * batch, batch))
  const scale = exactScale(means)
  const limit = Math.floor(batches / 2)
  // From the end, so that each step adds one batch to a running mean and sum of squares (Welford).
  let running = 0
  let squares = 0
  let best = { cut: batches, criterion: Infinity, meanAfter: 0 }
  for (let cut = batches - 1; cut >= 0; cut--) {
    const kept = batches - cut
    const value = at(means, cut) / scale
    const distance = value - running
    running += distance / kept
    squares += distance * (value - running)
    if (cut > limit) continue
    const criterion = squares / (kept * kept)
    if (criterion <= best.criterion * (1 + 1e-12)) best = { cut, criterion, meanAfter: running }
  }
  return {
    batches,
    truncateBatches: best.cut,
    truncateSamples: best.cut * batch,
    /**
     * The criterion at the optimum: squared standard error of the remaining batch means, without the n-1. Infinity if
     * the square overflows.
     */
    criterion: best.criterion * scale * scale,
    /** Mean of the batches kept. */
    meanAfter: best.meanAfter * scale,
    /** The optimum is at half the series: no steady state was found. */
    atLimit: best.cut === limit,
  }
}

function batchMean(values: ArrayLike<number>, start: number, length: number): number {
  return mean(Float64Array.from({ length }, (_, i) => at(values, start + i))) ?? 0
}
