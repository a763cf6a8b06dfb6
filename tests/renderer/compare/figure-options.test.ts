import { describe, expect, it } from 'vitest'
import { reportComparison } from '../../../src/core/comparison/texts/comparison-report'
import type { ComparisonSettings } from '../../../src/core/comparison/comparison-settings'
import { openCells } from '../../../src/renderer/views/compare/case/open-cells'
import { figureKindOf, compareViews, viewOfKind } from '../../../src/renderer/views/compare/compare-view'
import {
  comparisonFigure,
  figureDimensions,
  optionsOf,
  withHeld,
} from '../../../src/renderer/views/compare/figure/figure-options'
import { compareCampaigns } from '../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, selection, tenRuns } from '../../core/comparison/sample-data'

const settings: ComparisonSettings = {
  baseline: selection('campaign=1'),
  candidates: [selection('campaign=2')],
}
const data = comparisonData([
  { id: 1, runs: () => tenRuns(1000) },
  // Three wild runs at 0 % reads settle nothing.
  { id: 2, runs: ({ read_percent }) => (read_percent === 0 ? [900, 1000, 1150] : tenRuns(1200)) },
])
const report = reportComparison(compareCampaigns(data, settings))

describe('options of a comparison figure', () => {
  it('offer what distinguishes the cases', () => {
    expect(figureDimensions(report).map(({ key, levels }) => [key, levels.length])).toEqual([
      ['block_size', 2],
      ['read_percent', 3],
    ])
  })

  it('hold a parameter at a level and release it', () => {
    const held = withHeld({ xKey: 'read_percent' }, 'block_size', 4096)
    expect(held).toEqual({ xKey: 'read_percent', fixed: { block_size: 4096 } })
    expect(withHeld(held, 'block_size', undefined).fixed).toEqual({})
  })

  it('produce settings with only levels of this comparison, and are restored from a saved figure', () => {
    const options = { title: 'T', fixed: { block_size: 4096, test: 'gone', read_percent: 33 } }
    const figure = comparisonFigure('percent-difference', settings, report, options)
    expect(figure).toEqual({
      kind: 'percent-difference',
      campaignIds: [2],
      metric: 'iops',
      title: 'T',
      fixed: { block_size: 4096 },
      comparison: settings,
    })
    expect(optionsOf(figure)).toEqual({ title: 'T', fixed: { block_size: 4096 } })
  })
})

it('each figure is drawn by one view', () => {
  for (const { value } of compareViews) {
    const kind = figureKindOf(value)
    if (kind !== undefined) expect(viewOfKind(kind)).toBe(value)
  }
  expect(figureKindOf('table')).toBeUndefined()
})

it('cells with a verdict that more runs could settle are found by their verdicts', () => {
  const cells = openCells(report)
  expect(cells).toHaveLength(2)
  for (const cell of cells) {
    const { words, values } = report.cells.levels.find(({ key }) => key === 'read_percent') ?? {}
    expect(values?.[words?.places[cell] ?? -1]).toBe(0)
  }
})
