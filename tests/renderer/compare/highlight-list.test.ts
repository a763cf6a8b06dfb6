import { expect, test } from 'vitest'
import { reportComparison } from '../../../src/core/comparison/texts/comparison-report'
import HighlightList from '../../../src/renderer/views/compare/HighlightList.vue'
import { compareCampaigns } from '../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, selection, tenRuns } from '../../core/comparison/sample-data'
import { mounted } from '../mounted'

test.each([
  ['none could be tested', [100]],
  ['none is significant after adjustment', tenRuns(100)],
])('says why no difference stands out: %s', (why, values) => {
  const data = comparisonData([1, 2].map((id) => ({ id, runs: () => values })))
  const compared = compareCampaigns(data, {
    baseline: selection('campaign=1'),
    candidates: [selection('campaign=2')],
  })
  const report = reportComparison(compared)
  const part = mounted(HighlightList, { report, shown: undefined })
  expect(part.text()).toContain(`No difference stands out: ${why}`)
  part.unmount()
})

test('says of the largest of many what it was selected from, with the interval that allows for it', () => {
  const data = comparisonData(
    [1, 2].map((id) => ({
      id,
      runs: ({ read_percent: share }) => tenRuns(id === 2 && share === 0 ? 110 : 100),
    })),
  )
  const compared = compareCampaigns(data, {
    baseline: selection('campaign=1'),
    candidates: [selection('campaign=2')],
  })
  const report = reportComparison(compared)
  const [first] = report.highlights
  const plain = [report.cells.lowPercent, report.cells.highPercent].map(
    (ends) => ends[first?.cell ?? 0] ?? NaN,
  )
  expect(first?.selected).toMatchObject({ tested: 6 })
  expect(first?.selected?.lowPercent).toBeLessThan(plain[0] ?? NaN)
  expect(first?.selected?.highPercent).toBeGreaterThan(plain[1] ?? NaN)
  const part = mounted(HighlightList, { report, shown: undefined })
  const texts = [...part.element.querySelectorAll('[data-testid="highlight"]')].map((one) => one.textContent)
  expect(texts).toHaveLength(2)
  expect(texts[0]).toMatch(/largest of 6 · .* at the level 98\.33\s% that allows for the selection/)
  expect(texts[1]).not.toContain('largest of')
  part.unmount()
})
