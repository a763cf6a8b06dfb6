import { expect, test, vi } from 'vitest'
import FigureToolbar from '../../../src/renderer/views/compare/figure/FigureToolbar.vue'
import { compareCampaigns } from '../../../src/core/comparison/judge/compare-campaigns'
import { comparisonFigure } from '../../../src/core/figures/kinds/build-figure'
import { comparisonData, selection, tenRuns } from '../../core/comparison/sample-data'
import { mounted } from '../mounted'

test.each([
  [true, tenRuns(100)],
  [false, [100]],
])('offers to show intervals if there are some: %s', (isOffered, values) => {
  const data = comparisonData([1, 2].map((id) => ({ id, runs: () => values })))
  const sides = {
    baseline: selection('configuration=configuration 1'),
    candidates: [selection('configuration=configuration 2')],
  }
  const settings = { kind: 'percent-difference', campaignIds: [], metric: 'iops' } as const
  const figure = comparisonFigure(compareCampaigns(data, sides), settings, { campaigns: [] })
  // A narrow window hides them behind a button.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  const part = mounted(FigureToolbar, { options: {}, dimensions: [], figure, kind: 'percent-difference' })
  expect(part.text().includes('Intervals')).toBe(isOffered)
  part.unmount()
})
