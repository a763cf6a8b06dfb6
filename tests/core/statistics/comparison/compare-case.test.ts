import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCase } from '../../../../src/core/statistics/comparison/compare-case'
import { compareMoments } from '../../../../src/core/statistics/comparison/compare-moments'
import { familyVerdict } from '../../../../src/core/statistics/comparison/verdict'
import { noteText, verdictText } from '../../../../src/core/statistics/comparison/case-comparison'

const higher = { better: 'higher' } as const
const lower = { better: 'lower' } as const
const tens = (mean: number, step = 1) => Array.from({ length: 10 }, (_, i) => mean + (i - 4.5) * step)

describe('edge cases', () => {
  test('a missing side has no number at all', () => {
    expect(compareCase([], [1, 2, 3], higher)).toMatchObject({
      verdict: 'missing',
      difference: undefined,
      differencePercent: undefined,
    })
    expect(compareCase([1, 2, 3], [], higher).verdict).toBe('missing')
  })

  test('a single run gives a difference and nothing else', () => {
    const comparison = compareCase([100], [110, 111, 112], higher)
    expect(comparison).toMatchObject({
      verdict: 'not_tested',
      notes: ['low_n'],
      lowPercent: undefined,
      p: undefined,
    })
    expect(comparison.differencePercent).toBeCloseTo(11, 12)
    expect(comparison.baseline?.sd).toBeUndefined()
  })

  test('two runs give an interval and hide the p', () => {
    const comparison = compareCase([100, 102], [110, 111], higher)
    expect(comparison).toMatchObject({ verdict: 'too_few_runs', p: undefined, secondP: undefined })
    expect(comparison.lowPercent).toBeCloseTo(1.7601016587, 6)
  })

  test('without any spread there is no test', () => {
    expect(compareCase([5, 5, 5], [5, 5, 5], higher)).toMatchObject({
      verdict: 'identical',
      lowPercent: 0,
      p: undefined,
    })
    expect(compareCase([0.1, 0.1, 0.1], [0.3, 0.3, 0.3], higher).verdict).toBe('deterministic_difference')
  })

  test('a baseline of 0 or below has no percentage', () => {
    expect(compareCase([0, 0, 0], [1, 2, 3], higher)).toMatchObject({
      verdict: 'percent_undefined',
      difference: 2,
      differencePercent: undefined,
    })
    expect(compareCase([-1, -2, -3], [1, 2, 3], higher).verdict).toBe('percent_undefined')
    expect(compareCase([1, 2, 3], [-1, -2, -3], higher).verdict).toBe('percent_undefined')
  })

  test('a candidate without throughput has no percentage: log 0 does not exist', () => {
    expect(compareCase([1, 2, 3], [0, 0, 0], higher)).toMatchObject({
      verdict: 'percent_undefined',
      difference: -2,
      estimator: undefined,
    })
  })

  test('a noisy baseline has a wide interval without impossible values', () => {
    const comparison = compareCase([1, 100, 2, 3], [50, 51, 52, 53], higher)
    expect(comparison.verdict).toBe('inconclusive')
    expect(comparison.lowPercent!).toBeGreaterThan(-100)
    expect(comparison.highPercent!).toBeGreaterThan(1000)
  })

  test('runs of any size are compared: 1e±200 have squares that overflow', () => {
    const plain = compareCase([10, 11, 12], [12, 13, 15], higher)
    for (const unit of [1e200, 1e-200, 1e-300]) {
      const scaled = (runs: readonly number[]) => runs.map((run) => run * unit)
      const comparison = compareCase(scaled([10, 11, 12]), scaled([12, 13, 15]), higher)
      expect(comparison.verdict).toBe(plain.verdict)
      expect(comparison.p!).toBeCloseTo(plain.p!, 9)
      expect(comparison.highPercent!).toBeCloseTo(plain.highPercent!, 6)
    }
  })

  test('a run that is not a number is refused by its index', () => {
    expect(() => compareCase([1, 2, NaN], [1, 2, 3], higher)).toThrow('Run 2 of the baseline')
  })
})

describe('default mode', () => {
  test('polarity decides which way is better', () => {
    expect(compareCase(tens(1000), tens(1100), higher).verdict).toBe('better')
    expect(compareCase(tens(1000), tens(1100), lower).verdict).toBe('worse')
    expect(compareCase(tens(1000), tens(1001), lower).verdict).toBe('equivalent')
    expect(compareCase(tens(1000, 3), tens(1010, 3), lower).verdict).toBe('worse_small_or_uncertain')
    expect(compareCase(tens(1000, 10), tens(1005, 10), higher).verdict).toBe('inconclusive')
  })

  test('one wild run makes mean and typical run disagree, and is not dropped', () => {
    const wild = [...tens(1000).slice(0, 9), 5000]
    const comparison = compareCase(tens(1000), wild, higher)
    expect(comparison.notes).toEqual(['mean_and_typical_run_disagree'])
    expect(comparison.candidate?.mean).toBeGreaterThan(1300)
    expect(comparison.typicalPercent!).toBeLessThan(1)
  })

  test('below five runs a side ranks cannot decide', () => {
    const comparison = compareCase([100, 101, 102], [120, 121, 122], higher)
    expect(comparison.verdict).toBe('better')
    expect(comparison).toMatchObject({ secondP: undefined, typicalPercent: undefined })
    expect(compareCase(tens(100), tens(120), higher).secondP).toBeLessThan(0.001)
    expect(comparison.notes).toEqual(['low_n'])
  })

  test('interleaved runs are compared pair by pair, if each has a partner', () => {
    const a = [100, 120, 140, 160, 180, 200]
    const b = a.map((value, i) => value * (1.05 + 0.001 * (i % 3)))
    expect(compareCase(a, b, { ...higher, paired: true }).verdict).toBe('better')
    expect(compareCase(a, b, higher).verdict).toBe('inconclusive')
    const incomplete = compareCase(a, b.slice(1), { ...higher, paired: true })
    expect(incomplete.notes).toContain('pairs_incomplete')
  })

  test('interleaved runs of which one is 0 are two groups because a pair has no ratio', () => {
    const pairs = compareCase([100, 0, 98, 102, 99], [110, 112, 108, 111, 109], { ...higher, paired: true })
    expect(pairs.estimator).toBe('ratio_of_means')
    expect(pairs.notes).toContain('pairs_without_ratio')
    expect(pairs.notes).not.toContain('pairs_incomplete')
  })

  test('swapping the sides reverses a verdict', () => {
    const runs = fc.array(fc.double({ min: 90, max: 110, noNaN: true }), { minLength: 3, maxLength: 12 })
    const turned: Record<string, string> = {
      better: 'worse',
      worse: 'better',
      better_small_or_uncertain: 'worse_small_or_uncertain',
      worse_small_or_uncertain: 'better_small_or_uncertain',
    }
    fc.assert(
      fc.property(runs, runs, (a, b) => {
        const forward = compareCase(a, b, { ...higher, marginPercent: 0 })
        const backward = compareCase(b, a, { ...higher, marginPercent: 0 })
        fc.pre(forward.verdict !== 'deterministic_difference' && forward.verdict !== 'identical')
        expect(backward.verdict).toBe(turned[forward.verdict] ?? forward.verdict)
      }),
    )
  })
})

describe('other modes', () => {
  test('the sigma rule considers the candidate alone', () => {
    const comparison = compareCase(tens(1000, 40), tens(1040, 1), { ...higher, mode: 'sigma' })
    expect(comparison).toMatchObject({ verdict: 'meaningful', p: undefined })
    expect(comparison.highPercent! - comparison.differencePercent!).toBeCloseTo(
      (100 * comparison.candidate!.sd!) / comparison.candidate!.mean,
      12,
    )
    expect(compareCase(tens(1000, 40), tens(1040, 1), higher).verdict).toBe('inconclusive')
  })

  test('robust mode is not moved by one wild run', () => {
    const wild = [...tens(1100).slice(0, 9), 1e6]
    const comparison = compareCase(tens(1000), wild, { ...higher, mode: 'robust' })
    expect(comparison.verdict).toBe('better')
    expect(comparison.differencePercent!).toBeLessThan(12)
    expect(comparison.p!).toBeLessThan(0.001)
    expect(comparison.secondP!).toBeGreaterThan(0.05)
  })

  test('robust mode finds no interval in three runs and reports inconclusive', () => {
    expect(compareCase([100, 101, 102], [120, 121, 122], { ...higher, mode: 'robust' })).toMatchObject({
      verdict: 'inconclusive',
      lowPercent: undefined,
    })
  })

  test('published summaries are compared like runs, except by ranks', () => {
    const runs = [tens(1000, 5), tens(1030, 5)] as const
    const whole = compareCase(...runs, higher)
    const summary = compareMoments(whole.baseline, whole.candidate, higher)
    expect(summary).toMatchObject({ lowPercent: whole.lowPercent, p: whole.p, verdict: whole.verdict })
    expect(summary.secondP).toBeUndefined()
    expect(compareMoments(whole.baseline, whole.candidate, { ...higher, mode: 'robust' }).verdict).toBe(
      'runs_not_published',
    )
  })
})

test('verdicts on the edges of the margin', () => {
  const verdict = (
    lowPercent: number,
    highPercent: number,
    better: 'higher' | 'lower' = 'higher',
    margin = 1,
  ) => {
    const interval = { lowPercent, highPercent }
    const isDiscovery = lowPercent > 0 || highPercent < 0
    const differencePercent = (lowPercent + highPercent) / 2
    return familyVerdict(
      { isDiscovery, differencePercent, interval, familyInterval: () => interval },
      better,
      margin,
    )
  }
  expect(verdict(1, 2)).toBe('better_small_or_uncertain')
  expect(verdict(1.0000001, 2)).toBe('better')
  expect(verdict(-1, 1)).toBe('equivalent')
  expect(verdict(0, 2)).toBe('inconclusive')
  expect(verdict(-4, -2, 'lower')).toBe('better')
  expect(verdict(2, 4, 'higher', 5)).toBe('equivalent')
})

test('a reader learns why there is no verdict', () => {
  expect(verdictText(compareCase([100], [110], higher).verdict)).toBe('not tested (single run)')
  expect(verdictText(compareCase([5, 5], [6, 6], higher).verdict)).toContain('check timer')
  expect(compareCase([100, 101, 102], [120, 121, 122], higher).notes.map(noteText)).toEqual([
    'low n, no second opinion by ranks',
  ])
})
