import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { welchT } from '../../../../src/core/statistics/comparison/welch'
import { fiellerRatio } from '../../../judge/fieller'
import {
  geometricMean,
  geometricSummary,
  logInterval,
  logRatioWelch,
  logTest,
  meansRatio,
  pairedLogRatio,
} from '../../../../src/core/statistics/comparison/log-ratio'
import { hodgesLehmannRatio } from '../../../../src/core/statistics/comparison/hodges-lehmann'
import type { Moments } from '../../../../src/core/statistics/summary/moments'

const sample = fc.record({
  n: fc.integer({ min: 2, max: 40 }),
  mean: fc.double({ min: 1, max: 1e9, noNaN: true }),
  cv: fc.double({ min: 0.001, max: 0.3, noNaN: true }),
})
const momentsOf = ({ n, mean, cv }: { n: number; mean: number; cv: number }): Moments => ({
  n,
  mean,
  sd: cv * mean,
})
const value = fc.double({ min: 1, max: 9, noNaN: true })
const runs = fc.array(fc.double({ min: 50, max: 200, noNaN: true }), { minLength: 2, maxLength: 12 })

const close = (actual: number, expected: number, rel = 1e-9) =>
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(rel * Math.abs(expected))

describe('ratio of means', () => {
  test("swapping the sides inverts Fieller's interval", () => {
    fc.assert(
      fc.property(sample, sample, (first, second) => {
        const [a, b] = [momentsOf(first), momentsOf(second)]
        const forward = fiellerRatio(a, b)!
        const backward = fiellerRatio(b, a)!
        close(backward.ratio, 1 / forward.ratio)
        close(backward.df, forward.df)
        fc.pre(forward.low !== undefined && backward.low !== undefined && forward.low > 0)
        close(backward.high!, 1 / forward.low, 1e-6)
        close(backward.low, 1 / forward.high!, 1e-6)
      }),
    )
  })

  test('another unit changes neither ratio nor interval nor p', () => {
    fc.assert(
      fc.property(sample, sample, fc.constantFrom(1 / 1024, 1e9), (first, second, factor) => {
        const scaled = (m: Moments) => ({ n: m.n, mean: m.mean * factor, sd: m.sd! * factor })
        const [a, b] = [momentsOf(first), momentsOf(second)]
        const plain = fiellerRatio(a, b)!
        const other = fiellerRatio(scaled(a), scaled(b))!
        close(other.ratio, plain.ratio)
        expect(other.unbounded).toBe(plain.unbounded)
        if (plain.low !== undefined) close(other.low!, plain.low, 1e-6)
        close(welchT(scaled(a), scaled(b))!.p + 1e-300, welchT(a, b)!.p + 1e-300, 1e-6)
      }),
    )
  })

  test('the same runs with more noise never narrow the interval', () => {
    fc.assert(
      fc.property(sample, sample, fc.double({ min: 1, max: 4, noNaN: true }), (first, second, more) => {
        const louder = (m: Moments) => ({ ...m, sd: m.sd! * more })
        const [a, b] = [momentsOf(first), momentsOf(second)]
        const quiet = fiellerRatio(a, b)!
        const loud = fiellerRatio(louder(a), louder(b))!
        if (loud.low === undefined) return
        expect(quiet.unbounded).toBe(false)
        const width = (interval: { low?: number; high?: number }) => interval.high! - interval.low!
        expect(width(loud)).toBeGreaterThanOrEqual(width(quiet) * (1 - 1e-9))
      }),
    )
  })

  test('the interval contains the ratio, and with little noise Fieller and the log scale agree', () => {
    fc.assert(
      fc.property(sample, sample, (first, second) => {
        const [a, b] = [momentsOf({ ...first, cv: 0.001 }), momentsOf({ ...second, cv: 0.001 })]
        const fieller = fiellerRatio(a, b)!
        const log = meansRatio(a, b)!
        expect(fieller.low!).toBeLessThan(fieller.ratio)
        expect(fieller.high!).toBeGreaterThan(fieller.ratio)
        close(log.low!, fieller.low!, 1e-3)
        close(log.high!, fieller.high!, 1e-3)
      }),
    )
  })

  test('an interval without 1 goes with a small p, as both rest on the same variances', () => {
    const a = { n: 10, mean: 100, sd: 2 }
    expect(welchT(a, { n: 10, mean: 104, sd: 2 })!.p).toBeLessThan(0.001)
    expect(fiellerRatio(a, { n: 10, mean: 104, sd: 2 })!.low!).toBeGreaterThan(1)
    expect(fiellerRatio(a, { n: 10, mean: 101, sd: 2 })!.low!).toBeLessThan(1)
  })

  test('a baseline with an uncertainty as large as itself has no interval', () => {
    const interval = fiellerRatio({ n: 3, mean: 10, sd: 12 }, { n: 10, mean: 10, sd: 1 })!
    expect(interval).toMatchObject({ ratio: 1, unbounded: true })
    expect(interval.g).toBeGreaterThanOrEqual(1)
    expect(interval).not.toHaveProperty('low')
  })

  test('an undefined ratio has no interval', () => {
    const a = { n: 5, mean: 10, sd: 1 }
    expect(fiellerRatio({ n: 1, mean: 10 }, a)).toBeUndefined()
    expect(fiellerRatio({ ...a, mean: 0 }, a)).toBeUndefined()
    expect(fiellerRatio(a, { ...a, mean: -1 })).toBeUndefined()
    expect(fiellerRatio({ ...a, sd: 0 }, { ...a, sd: 0 })).toBeUndefined()
    expect(welchT({ ...a, sd: 0 }, { ...a, sd: 0 })).toBeUndefined()
    expect(logRatioWelch(a, { ...a, mean: 0 })).toBeUndefined()
    // A candidate that is always 0 is 0 times the baseline, for certain.
    expect(fiellerRatio(a, { n: 5, mean: 0, sd: 0 })).toMatchObject({ ratio: 0, low: 0, high: 0 })
  })
})

describe('paired runs', () => {
  test('swapping the sides inverts the interval and keeps the p', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 2 }), (pairs) => {
        fc.pre(new Set(pairs.map(([a, b]) => Math.round(1e6 * (b / a)))).size > 1)
        const a = pairs.map((pair) => pair[0])
        const b = pairs.map((pair) => pair[1])
        const forward = pairedLogRatio(a, b)!.estimate!
        const backward = pairedLogRatio(b, a)!.estimate!
        const [ends, turned] = [logInterval(forward), logInterval(backward)]
        if (ends && turned) close(turned.low, 1 / ends.high, 1e-6)
        expect(logTest(backward).p).toBeCloseTo(logTest(forward).p, 9)
      }),
    )
  })

  test('a drift that both sides share does not widen the interval', () => {
    const drift = [100, 120, 140, 160, 180, 200]
    const jitter = [1, 1.002, 0.998, 1.001, 0.999, 1]
    const b = drift.map((value, i) => value * 1.05 * jitter[i]!)
    const interval = logInterval(pairedLogRatio(drift, b)!.estimate!)!
    expect(interval.low).toBeGreaterThan(1.04)
    expect(interval.high).toBeLessThan(1.06)
    const moments = { n: 6, mean: 150, sd: 37.4 }
    expect(welchT(moments, { ...moments, mean: 157.5 })!.p).toBeGreaterThan(0.5)
  })

  test('sides of unequal length are refused, values without a ratio have none', () => {
    expect(() => pairedLogRatio([1, 2], [1])).toThrow('2 and 1')
    expect(pairedLogRatio([1, 0], [1, 2])).toBeUndefined()
    expect(pairedLogRatio([1], [2])).toBeUndefined()
  })
})

describe('other ratios', () => {
  test('the Hodges-Lehmann interval reverses with its sides', () => {
    fc.assert(
      fc.property(runs, runs, (a, b) => {
        const forward = hodgesLehmannRatio(a, b)!
        const backward = hodgesLehmannRatio(b, a)!
        expect(forward.low === undefined).toBe(backward.low === undefined)
        if (forward.low !== undefined) close(backward.high!, 1 / forward.low)
        if (forward.high !== undefined) close(backward.low!, 1 / forward.high)
      }),
    )
  })

  test('three runs a side bound no typical ratio, ten do', () => {
    expect(hodgesLehmannRatio([1, 2, 3], [2, 3, 4])).toEqual({ ratio: 1.5 })
    const tens = Array.from({ length: 10 }, (_, i) => 100 + i)
    const interval = hodgesLehmannRatio(tens, tens)!
    expect(interval.low!).toBeLessThan(1)
    expect(interval.high!).toBeGreaterThan(1)
  })

  test('the geometric mean of ratios does not depend on which side is the baseline', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1 }), (ratios) => {
        close(geometricMean(ratios.map((ratio) => 1 / ratio))!, 1 / geometricMean(ratios)!)
      }),
    )
    expect(geometricMean([])).toBeUndefined()
    expect(geometricMean([1.2, 0])).toBeUndefined()
    expect(geometricMean([1.2, -3])).toBeUndefined()
  })

  test('the interval of a geometric mean is that of its only ratio, and narrows with more of them', () => {
    const one = { ratio: 1.2, log: { logRatio: Math.log(1.2), standardError: 0.1, df: 7 } }
    const alone = logInterval(one.log)!
    expect(geometricSummary([one])).toEqual({
      ratio: expect.closeTo(1.2, 12) as number,
      low: expect.closeTo(alone.low, 12) as number,
      high: expect.closeTo(alone.high, 12) as number,
    })
    const four = geometricSummary([one, one, one, one])!
    expect(four.ratio).toBeCloseTo(1.2, 12)
    expect(Math.log(four.high! / four.low!)).toBeLessThan(0.5 * Math.log(alone.high / alone.low))
  })

  test('a ratio without a known uncertainty leaves the geometric mean without an interval', () => {
    const one = { ratio: 1.2, log: { logRatio: Math.log(1.2), standardError: 0.1, df: 7 } }
    expect(geometricSummary([one, { ratio: 1, log: undefined }])).not.toHaveProperty('low')
    expect(geometricSummary([one, { ratio: 1, log: 'exact' }])).toHaveProperty('low')
    expect(geometricSummary([{ ratio: 1, log: 'exact' }])).toEqual({ ratio: 1 })
  })
})
