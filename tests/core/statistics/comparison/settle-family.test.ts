import { normals, simulated, slack } from '../simulation'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCases, type CasePair } from '../../../../src/core/statistics/comparison/settle-family'
import { benjaminiHochberg, isDiscovery } from '../../../../src/core/statistics/comparison/benjamini-hochberg'
import type { CaseComparison } from '../../../../src/core/statistics/comparison/case-comparison'
import { compareCase } from '../../../../src/core/statistics/comparison/compare-case'
import { logInterval } from '../../../../src/core/statistics/comparison/log-ratio'
import { normalQuantile } from '../../../../src/core/statistics/special/distributions'
import { seededRandom } from '../../../../src/core/statistics/special/seeded-random'

const options = { better: 'higher', marginPercent: 1 } as const
const tens = (mean: number, step = 1) => Array.from({ length: 10 }, (_, i) => mean + (i - 4.5) * step)

describe('a family', () => {
  test('counts only cases with a p, and keeps the others unchanged', () => {
    const family = compareCases(
      [
        { baseline: tens(1000), candidate: tens(2000) },
        { baseline: tens(1000), candidate: tens(500) },
        { baseline: [1], candidate: [1] },
        { baseline: [], candidate: [1] },
      ],
      options,
    )
    expect(family).toMatchObject({ tested: 2, discoveries: 2, level: 0.95 })
    expect(family.adjustedP.map((p) => p === undefined)).toEqual([false, false, true, true])
    expect(family.verdicts).toEqual(['better', 'worse', 'not_tested', 'missing'])
    expect(compareCases([], options)).toMatchObject({ tested: 0, discoveries: 0, verdicts: [] })
  })

  test('a tie at exactly q counts, despite binary rounding', () => {
    expect(isDiscovery(0.0500001, 0.05)).toBe(false)
    expect(isDiscovery(undefined, 0.05)).toBe(false)
    let above = 0
    for (let cells = 1; cells <= 60; cells++)
      for (let rank = 1; rank <= cells; rank++) {
        const p = [...Array<number>(rank).fill((0.05 * rank) / cells), ...Array<number>(cells - rank).fill(1)]
        const [adjusted = 1] = benjaminiHochberg(p)
        if (adjusted > 0.05) above++
        expect(isDiscovery(adjusted, 0.05)).toBe(true)
      }
    // 0.05 · 3/10 · 10/3 is 0.05000000000000001 or the like in hundreds of them.
    expect(above).toBeGreaterThan(100)
  })

  test('a difference that is significant alone is not among many null ones', () => {
    const pair = { baseline: [1000, 1010, 990], candidate: [1030, 1045, 1022] }
    const none = { baseline: [1000, 1030, 985], candidate: [995, 1024, 1001] }
    expect(compareCase(pair.baseline, pair.candidate, { ...options, marginPercent: 0 }).verdict).toBe(
      'better',
    )
    const family = compareCases([pair, ...Array<CasePair>(20).fill(none)], { ...options, marginPercent: 0 })
    expect(family.discoveries).toBe(0)
    expect(family.level).toBeCloseTo(1 - 0.05 / 21, 12)
    expect(new Set(family.verdicts)).toEqual(new Set(['inconclusive']))
  })

  test('lower is better swaps better and worse', () => {
    const cells = [{ baseline: tens(1000), candidate: tens(1100) }]
    expect(compareCases(cells, { ...options, better: 'lower' }).verdicts).toEqual(['worse'])
  })
})

/** Families of random cells: sizes, scatter and differences of every kind; the same for the same seed. */
const cell = fc
  .record({
    n: fc.tuple(fc.integer({ min: 3, max: 12 }), fc.integer({ min: 3, max: 12 })),
    spread: fc.constantFrom(0.001, 0.01, 0.1, 0.4),
    ratio: fc.constantFrom(0.2, 0.9, 0.99, 1, 1, 1, 1.01, 1.1, 4),
    seed: fc.integer({ min: 1, max: 1e9 }),
  })
  .map(({ n, spread, ratio, seed }): CasePair => {
    const random = seededRandom(seed)
    const runs = (count: number, mean: number) =>
      Array.from(
        { length: count },
        () => mean * Math.exp(spread * normalQuantile(0.5 + 0.999 * (random() - 0.5))),
      )
    return { baseline: runs(n[0], 1000), candidate: runs(n[1], 1000 * ratio) }
  })
const families = fc.array(cell, { minLength: 1, maxLength: 30 })
const gain = ({ differencePercent = 0 }: Pick<CaseComparison, 'differencePercent'>) => differencePercent

describe('for any runs', () => {
  test('interval, p and verdict never disagree', () => {
    fc.assert(
      fc.property(families, fc.constantFrom(0, 0.5, 1, 5), (pairs, marginPercent) => {
        const family = compareCases(pairs, { better: 'higher', marginPercent })
        let discoveries = 0
        family.cases.forEach((one, at) => {
          const { p, lowPercent, highPercent, differencePercent, log, verdict } = one
          if (p === undefined || log === undefined) throw new Error('Every one of these cases has a test')
          // The interval excludes 0 if and only if p is below its level; at this distance rounding does not matter.
          if (Math.abs(p - 0.05) > 1e-9) expect(lowPercent! > 0 || highPercent! < 0).toBe(p < 0.05)
          expect(lowPercent!).toBeGreaterThan(-100)
          expect(lowPercent!).toBeLessThanOrEqual(differencePercent!)
          expect(highPercent!).toBeGreaterThanOrEqual(differencePercent!)
          const found = isDiscovery(family.adjustedP[at], 0.05)
          if (found) discoveries++
          // The interval at the family's level identifies discoveries just as the adjusted p does.
          const ends = logInterval(log, family.level)
          if (ends && family.discoveries > 0 && Math.abs(family.adjustedP[at]! - 0.05) > 1e-6)
            expect(ends.low > 1 || ends.high < 1).toBe(found)
          if (verdict === 'better') expect([found, gain(one) > marginPercent]).toEqual([true, true])
          if (verdict === 'worse') expect([found, gain(one) < -marginPercent]).toEqual([true, true])
          if (verdict === 'equivalent')
            expect(Math.max(Math.abs(lowPercent!), Math.abs(highPercent!))).toBeLessThanOrEqual(marginPercent)
          if (verdict === 'inconclusive') expect(found).toBe(false)
        })
        expect(family.discoveries).toBe(discoveries)
      }),
      { numRuns: 300 },
    )
  })
})

/** Reviews of two identical drives in which at least one of 22 cells with three runs is called better or worse. */
const seed = 20261122

describe('two identical drives, 22 cells, n = 3', () => {
  test.each([
    ['normal', 0.02],
    ['normal', 0.1],
    ['lognormal', 0.02],
    ['lognormal', 0.3],
  ] as const)('%s scatter of %d: hardly any review calls a difference', (kind, cv) => {
    const reviews = simulated(300)
    const random = seededRandom(seed)
    const run = () => {
      const z = normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random())))
      return 1000 * (kind === 'normal' ? Math.max(1e-3, 1 + cv * z) : Math.exp(cv * z))
    }
    const three = () => [run(), run(), run()]
    let called = 0
    let calledAlone = 0
    for (let review = 0; review < reviews; review++) {
      const pairs = Array.from({ length: 22 }, () => ({ baseline: three(), candidate: three() }))
      const family = compareCases(pairs, options)
      if (family.verdicts.some((verdict) => verdict === 'better' || verdict === 'worse')) called++
      const alone = pairs.map(({ baseline, candidate }) => compareCase(baseline, candidate, options).verdict)
      if (alone.some((verdict) => verdict === 'better' || verdict === 'worse')) calledAlone++
    }
    const [share, shareAlone] = [called / reviews, calledAlone / reviews]
    expect(share).toBeLessThanOrEqual(0.02 + slack(0.02, reviews))
    expect(shareAlone).toBeGreaterThan(0.15)
  })
})

describe('the largest of many', () => {
  test.each([
    [0.02, 0.75],
    [0.04, 0.1],
  ])(
    'is within its interval at the level of the family, and often outside its own (scatter %d)',
    (scatter, most) => {
      const normal = normals(81)
      const tries = simulated(400)
      let [plain, selected, reviews] = [0, 0, 0]
      for (let at = 0; at < tries; at++) {
        const side = (mean: number) => Array.from({ length: 5 }, () => mean * Math.exp(scatter * normal()))
        const pairs = Array.from({ length: 22 }, () => ({ baseline: side(1000), candidate: side(1030) }))
        const family = compareCases(pairs, { better: 'higher', marginPercent: 1 })
        const places = family.cases.flatMap((_, place) => (family.selectedIntervals[place] ? [place] : []))
        if (places.length === 0) continue
        reviews++
        const difference = (place: number) => family.cases[place]!.differencePercent!
        const [largest = 0] = places.sort((a, b) => difference(b) - difference(a))
        const { lowPercent, highPercent } = family.cases[largest]!
        if (lowPercent! <= 3 && highPercent! >= 3) plain++
        const wide = family.selectedIntervals[largest]!
        if (wide.lowPercent <= 3 && wide.highPercent >= 3) selected++
      }
      expect(reviews).toBeGreaterThan(30)
      expect(plain / reviews).toBeLessThan(most)
      expect(selected / reviews).toBeGreaterThanOrEqual(0.86 - slack(0.86, reviews))
    },
  )
})
