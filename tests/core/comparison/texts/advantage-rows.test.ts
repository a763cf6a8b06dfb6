import { expect, test } from 'vitest'
import { advantageRows, advantageText } from '../../../../src/core/comparison/texts/advantage-rows'
import { meansRatio } from '../../../../src/core/statistics/comparison/log-ratio'
import { momentsOf } from '../../../../src/core/statistics/summary/moments'
import { compareCampaigns } from '../../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, selection, tenRuns, type SampleCampaign } from '../sample-data'

const axes = [{ key: 'read_percent', levels: [100, 0] }]
const campaign = (id: number, factor: number, levels = axes): SampleCampaign => ({
  id,
  axes: levels,
  runs: (l) => tenRuns((1000 + Number(l.read_percent)) * factor),
})

/** The interval of a ratio of means of ten runs each, with the same relative scatter everywhere. */
function ends(percent: number): readonly number[] {
  const runs = momentsOf(tenRuns(1000))!
  const { low, high } = meansRatio(runs, runs)!
  return [low!, high!].map((end) => Number((end * percent).toFixed(9)))
}

test('an advantage is a ratio in percent, labelled so, with one column per candidate', () => {
  const narrow = [{ key: 'read_percent', levels: [100, 50] }]
  const comparison = compareCampaigns(
    comparisonData([campaign(1, 1), campaign(2, 0.9), campaign(3, 1.5, narrow)]),
    {
      baseline: selection('campaign=1'),
      candidates: [selection('campaign=2'), selection('campaign=3')],
    },
  )
  const table = advantageRows(comparison)
  expect(table.columns.map((column) => column.key)).toEqual([
    'test',
    'direction',
    'metric',
    'read_percent',
    'percent_of_baseline_1',
    'low_1',
    'high_1',
    'percent_of_baseline_2',
    'low_2',
    'high_2',
  ])
  expect(table.columns.at(-3)?.label).toMatch(/in percent of/)
  const rounded = table.rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(9)) : cell)),
  )
  expect(rounded).toEqual([
    ['random-mix', 'total', 'iops', 100, 90, ...ends(90), 150, ...ends(150)],
    ['random-mix', 'total', 'iops', 0, 90, ...ends(90), undefined, undefined, undefined],
  ])
})

test('an advantage is shown with the digits of its interval', () => {
  const columns = ['percent_of_baseline_1', 'low_1', 'high_1'].map((key) => ({ key, label: key, unit: '%' }))
  const texts = (row: readonly number[]) => row.map((_, place) => advantageText(columns, row, place))
  expect(texts([108.4321, 108.31, 108.55])).toEqual(['108.43', '108.31', '108.55'])
  expect(texts([108.4321, 90, 130])).toEqual(['108', '90', '130'])
  expect(advantageText(columns, [108.4321], 0)).toBe('108.4')
  expect(advantageText(columns, [], 0)).toBe('–')
})
