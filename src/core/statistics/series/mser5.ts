import { at } from '../at'
import { exactScale, mean } from '../summary/moments'

const usualBatch = 5

/**
 * MSER-5 (Spratt 1998; White, Cobb & Spratt 2000): means of five samples z, cut d ≤ half that minimises
 * Σ(z - mean)²/k² over the k kept; the first minimum. An incomplete last batch is left out. Undefined below two batches.
 */
export function mser(values: ArrayLike<number>, batch = usualBatch) {
  if (!(Number.isInteger(batch) && batch >= 1))
    throw new RangeError(`A batch is a whole number above 0, got ${batch}`)
  const batches = Math.floor(values.length / batch)
  if (batches < 2) return undefined
  const means = Float64Array.from({ length: batches }, (_, k) => batchMean(values, k * batch, batch))
  const scale = exactScale(means)
  const best = bestCut(means, scale)
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
    atLimit: best.cut === Math.floor(batches / 2),
  }
}

/** `means` from the place `start` on, going around its end. */
function bestCut(means: Float64Array, scale: number, start = 0) {
  const batches = means.length
  const limit = Math.floor(batches / 2)
  // From the end, so that each step adds one batch to a running mean and sum of squares (Welford).
  let running = 0
  let squares = 0
  let best = { cut: batches, criterion: Infinity, meanAfter: 0 }
  for (let cut = batches - 1; cut >= 0; cut--) {
    const kept = batches - cut
    const value = at(means, (start + cut) % batches) / scale
    const distance = value - running
    running += distance / kept
    squares += distance * (value - running)
    if (cut > limit) continue
    const criterion = squares / (kept * kept)
    if (criterion <= best.criterion * (1 + 1e-12)) best = { cut, criterion, meanAfter: running }
  }
  return best
}

/** Fewest samples from which a warm-up is proposed. */
export const leastForWarmUp = 100
/** Chance that a stationary series is taken for one with a warm-up. */
const alpha = 0.05
/** Turns of the series that its start is compared with. */
const mostTurns = 400

/**
 * The cut of MSER-5 if it beats what chance gives, from 100 samples on. In a stationary series every place may be the
 * start: the cut counts only if at most 5 % of the series turned around its end reach as small a criterion.
 */
export function warmUpCut(values: ArrayLike<number>): ReturnType<typeof mser> {
  const found = values.length < leastForWarmUp ? undefined : mser(values)
  if (found === undefined || found.truncateBatches === 0) return undefined
  const { batches } = found
  const means = Float64Array.from({ length: batches }, (_, k) =>
    batchMean(values, k * usualBatch, usualBatch),
  )
  const scale = exactScale(means)
  const own = bestCut(means, scale).criterion
  const turns = Math.min(batches, mostTurns)
  let smaller = 0
  for (let turn = 1; turn < turns; turn++) {
    const start = Math.floor((turn * batches) / turns)
    if (bestCut(means, scale, start).criterion < own * (1 - 1e-9)) smaller++
  }
  return smaller + 1 <= Math.max(1, alpha * turns) ? found : undefined
}

function batchMean(values: ArrayLike<number>, start: number, length: number): number {
  return mean(Float64Array.from({ length }, (_, i) => at(values, start + i))) ?? 0
}
