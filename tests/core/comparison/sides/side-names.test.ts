import { describe, expect, test } from 'vitest'
import type { ComparisonSettings } from '../../../../src/core/comparison/comparison-settings'
import { reportComparison } from '../../../../src/core/comparison/texts/comparison-report'
import { sideName, withSideName } from '../../../../src/core/comparison/sides/side-names'
import { compareCampaigns } from '../../../../src/core/comparison/judge/compare-campaigns'
import { comparisonFigure } from '../../../../src/core/figures/kinds/build-figure'
import { comparisonData, selection, tenRuns } from '../sample-data'

const [a, b, c] = [selection('kernel=6.1'), selection('kernel=6.18'), selection('kernel=6.19')]
const data = comparisonData(
  ['6.1', '6.18', '6.19'].map((kernel, at) => ({
    id: at + 1,
    kernel,
    runs: (levels) => tenRuns((1e5 - Number(levels.block_size)) * (1 + at / 10)),
  })),
)
const sides: ComparisonSettings = { baseline: a, candidates: [b, c] }
const named: ComparisonSettings = {
  ...sides,
  names: [
    { side: a, name: 'Drive A' },
    { side: c, name: 'Drive <C>' },
  ],
}

describe('names of sides', () => {
  test('appear in figure, legend, caption, tables, report and numbers; sides without one keep their own', () => {
    const comparison = compareCampaigns(data, named)
    const settings = { campaignIds: [], metric: 'iops' } as const
    const bars = comparisonFigure(comparison, { ...settings, kind: 'comparison' }, { campaigns: [] })
    expect([...new Set(bars.series.map(({ label }) => label))]).toEqual([
      'Drive A',
      'kernel 6.18',
      'Drive <C>',
    ])
    expect(bars.title).toContain('kernel 6.18, Drive <C> against Drive A')
    const difference = comparisonFigure(
      comparison,
      { ...settings, kind: 'percent-difference' },
      { campaigns: [] },
    )
    expect(difference.caption).toContain('Change of kernel 6.18, Drive <C> relative to Drive A (= 0 %)')
    const { numbers } = difference
    const place = numbers?.columns.findIndex(({ key }) => key === 'candidate') ?? -1
    expect(new Set([...(numbers?.rows ?? [])].map((row) => row[place]))).toEqual(
      new Set(['kernel 6.18', 'Drive <C>']),
    )
    const table = comparisonFigure(comparison, { ...settings, kind: 'comparison-table' }, { campaigns: [] })
    expect(table.printed?.columns.map(({ label }) => label)).toContain('Drive A ± SD')
    const report = reportComparison(comparison)
    expect([report.baseline, ...report.candidates.map(({ label }) => label)]).toEqual([
      'Drive A',
      'kernel 6.18',
      'Drive <C>',
    ])
    expect(report.summary).toContain('Drive A')
  })

  test('follow the contents of a side, also when it becomes the baseline', () => {
    const swapped = compareCampaigns(data, { ...named, baseline: c, candidates: [b, a] })
    expect(swapped.baseline.label).toBe('Drive <C>')
    expect(swapped.candidates.map(({ candidate }) => candidate.label)).toEqual(['kernel 6.18', 'Drive A'])
  })

  test('that two sides share are refused', () => {
    const twice = { ...sides, names: [a, b].map((side) => ({ side, name: 'Drive A' })) }
    expect(() => compareCampaigns(data, twice)).toThrow(
      'kernel=6.1 and kernel=6.18 are both called "Drive A"',
    )
    const taken = { ...sides, names: [{ side: a, name: 'kernel 6.18' }] }
    expect(() => compareCampaigns(data, taken)).toThrow('both called "kernel 6.18"')
  })
})

describe('naming a side', () => {
  test('adds, replaces and removes a name', () => {
    const names = withSideName(sides, b, ' Drive B ')
    expect(names).toEqual([{ side: b, name: 'Drive B' }])
    expect(sideName(names, b)).toBe('Drive B')
    const again = withSideName({ ...sides, names }, b, 'B')
    expect(again).toEqual([{ side: b, name: 'B' }])
    expect(withSideName({ ...sides, names: again }, b, '')).toBeUndefined()
    expect(sideName(undefined, b)).toBeUndefined()
  })

  test('forgets the names of sides that are no longer compared', () => {
    const names = [{ side: selection('kernel=5.4'), name: 'Old' }]
    expect(withSideName({ ...sides, names }, a, 'New')).toEqual([{ side: a, name: 'New' }])
  })
})
