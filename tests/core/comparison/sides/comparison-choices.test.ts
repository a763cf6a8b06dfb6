import { describe, expect, test } from 'vitest'
import { comparisonChoices } from '../../../../src/core/comparison/sides/comparison-choices'
import type { ComparisonData } from '../../../../src/core/comparison/comparison-data'
import type { StoredPublishedResult } from '../../../../src/core/results/published-result'
import { compareCampaigns } from '../../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, iops, mixAxes, selection, tenRuns, type SampleCampaign } from '../sample-data'

const runs = () => tenRuns(100)
const twoSizes = { axes: [{ key: 'block_size', levels: [4096, 65_536] }] } as const
const oneBlockSize = { axes: [{ key: 'block_size', levels: [4096] }] } as const

/** Cells of the comparison that the room opens with. */
function opened(data: ComparisonData) {
  const { suggestion } = comparisonChoices(data)
  if (!suggestion) throw new Error('There is no suggestion.')
  const compared = compareCampaigns(data, {
    baseline: suggestion.baseline,
    candidates: [suggestion.candidate],
  })
  return { ...suggestion, cells: compared.candidates.flatMap((one) => one.cells) }
}

describe('the suggested comparison', () => {
  test('compares the last campaign with the one it shares most cases with', () => {
    const data = comparisonData([
      { id: 1, ...oneBlockSize, runs },
      { id: 2, runs },
      { id: 3, axes: [{ key: 'block_size', levels: [1024 ** 2] }], runs },
      { id: 4, runs },
    ])
    const { baseline, candidate, cells } = opened(data)
    expect([baseline, candidate]).toEqual([
      selection('configuration=configuration 2'),
      selection('configuration=configuration 4'),
    ])
    expect(cells).toHaveLength(6)
  })

  test('prefers the one whose plan differs least if several share as many cases', () => {
    const data = comparisonData([
      { id: 1, base: { rate_iops: 300 }, runs },
      { id: 2, runs },
      { id: 3, runs },
    ])
    expect(opened(data).baseline).toEqual(selection('configuration=configuration 2'))
  })

  test('prefers the one whose runs alternated with it, whatever others share', () => {
    const data = comparisonData([
      { id: 1, runs },
      { id: 2, axes: [{ key: 'block_size', levels: [4096] }, ...mixAxes.slice(1)], runs },
      { id: 3, runs },
    ])
    const campaigns = data.campaigns.map((one) => (one.id === 1 ? one : { ...one, schedule: 'turns' }))
    expect(opened({ ...data, campaigns })).toMatchObject({
      baseline: selection('configuration=configuration 2'),
      candidate: selection('configuration=configuration 3'),
    })
  })

  test('prefers the pair whose runs alternated to a later campaign that shares as much', () => {
    const data = comparisonData([
      { id: 1, runs },
      { id: 2, runs },
      { id: 3, runs },
      { id: 4, runs },
    ])
    const campaigns = data.campaigns.map((one) =>
      one.id === 1 || one.id === 3 ? { ...one, schedule: 'turns' } : one,
    )
    expect(opened({ ...data, campaigns })).toMatchObject({
      baseline: selection('configuration=configuration 1'),
      candidate: selection('configuration=configuration 3'),
    })
  })

  test('prefers one with a configuration, because others would have no name in a figure', () => {
    const data = comparisonData([
      { id: 1, base: { rate_iops: 300 }, runs },
      { id: 2, configuration: '', runs },
      { id: 3, runs },
    ])
    expect(opened(data).baseline).toEqual(selection('configuration=configuration 1'))
  })

  test('ignores a last campaign that shares no case with any other', () => {
    const other = { test: 'sequential-write', direction: 'total', metric: 'iops', unit: 'IOPS' } as const
    const data = comparisonData([
      { id: 1, runs },
      { id: 2, runs },
      { id: 3, quantity: other, runs },
    ])
    expect(opened(data).candidate).toEqual(selection('configuration=configuration 2'))
  })

  test('compares two levels of one campaign if no two campaigns share a case', () => {
    const other = { test: 'sequential-write', direction: 'total', metric: 'iops', unit: 'IOPS' } as const
    const data = comparisonData([
      { id: 1, runs },
      { id: 2, quantity: other, runs },
    ])
    const { baseline, candidate, cells } = opened(data)
    expect([baseline, candidate]).toEqual([
      selection('campaign=2,block_size=4096'),
      selection('campaign=2,block_size=65536'),
    ])
    expect(cells).toHaveLength(3)
  })

  test('takes the ends of an axis of numbers, however its levels are ordered, and the first two of names', () => {
    const levelsOf = (key: string, levels: readonly (number | string)[]) =>
      opened(comparisonData([{ id: 1, axes: [{ key, levels }], runs }]))
    expect(levelsOf('dedupe_percent', [98, 50, 2, 75, 'random'])).toMatchObject({
      baseline: selection('dedupe_percent=98'),
      candidate: selection('dedupe_percent=2'),
    })
    expect(levelsOf('pattern', ['random-read', 'random-write', 'random-mix'])).toMatchObject({
      baseline: selection('pattern=random-read'),
      candidate: selection('pattern=random-write'),
    })
  })

  test('takes the two levels with most cases in common, not the first ones', () => {
    const planned = comparisonData([
      {
        id: 1,
        axes: [
          { key: 'read_percent', levels: [100, 50, 0] },
          { key: 'block_size', levels: [4096, 65536] },
        ],
        runs,
      },
    ])
    expect(opened(planned)).toMatchObject({
      baseline: selection('block_size=4096'),
      candidate: selection('block_size=65536'),
    })

    // As printed: three tests with 1 MiB at two levels, and one of them with 16 MiB at the first.
    const means = ['write', 'read', 'random-read'].flatMap((name, at) => [
      printedLevels(3 * at, name, { block_size: 1024 ** 2, dedupe_percent: 98 }),
      printedLevels(3 * at + 1, name, { block_size: 1024 ** 2, dedupe_percent: 50 }),
      ...(at === 0
        ? [printedLevels(3 * at + 2, name, { block_size: 16 * 1024 ** 2, dedupe_percent: 98 })]
        : []),
    ])
    const axes = [
      { key: 'block_size', levels: [1024 ** 2, 16 * 1024 ** 2] },
      { key: 'dedupe_percent', levels: [98, 2, 50] },
    ]
    const printed = comparisonData([{ id: 1, axes, runs: () => undefined }], means)
    const { baseline, candidate, cells } = opened({ ...printed, columns: [] })
    expect([baseline, candidate]).toEqual([selection('dedupe_percent=98'), selection('dedupe_percent=50')])
    expect(cells).toHaveLength(3)
  })

  test.each<[string, Partial<SampleCampaign>, Partial<SampleCampaign>, string, string]>([
    ['device', { model: 'Drive A' }, { model: 'Drive B' }, 'device=Drive A', 'device=Drive B'],
    ['kernel', { kernel: '6.1' }, { kernel: '6.18' }, 'kernel=6.1', 'kernel=6.18'],
    ['number', {}, {}, 'campaign=1', 'campaign=2'],
  ])('names sides without a configuration by their %s', (_, one, other, baseline, candidate) => {
    const data = comparisonData([
      { id: 1, configuration: '', runs, ...one },
      { id: 2, configuration: '', runs, ...other },
    ])
    expect(opened(data)).toMatchObject({ baseline: selection(baseline), candidate: selection(candidate) })
  })

  test('uses a metric that both have, even the only one of a published table', () => {
    const printed = [13, 52, 144].flatMap((gigabytes, at) => [
      printedMean(2 * at, 1, 'MySQL', gigabytes),
      printedMean(2 * at + 1, 2, 'Percona Server', gigabytes),
    ])
    const data = comparisonData(
      [
        { id: 1, configuration: 'MySQL', runs: () => undefined },
        { id: 2, configuration: 'Percona Server', runs: () => undefined },
      ],
      printed,
    )
    const { cells } = opened({ ...data, columns: [] })
    expect(cells.map(({ metric, levels }) => [metric, levels.memory])).toEqual([
      ['new_order_rate', 13],
      ['new_order_rate', 52],
      ['new_order_rate', 144],
    ])
    expect(comparisonChoices(data).metrics).toEqual(['iops', 'new_order_rate'])
  })

  test('prefers two printed campaigns to runs that differ from each printed case in another parameter', () => {
    const printed = [1, 32].flatMap((depth, at) =>
      [1, 2].map((campaignId) => ({
        ...printedLevels(2 * at + campaignId, iops.test, { queue_depth: depth }),
        ...{ ...iops, campaignId, configuration: `printed ${campaignId}` },
      })),
    )
    const data = comparisonData(
      [
        { id: 1, configuration: 'printed 1', runs: () => undefined },
        { id: 2, configuration: 'printed 2', runs: () => undefined },
        { id: 3, base: { queue_depth: 1 }, ...twoSizes, runs },
      ],
      printed,
    )
    const columns = data.columns.filter(({ campaignId }) => campaignId === 3)
    const { baseline, candidate, cells } = opened({ ...data, columns })
    expect([baseline, candidate]).toEqual([
      selection('configuration=printed 1'),
      selection('configuration=printed 2'),
    ])
    expect(cells).toHaveLength(2)
  })

  test('does not take a metric that one side has in three directions for a shared one', () => {
    const bandwidth = { test: iops.test, metric: 'bandwidth', unit: 'B/s', direction: 'total' } as const
    const data = comparisonData([
      { id: 1, runs },
      { id: 2, runs },
    ])
    const [column] = data.columns
    if (!column) throw new Error('The sample has no columns.')
    const extra = (['total', 'read', 'write'] as const).map((direction) => ({
      ...column,
      ...bandwidth,
      direction,
    }))
    expect(opened({ ...data, columns: [...data.columns, ...extra] }).cells[0]?.metric).toBe('iops')
  })
})

test('campaigns with the same name are distinguished by their device', () => {
  const { campaigns, columns } = comparisonData([
    { id: 1, configuration: '', model: 'Drive A', runs },
    { id: 2, configuration: '', model: 'Drive B', runs },
  ])
  const { keys } = comparisonChoices({ campaigns, columns, published: [] })
  expect(keys.find(({ key }) => key === 'campaign')?.values.map(({ label }) => label)).toEqual([
    'Drive A',
    'Drive B',
  ])
})

function printedMean(
  id: number,
  campaignId: number,
  configuration: string,
  memory: number,
): StoredPublishedResult {
  return {
    ...printedLevels(id, 'tpcc', { memory }),
    ...{ campaignId, campaign: 'TPC-C', configuration },
    ...{ metric: 'new_order_rate', unit: '1/min' },
  }
}

function printedLevels(
  id: number,
  test: string,
  levels: StoredPublishedResult['levels'],
): StoredPublishedResult {
  return {
    ...{ id, campaignId: 1, campaign: 'Mix', configuration: 'configuration 1', host: 'unknown' },
    ...{ device: 'unknown', engine: 'published', source: 'A journal' },
    caseKey: JSON.stringify(levels),
    ...{ test, direction: 'total', metric: 'bandwidth', unit: 'B/s', levels },
    value: { kind: 'summary', mean: 1000 * id + 100 },
  }
}
