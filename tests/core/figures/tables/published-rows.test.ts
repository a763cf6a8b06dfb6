import { describe, expect, it } from 'vitest'
import { tableToObjects } from '../../../../src/core/document/json'
import { tidyTable } from '../../../../src/core/figures/tables/tidy-table'
import type { StoredPublishedResult } from '../../../../src/core/results/published-result'
import { row } from '../mix-rows'

const printed: StoredPublishedResult = {
  id: 1,
  campaignId: 2,
  campaign: 'A review',
  configuration: 'kernel B',
  host: 'unknown',
  device: 'SSD',
  engine: 'iozone',
  caseKey: 'block_size=4096',
  source: 'A magazine, 2011',
  test: 'write',
  direction: 'total',
  metric: 'iops',
  unit: 'IOPS',
  levels: { block_size: 4096, dedupe_percent: 98 },
  value: { kind: 'summary', mean: 49739.9, standardDeviation: 2349.23, n: 10 },
}
const difference: StoredPublishedResult = {
  ...printed,
  value: {
    kind: 'difference',
    differencePercent: -10.03,
    deviationPercent: 4.44,
    n: 10,
    baseline: 'kernel A',
  },
  note: 'suspect',
}

describe('published results in the tidy table', () => {
  it('follow the runs, with their own columns', () => {
    const table = tidyTable([row({ runId: 1, levels: { block_size: 4096 } })], [printed, difference])
    expect(table.columns.map((column) => column.key).slice(10)).toEqual([
      'repetition',
      'state',
      'n',
      'standard_deviation',
      'difference_percent',
      'deviation_percent',
      'baseline',
      'source',
      'note',
      'block_size',
      'dedupe_percent',
    ])
    const [run, mean, change] = tableToObjects(table)
    expect(run).toMatchObject({
      state: 'done',
      n: null,
      source: null,
      block_size: 4096,
      dedupe_percent: null,
    })
    expect(mean).toMatchObject({
      campaign: 'A review',
      configuration: 'kernel B',
      device: 'SSD',
      engine: 'iozone',
      test: 'write',
      direction: 'total',
      metric: 'iops',
      value: 49739.9,
      unit: 'IOPS',
      repetition: null,
      state: 'published',
      n: 10,
      standard_deviation: 2349.23,
      difference_percent: null,
      baseline: null,
      source: 'A magazine, 2011',
      note: null,
      dedupe_percent: 98,
    })
    expect(change).toMatchObject({
      value: null,
      standard_deviation: null,
      difference_percent: -10.03,
      deviation_percent: 4.44,
      baseline: 'kernel A',
      note: 'suspect',
    })
  })

  it('leave a table without them unchanged', () => {
    expect(tidyTable([]).columns).toHaveLength(12)
  })
})
