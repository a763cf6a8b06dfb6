import { describe, expect, test } from 'vitest'
import { comparisonRows } from '../../../../src/core/comparison/texts/comparison-rows'
import { reportComparison } from '../../../../src/core/comparison/texts/comparison-report'
import { compareCampaigns } from '../../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, selection, tenRuns } from '../sample-data'

const axes = [{ key: 'queue_depth', levels: Array.from({ length: 1000 }, (_, at) => at + 1) }]
const side = (id: number) => ({
  ...{ id, configuration: `firmware ${id}`, axes },
  runs: () => tenRuns(1000 * id),
})
const comparison = compareCampaigns(comparisonData([side(1), side(2)]), {
  baseline: selection('configuration=firmware 1'),
  candidates: [selection('configuration=firmware 2')],
})

describe('a comparison of a thousand cases', () => {
  test('is reported as a list for each of its columns, and as a row for each case', () => {
    const { cells } = reportComparison(comparison)
    expect(cells.count).toBe(1000)
    expect([cells.candidateN.length, cells.verdicts.places.length]).toEqual([1000, 1000])
    expect(comparisonRows(comparison).rows).toHaveLength(1000)
  })
})
