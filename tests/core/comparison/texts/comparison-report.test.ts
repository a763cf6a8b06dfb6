import { describe, expect, test } from 'vitest'
import { finish } from '../../../../src/core/statistics/comparison/settle-family'
import { comparisonRowSteps } from '../../../../src/core/comparison/texts/comparison-rows'
import { reportComparison } from '../../../../src/core/comparison/texts/comparison-report'
import { casesPerStep } from '../../../../src/core/statistics/comparison/settle-family'
import { compareCampaigns, comparisonData, selection, tenRuns } from '../sample-data'

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
  test('is reported in steps: at least one for each list of its cells', () => {
    const steps = reportComparison(comparison)
    let count = 0
    for (;;) {
      const step = steps.next()
      if (step.done === true) {
        const lists = Object.values(step.value.cells).filter((value) => typeof value !== 'number')
        expect(step.value.cells.count).toBe(1000)
        expect(count).toBeGreaterThanOrEqual(lists.length)
        return
      }
      count++
    }
  })

  test('becomes rows in steps of a few hundred', () => {
    const steps = comparisonRowSteps(comparison)
    let count = 0
    while (steps.next().done !== true) count++
    expect(count).toBe(1000 / casesPerStep)
    expect(finish(comparisonRowSteps(comparison)).rows).toHaveLength(1000)
  })
})
