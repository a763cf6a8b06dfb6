import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCase } from '../../../../src/core/statistics/comparison/compare-case'
import type {
  CaseComparison,
  ComparisonOptions,
} from '../../../../src/core/statistics/comparison/case-comparison'
import { mean } from '../../../../src/core/statistics/summary/moments'

const many = { numRuns: 1000 }
const modes = ['default', 'robust'] as const
/** Runs around 1: scattered by up to two thirds, some of them equal. */
const side = fc
  .tuple(
    fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 25 }),
    fc.constantFrom(0.0001, 0.01, 0.1, 0.4, 0.66),
    fc.boolean(),
  )
  .map(([noise, spread, coarse]) => {
    // In steps, so that no two runs differ by their last digits alone: a tie is a tie in every unit.
    const steps = coarse ? 100 : 1e6
    return noise.map((one) => Math.round(steps * (1 + spread * one)) / steps)
  })
  .filter((runs) => new Set(runs).size > 1)
/** From a run of a broken drive in B/s to picoseconds. */
const size = fc.constantFrom(1e-9, 1e-3, 1, 137, 1e6, 3e9, 1e15)
const sides = fc
  .tuple(side, side, size, fc.constantFrom(0.01, 0.5, 0.97, 1, 1.02, 3, 80))
  .map(([a, b, unit, ratio]) => ({
    a: a.map((run) => run * unit),
    b: b.map((run) => run * unit * ratio),
  }))
const mode = fc.constantFrom(...modes)
const paired = (runs: { a: readonly number[]; b: readonly number[] }) => {
  const n = Math.min(runs.a.length, runs.b.length)
  return { a: runs.a.slice(0, n), b: runs.b.slice(0, n) }
}

const ratio = (percent: number | undefined) => (percent === undefined ? undefined : 1 + percent / 100)
const ends = ({ lowPercent, highPercent }: CaseComparison) => [ratio(lowPercent), ratio(highPercent)] as const

function close(actual: number | undefined, expected: number | undefined, rel = 1e-6): void {
  if (actual === undefined || expected === undefined) expect(actual).toBe(expected)
  else expect(Math.abs(actual - expected)).toBeLessThanOrEqual(rel * Math.abs(expected) + 1e-12)
}

const options = (more: Partial<ComparisonOptions>): ComparisonOptions => ({ better: 'higher', ...more })

describe('for any runs', () => {
  test('swapping the sides inverts the ratio and its interval, and keeps the p', () => {
    fc.assert(
      fc.property(sides, mode, fc.boolean(), (runs, mode, pairs) => {
        const { a, b } = pairs ? paired(runs) : runs
        const forward = compareCase(a, b, options({ mode, paired: pairs }))
        const backward = compareCase(b, a, options({ mode, paired: pairs }))
        close(backward.p, forward.p, 1e-5)
        // The median of an even number of ratios is the mean of two of them, so it has no exact inverse.
        const isMean = mode === 'robust' && (a.length * b.length) % 2 === 0
        if (!isMean) close(ratio(backward.differencePercent), 1 / (ratio(forward.differencePercent) ?? NaN))
        const [low, high] = ends(forward)
        if (low === undefined || high === undefined || low <= 1e-6 || backward.lowPercent === undefined)
          return
        const [otherLow, otherHigh] = ends(backward)
        close(otherLow, 1 / high, 1e-5)
        close(otherHigh, 1 / low, 1e-5)
      }),
      many,
    )
  })

  test('another unit changes no percentage and no p, and so no verdict', () => {
    const units = fc.constantFrom(1 / 1024, 1000 / 1024, 8, 1e9, 1e-12)
    fc.assert(
      fc.property(sides, fc.constantFrom(...modes, 'sigma' as const), units, ({ a, b }, mode, unit) => {
        const scaled = (runs: readonly number[]) => runs.map((run) => run * unit)
        const plain = compareCase(a, b, options({ mode }))
        const other = compareCase(scaled(a), scaled(b), options({ mode }))
        close(ratio(other.differencePercent), ratio(plain.differencePercent), 1e-9)
        close(other.p, plain.p, 1e-6)
        ends(plain).forEach((end, at) => close(ends(other)[at], end, 1e-6))
        const margins = [plain.lowPercent, plain.highPercent].map((end) => Math.abs(end ?? 7))
        // If an end is exactly on a limit of the verdict, the last digit decides.
        if (margins.every((end) => end > 1e-9 && Math.abs(end - 1) > 1e-9))
          expect(other.verdict).toBe(plain.verdict)
      }),
      many,
    )
  })

  test('the same runs with more noise on both sides never narrow the interval', () => {
    fc.assert(
      fc.property(sides, fc.boolean(), fc.double({ min: 1, max: 5, noNaN: true }), (runs, pairs, more) => {
        const { a, b } = pairs ? paired(runs) : runs
        const louder = (side: readonly number[]) => {
          const middle = mean(side) ?? 0
          return side.map((run) => middle + more * (run - middle))
        }
        const quiet = compareCase(a, b, options({}))
        const loud = compareCase(louder(a), louder(b), options({}))
        if (loud.lowPercent === undefined || loud.highPercent === undefined) return
        const width = ({ lowPercent = NaN, highPercent = NaN }: CaseComparison) => highPercent - lowPercent
        expect(width(loud)).toBeGreaterThanOrEqual(width(quiet) * (1 - 1e-9))
      }),
      many,
    )
  })

  test('so do ranks and pairs, if noise is a factor', () => {
    fc.assert(
      fc.property(sides, fc.boolean(), fc.double({ min: 1, max: 3, noNaN: true }), (runs, pairs, more) => {
        const { a, b } = pairs ? paired(runs) : runs
        const middle = (side: readonly number[]) => Math.exp(mean(side.map(Math.log)) ?? 0)
        const louder = (side: readonly number[]) =>
          side.map((run) => middle(side) * (run / middle(side)) ** more)
        const mode = pairs ? 'default' : 'robust'
        const quiet = ends(compareCase(a, b, options({ mode, paired: pairs })))
        const loud = ends(compareCase(louder(a), louder(b), options({ mode, paired: pairs })))
        if (quiet[0] === undefined || quiet[1] === undefined) return
        const width = ([low = NaN, high = NaN]: typeof quiet) => Math.log(high / low)
        expect(width(loud)).toBeGreaterThanOrEqual(width(quiet) * (1 - 1e-9) - 1e-12)
      }),
      many,
    )
  })
})
