import { upperRegularizedGamma } from '../special/gamma-beta'
import { RunsForPower, smallestNumber, testPower, type TestDesign } from './run-counts'

/** Chance that planned runs settle a verdict, if the difference and the scatter are as assumed. */
export const settlePower = 0.8
/** The scatter of a few runs is uncertain: plans assume its upper confidence limit at this level. */
export const scatterConfidence = 0.8

/**
 * Upper confidence limit of a standard deviation from a sample with `df` degrees of freedom, s √(df/χ²(1 - confidence,
 * df)), for normal values.
 */
export function upperDeviation(sd: number, df: number, confidence = scatterConfidence): number {
  return sd * Math.sqrt(df / chiSquareQuantile(1 - confidence, df))
}

/** The x below which a share `p` of χ² with `df` degrees of freedom lies, by bisection. */
function chiSquareQuantile(p: number, df: number): number {
  let [low, high] = [0, df]
  const isBelow = (x: number) => 1 - upperRegularizedGamma(df / 2, x / 2) < p
  while (isBelow(high)) high *= 2
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (isBelow(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * Runs a side that settle verdicts against a margin with `settlePower`, all on the log scale: a difference beyond the
 * margin has its interval at `level` outside, one within it has its 95 % interval inside on both ends. The gap that counts
 * is that between the difference and the margin.
 */
export class RunsToSettle {
  readonly #apart: RunsForPower
  readonly #within: readonly [least: RunsForPower, most: RunsForPower]

  constructor(
    private readonly plan: {
      readonly design: TestDesign
      /** Of the intervals behind better and worse, 0 to 1. */
      readonly level: number
      /** Above 0. */
      readonly margin: number
      readonly least: number
      readonly most: number
    },
  ) {
    const { design, level, least, most } = plan
    const test = (alpha: number, power: number) => new RunsForPower({ design, alpha, power, least, most })
    this.#apart = test(1 - level, settlePower)
    // If both ends are as near, each must succeed with half of the chance to fail.
    this.#within = [test(alphaWithin, settlePower), test(alphaWithin, (1 + settlePower) / 2)]
  }

  /**
   * `difference`: size of the log ratio; `scatter`: standard deviation of log values of single runs, or of log ratios of
   * pairs. Undefined if more than the most would be needed.
   */
  runs(difference: number, scatter: number): number | undefined {
    const { margin, design, most } = this.plan
    if (difference >= margin) return this.#apart.runs((difference - margin) / scatter)
    const [near, far] = [(margin - difference) / scatter, (margin + difference) / scatter]
    const [least, enough] = this.#within.map((one) => one.runs(near))
    if (least === undefined) return undefined
    const settles = (n: number) =>
      testPower(design, n, near, alphaWithin) + testPower(design, n, far, alphaWithin) - 1 >= settlePower
    return smallestNumber(least, enough ?? most, settles)
  }
}

const alphaWithin = 0.05
