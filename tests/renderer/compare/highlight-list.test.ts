// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { finish } from '../../../src/core/statistics/comparison/settle-family'
import { reportComparison } from '../../../src/core/comparison/comparison-report'
import HighlightList from '../../../src/renderer/views/compare/HighlightList.vue'
import { compareCampaigns, comparisonData, selection, tenRuns } from '../../core/comparison/sample-data'
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
  const report = finish(reportComparison(compared))
  const part = mounted(HighlightList, { report, shown: undefined })
  expect(part.text()).toContain(`No difference stands out: ${why}`)
  part.unmount()
})
