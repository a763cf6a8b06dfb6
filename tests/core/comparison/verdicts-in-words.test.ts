import { describe, expect, test } from 'vitest'
import type { ComparisonSettings } from '../../../src/core/comparison/comparison-settings'
import { flaggedRuns } from '../../../src/core/comparison/texts/case-report'
import { highlights, summaryText } from '../../../src/core/comparison/texts/summary-text'
import { MoreRunsOfCases } from '../../../src/core/comparison/texts/more-runs'
import { percentRefusal } from '../../../src/core/comparison/texts/percent-refusal'
import {
  differenceText,
  differenceWithInterval,
  intervalText,
  pText,
  signedNumber,
} from '../../../src/core/comparison/texts/percent-text'
import { testPower } from '../../../src/core/statistics/planning/run-counts'
import { RunsToSettle, upperDeviation } from '../../../src/core/statistics/planning/settle-runs'
import { compareCampaigns } from '../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, selection, tenRuns, type SampleCampaign } from './sample-data'

/** Six cases: better, worse, equivalent, small, inconclusive, and one with a single run. */
const effects = [1.1, 0.9, 1.001, 1.012, 1.01, 1.05]
const spreads = [0.01, 0.01, 0.002, 0.01, 0.05, 0]
const order = ['4096,100', '4096,50', '4096,0', '65536,100', '65536,50', '65536,0']
const place = (l: Readonly<Record<string, unknown>>) =>
  order.indexOf(`${String(l.block_size)},${String(l.read_percent)}`)
const runsOf = (l: Readonly<Record<string, unknown>>, effect: number) => {
  const runs = tenRuns(1000 * effect, spreads[place(l)])
  return place(l) === 5 ? runs.slice(0, 1) : runs
}
const before: SampleCampaign = { id: 1, configuration: 'firmware A', runs: (l) => runsOf(l, 1) }
const after: SampleCampaign = {
  id: 2,
  configuration: 'firmware B',
  runs: (l) => runsOf(l, effects[place(l)] ?? 1),
}
const sides: ComparisonSettings = {
  baseline: selection('configuration=firmware A'),
  candidates: [selection('configuration=firmware B')],
}
const compare = (settings: Partial<ComparisonSettings> = {}, other: SampleCampaign = after) =>
  compareCampaigns(comparisonData([before, other]), { ...sides, ...settings })

describe('numbers as they are printed', () => {
  test.each([
    [1.254, '+1.25'],
    [-3.1, '\u22123.10'],
    [0.004, '0.00'],
    [-0.004, '0.00'],
    [-0, '0.00'],
    [99.996, '+100.0'],
    [123.456, '+123.5'],
  ])('%f is %s', (percent, text) => {
    expect(signedNumber(percent)).toBe(text)
    expect(differenceText(percent)).toBe(`${text}\u202f%`)
  })

  test('intervals', () => {
    expect(intervalText(-1.5, 2)).toBe('\u22121.5 to +2.0\u202f%')
    expect(intervalText(407, 1040)).toBe('+407 to +1,040\u202f%')
  })

  test('have as many digits as the interval justifies', () => {
    expect(differenceWithInterval(4.43513, -1.7479, 11.0073)).toBe('+4.4\u202f% (\u22121.7 to +11.0\u202f%)')
    expect(differenceWithInterval(69.92, -28.33, 302.86)).toBe('+70\u202f% (\u221228 to +303\u202f%)')
    expect(differenceWithInterval(0.0123, 0.0101, 0.0145)).toBe('+0.0123\u202f% (+0.0101 to +0.0145\u202f%)')
    expect(differenceWithInterval(-0.0004, -0.4, 0.4)).toBe('0.00\u202f% (\u22120.40 to +0.40\u202f%)')
    expect(differenceWithInterval(20, 20, 20)).toBe('+20.00\u202f% (+20.00 to +20.00\u202f%)')
    expect(differenceWithInterval(-12.345, undefined, undefined)).toBe('\u221212.35\u202f%')
  })

  test('p values', () => {
    expect([pText(0.01234), pText(0.0001)]).toEqual(['0.012', '<\u202f0.001'])
  })
})

describe('findings', () => {
  test('are significant after adjustment and not equivalent, the largest first', () => {
    const comparison = compare()
    const { best, worst, significant } = highlights(comparison)
    expect(comparison.candidates[0]?.cells.map((cell) => cell.comparison.verdict)).toEqual([
      'better',
      'worse',
      'equivalent',
      'better_small_or_uncertain',
      'inconclusive',
      'not_tested',
    ])
    expect(significant.map(({ cell }) => place(cell.levels))).toEqual([0, 1, 3])
    expect(best?.gainPercent).toBeCloseTo(10, 1)
    expect(worst?.gainPercent).toBeCloseTo(-10, 1)
  })

  test('are reversed if lower is better', () => {
    const latency = { test: 'random-mix', direction: 'total', metric: 'latency_mean', unit: 'ns' } as const
    const data = comparisonData([
      { ...before, quantity: latency },
      { ...after, quantity: latency },
    ])
    const { best, worst } = highlights(compareCampaigns(data, sides))
    expect([best?.cell.comparison.verdict, best?.gainPercent]).toEqual(['better', expect.closeTo(10, 1)])
    expect(worst?.cell.comparison.differencePercent).toBeCloseTo(10, 1)
  })
})

describe('the summary', () => {
  test('states what the verdicts support', () => {
    const comparison = compare()
    const [best, worst] = comparison.candidates[0]?.cells ?? []
    const interval = (cell: typeof best) =>
      intervalText(cell?.selectedInterval?.lowPercent ?? NaN, cell?.selectedInterval?.highPercent ?? NaN)
    expect(summaryText(comparison)).toBe(
      'firmware B against firmware A (= 0\u202f%), IOPS, 6 cases: 1 better by more than 1\u202f%, 1 worse by more than 1\u202f%, ' +
        '1 equivalent within ±1\u202f%, 1 small or uncertain, 1 inconclusive, 1 not tested. ' +
        'After adjustment over 5 tests 3 differences are significant at 5\u202f%. ' +
        `Largest improvement (largest of 5): +10.00\u202f%, interval ${interval(best)} at the level 97\u202f% that allows for the selection (4\u202fKiB · 100\u202f% read). ` +
        `Largest loss (largest of 5): \u221210.00\u202f%, interval ${interval(worst)} at the level 97\u202f% that allows for the selection (4\u202fKiB · 50\u202f% read). ` +
        'Geometric mean of the ratios of IOPS: +1.03\u202f%.',
    )
  })

  test('begins with a capital, but writes names as they are', () => {
    const levels = { axes: [{ key: 'dedupe_percent', levels: [98, 50] }], runs: () => tenRuns(1000) }
    const data = comparisonData([{ id: 1, ...levels }])
    const sides = {
      baseline: selection('dedupe_percent=98'),
      candidates: [selection('dedupe_percent=50')],
    }
    expect(summaryText(compareCampaigns(data, sides))).toMatch(
      /^Dedupe 50\u202f% against dedupe 98\u202f% \(/,
    )
    const named = { ...sides, names: [{ side: sides.candidates[0] ?? [], name: 'half of it' }] }
    expect(summaryText(compareCampaigns(data, named))).toMatch(/^half of it against dedupe/)
  })

  test('claims nothing if nothing is significant', () => {
    const same: SampleCampaign = { ...after, runs: (l) => runsOf(l, 1).map((value, at) => value + (at % 2)) }
    const text = summaryText(compare({}, same))
    expect(text).toContain('no difference is significant at 5\u202f%.')
    expect(text).not.toMatch(/improvement|loss/)
  })

  test('describes the sigma rule in its own words', () => {
    expect(summaryText(compare({ mode: 'sigma' }))).toContain('3 meaningful by the sigma rule (2 up, 1 down)')
  })
})

describe('a chart of percentages', () => {
  test('is refused until the compared factor is named and the others are accepted', () => {
    const data = comparisonData([before, { ...after, kernel: '6.1.0' }])
    const byId = { baseline: selection('campaign=1'), candidates: [selection('campaign=2')] }
    const refusal = (settings: ComparisonSettings) => percentRefusal(compareCampaigns(data, settings))
    expect(refusal(byId)).toMatchObject({
      reason: 'factor-not-named',
      remedy: 'Name it; what differs is kernel.',
    })
    const twice = comparisonData([before, { ...after, kernel: '6.1.0', model: 'Drive B' }])
    expect(percentRefusal(compareCampaigns(twice, byId))?.remedy).toBe(
      'Name it; what differs is device, device serial number and kernel.',
    )
    expect(refusal({ ...byId, factors: ['kernel'] })).toBeUndefined()
    expect(refusal(sides)).toEqual({
      reason: 'not-accepted',
      text: 'Besides the compared factor, this differs: kernel (6.18.0-1-amd64 → 6.1.0).',
      remedy: 'Write why that is acceptable; the text goes into the caption.',
    })
    expect(refusal({ ...sides, acceptance: '  ' })?.reason).toBe('not-accepted')
    expect(refusal({ ...sides, acceptance: 'The drive was tested with both kernels.' })).toBeUndefined()
  })

  test('does not ask about what comes with the compared factor', () => {
    const data = comparisonData([before, { ...after, model: 'Drive B', firmware: '2' }])
    const comparison = compareCampaigns(data, {
      baseline: selection('device=Drive A'),
      candidates: [selection('device=Drive B')],
    })
    expect(percentRefusal(comparison)).toBeUndefined()
  })
})

describe('more runs', () => {
  test('are suggested for an open verdict: enough to settle it at the level of the family, at least five', () => {
    const comparison = compare({ marginPercent: 4 })
    const cells = comparison.candidates[0]?.cells ?? []
    const moreRuns = new MoreRunsOfCases(comparison)
    const wanted = cells.map((cell) => moreRuns.of(cell))
    expect(wanted.map((one) => one !== undefined)).toEqual([false, false, false, false, true, true])
    const [a, b] = [cells[4]?.comparison.baseline, cells[4]?.comparison.candidate]
    const cv = (one: typeof a) => (one?.sd ?? NaN) / (one?.mean ?? NaN)
    const scatter = upperDeviation(Math.sqrt((cv(a) ** 2 + cv(b) ** 2) / 2), 18)
    const [family] = comparison.families
    const seen = Math.abs(Math.log1p((cells[4]?.comparison.differencePercent ?? NaN) / 100))
    const perSide = new RunsToSettle({
      ...{ design: 'samples', level: family!.level, margin: Math.log(1.04), least: 5, most: 100 },
    }).runs(seen, scatter)!
    expect(wanted[4]).toEqual({ perSide, baseline: perSide - 10, candidate: perSide - 10 })
    expect(wanted[5]).toEqual({ perSide: 5, baseline: 4, candidate: 4, isLeast: true })
  })

  test('are not suggested beyond a hundred a side: the reason is given, and what would reduce them', () => {
    const comparison = compare({ marginPercent: 0.1 })
    const found = new MoreRunsOfCases(comparison).of(comparison.candidates[0]!.cells[4]!)
    expect(found).toMatchObject({
      reason: expect.stringContaining('The scatter is too large for this margin') as string,
      remedy: expect.stringContaining('scatter less') as string,
    })
  })

  /** Two runs of a case, its only ones, against two others. */
  function only(baseline: readonly number[], candidate: readonly number[], marginPercent: number) {
    const axes = [{ key: 'read_percent', levels: [100] }]
    const data = comparisonData([
      { id: 1, configuration: 'firmware A', axes, runs: () => baseline },
      { id: 2, configuration: 'firmware B', axes, runs: () => candidate },
    ])
    const comparison = compareCampaigns(data, { ...sides, marginPercent })
    return new MoreRunsOfCases(comparison).of(comparison.candidates[0]!.cells[0]!)
  }

  test('are found for every input: no margin, runs that are nearly identical, runs that scatter wildly', () => {
    expect(only([1000, 1010], [1000, 1010], 0)).toMatchObject({
      reason: expect.stringContaining('margin of 0') as string,
    })
    expect(only([1000, 1010, 990], [1500, 1540, 1470], 0)).toMatchObject({ perSide: 5 })
    // With a difference of a billionth of the margin, the search took a minute.
    expect(only([1000, 1000.000000001], [1000, 1000.000000001], 1)).toMatchObject({ perSide: 5 })
    expect(only([1, 5000], [2, 5000], 0.01)).toHaveProperty('reason')
    expect(only([1e-200, 1.1e-200], [1.2e200, 1.3e200], 1)).toMatchObject({ perSide: 5 })
  })

  test('show with the promised chance that there is no difference, which takes an interval within both margins', () => {
    const found = only([1000, 1010, 990], [1000, 1010, 990], 1)
    const perSide = found && 'perSide' in found ? found.perSide : 0
    // The scatter is its 80 % upper limit, by four degrees of freedom.
    const scatter = upperDeviation(0.01, 4)
    const each = (runs: number) => testPower('samples', runs, Math.log(1.01) / scatter, 0.05)
    expect(2 * each(perSide) - 1).toBeGreaterThanOrEqual(0.8)
    expect(2 * each(perSide - 1) - 1).toBeLessThan(0.8)
  })

  test('a verdict from fewer than five runs is given, but is not settled', () => {
    expect(only([1000, 1001, 999], [1500, 1501, 1499], 1)).toEqual({
      ...{ perSide: 5, baseline: 2, candidate: 2, isLeast: true },
    })
    expect(only(tenRuns(1000).slice(0, 5), tenRuns(1500).slice(0, 5), 1)).toBeUndefined()
  })
})

describe('runs far from the others', () => {
  const flaggedOf = (values: readonly number[]) =>
    flaggedRuns({
      count: values.length,
      values: Float64Array.from(values),
      runIds: Float64Array.from(values, (_, at) => 100 + at),
      repetitions: Uint32Array.from(values, (_, at) => at + 1),
    })

  test('are named with their id, repetition and distance', () => {
    const flagged = flaggedOf([100, 101, 99, 100.5, 99.5, 100.2, 106, 150])
    expect(flagged).toEqual([
      { runId: 106, repetition: 7, value: 106, severity: 'mild' },
      { runId: 107, repetition: 8, value: 150, severity: 'severe' },
    ])
    expect(flaggedOf(tenRuns(100))).toEqual([])
  })
})
