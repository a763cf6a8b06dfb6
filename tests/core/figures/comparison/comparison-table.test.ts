import { describe, expect, it } from 'vitest'
import { figureContent } from '../../../../src/core/document/document'
import type { FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { compareCampaigns } from '../../../../src/core/comparison/judge/compare-campaigns'
import { comparisonFigure } from '../../../../src/core/figures/kinds/build-figure'
import { comparisonData, selection, tenRuns, type SampleCampaign } from '../../comparison/sample-data'

const axes = [
  { key: 'block_size', levels: [4096, 65536] },
  { key: 'read_percent', levels: [100, 0] },
]
const sample = (id: number, firmware: string, factor: number): SampleCampaign => ({
  id,
  configuration: `firmware ${firmware}`,
  firmware,
  axes,
  runs: (l) => tenRuns((2e5 - Number(l.block_size)) * factor),
})
const comparison = compareCampaigns(comparisonData([sample(1, '1.0', 1), sample(2, '1.1', 1.1)]), {
  baseline: selection('firmware=1.0'),
  candidates: [selection('firmware=1.1')],
})
const settings = (kind: FigureSettings['kind']): FigureSettings => ({ kind, campaignIds: [], metric: 'iops' })
const build = (kind: 'advantage-table' | 'comparison-table') =>
  comparisonFigure(comparison, settings(kind), { campaigns: [] })

describe('the table of everything', () => {
  it('prints what distinguishes the cases, both means in one unit, difference, interval, p and verdict', () => {
    const figure = build('comparison-table')
    const { table, caption } = figureContent(figure)
    expect(table.columns.map(({ heading }) => heading)).toEqual([
      'Block size',
      'Reads',
      'n',
      'firmware 1.0 ± SD (k IOPS)',
      'firmware 1.1 ± SD (k IOPS)',
      'Difference',
      '95\u202f% interval',
      'p',
      'Adjusted p',
      'Verdict',
    ])
    expect(table.rows).toHaveLength(4)
    expect([...table.rows][0]?.slice(0, 3)).toEqual(['4\u202fKiB', '100\u202f%', '10'])
    expect([...table.rows][0]?.[5]).toBe('+10.00\u202f%')
    expect(caption).toContain('interval at the family’s level (95 % over 4 cells) beyond ±1 %')
    // The file of numbers has base units and every run.
    expect(figure.numbers?.columns.map(({ key }) => key)).toContain('candidate_run_10')
  })
})

it('has no column that names the test again', () => {
  const measured = (id: number, firmware: string, pattern: string, factor: number): SampleCampaign => ({
    ...sample(id, firmware, factor),
    axes: [{ key: 'pattern', levels: [pattern] }],
    quantity: { test: pattern, direction: 'total', metric: 'iops', unit: 'IOPS' },
    runs: () => tenRuns(1e5 * factor),
  })
  const data = comparisonData([
    ...['random-read', 'random-write'].map((pattern, at) => measured(at + 1, '1.0', pattern, 1)),
    ...['random-read', 'random-write'].map((pattern, at) => measured(at + 3, '1.1', pattern, 1.1)),
  ])
  const made = compareCampaigns(data, {
    baseline: selection('firmware=1.0'),
    candidates: [selection('firmware=1.1')],
  })
  const { table } = figureContent(comparisonFigure(made, settings('comparison-table'), { campaigns: [] }))
  const headings = table.columns.map(({ heading }) => heading)
  expect(headings).toContain('Test')
  expect(headings).not.toContain('Pattern')
})

it('prints the smallest mean beside the largest without leading zeros', () => {
  const wide = (id: number, firmware: string): SampleCampaign => ({
    ...sample(id, firmware, 1),
    runs: (l) => tenRuns(l.block_size === 4096 ? 1.3e6 : 1000),
  })
  const made = compareCampaigns(comparisonData([wide(1, '1.0'), wide(2, '1.1')]), {
    baseline: selection('firmware=1.0'),
    candidates: [selection('firmware=1.1')],
  })
  const { table } = figureContent(comparisonFigure(made, settings('comparison-table'), { campaigns: [] }))
  const at = table.columns.findIndex(({ heading }) => heading === 'firmware 1.0 ± SD (k IOPS)')
  expect([...table.rows].map((row) => row[at]?.split('.')[0])).toEqual(['1,300', '1,300', '1', '1'])
})

describe('the table of ratios', () => {
  it('says that it holds ratios, not differences', () => {
    const { table, caption, title } = figureContent(build('advantage-table'))
    expect(title).toContain('ratio in percent')
    expect(caption).toContain('A ratio, not a difference')
    expect(caption).toContain('In brackets: 95 % interval of the ratio of means.')
    for (const row of table.rows) expect(row.at(-1)).toBe('110.00 (109.28 to 110.73)')
  })

  it('is refused, like a chart of percentages, until what else differs is accepted', () => {
    const other = { ...sample(2, '1.1', 1.1), kernel: '6.18' }
    const data = comparisonData([{ ...sample(1, '1.0', 1), kernel: '6.1' }, other])
    const open = compareCampaigns(data, {
      baseline: selection('firmware=1.0'),
      candidates: [selection('firmware=1.1')],
    })
    expect(() => comparisonFigure(open, settings('advantage-table'), { campaigns: [] })).toThrow('kernel')
  })
})
