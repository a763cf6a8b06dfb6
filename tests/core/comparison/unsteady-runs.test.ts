import { expect, test } from 'vitest'
import type { ComparedCampaign } from '../../../src/core/comparison/comparison-data'
import { verdictText } from '../../../src/core/statistics/comparison/case-comparison'
import { compareCampaigns, comparisonData, selection, type SampleCampaign } from './sample-data'

const levelOf = (levels: Readonly<Record<string, unknown>>) => 1000 + Number(levels.read_percent)
const around = (level: number) => [1, 1.01, 0.99, 1.02, 0.98, 1, 1.01].map((factor) => level * factor)
const settled: SampleCampaign = {
  id: 1,
  configuration: 'A',
  firmware: '1.0',
  runs: (levels) => around(levelOf(levels)),
}
/** Pure writes rise by half from round to round; every other case is steady. */
const restless: SampleCampaign = {
  id: 2,
  configuration: 'B',
  firmware: '1.1',
  runs: (levels) =>
    levels.read_percent === 0
      ? around(500).map((value, round) => value * 1.5 ** round)
      : around(2 * levelOf(levels)),
}

function verdicts(untilSteady: ComparedCampaign['untilSteady']) {
  const data = comparisonData([settled, restless])
  const { candidates } = compareCampaigns(
    { ...data, campaigns: data.campaigns.map((one) => ({ ...one, ...(untilSteady && { untilSteady }) })) },
    { baseline: selection('firmware=1.0'), candidates: [selection('firmware=1.1')] },
  )
  return (candidates[0]?.cells ?? []).map(({ comparison, levels, adjustedP }) => ({
    reads: levels.read_percent,
    verdict: comparison.verdict,
    hasPercent: comparison.differencePercent !== undefined,
    hasInterval: comparison.lowPercent !== undefined,
    adjustedP,
  }))
}

test('a case that never settled has a difference and no verdict', () => {
  for (const { reads, verdict, hasPercent, hasInterval, adjustedP } of verdicts({
    metric: 'iops',
    trackedCase: undefined,
  })) {
    expect(verdict === 'not_steady').toBe(reads === 0)
    expect([hasPercent, hasInterval, adjustedP !== undefined]).toEqual([true, reads !== 0, reads !== 0])
  }
  expect(verdictText('not_steady')).toBe('not steady')
})

test('no case has a verdict in a campaign whose tracked case never settled', () => {
  const tracked = comparisonData([settled]).campaigns[0]?.cases.findIndex((one) => one?.read_percent === 0)
  expect(tracked).toBeGreaterThan(0)
  expect(new Set(verdicts({ metric: 'iops', trackedCase: tracked }).map(({ verdict }) => verdict))).toEqual(
    new Set(['not_steady']),
  )
})

test('campaigns whose repetitions are not rounds are compared as usual', () => {
  expect(verdicts(undefined).every(({ verdict }) => verdict !== 'not_steady')).toBe(true)
})

test('a run that was to end once steady has a verdict only with a steady window', () => {
  const asking = { base: { pattern: 'random-mix', steadystate: 'iops_slope:10%' } }
  const data = comparisonData([
    { ...settled, ...asking },
    { ...restless, ...asking, runs: settled.runs },
  ])
  // Every run of both found its window, but those of the second campaign in pure writes.
  const windows = data.columns.map((column) => {
    const { cases = [] } = data.campaigns.find(({ id }) => id === column.campaignId) ?? {}
    const found = [...column.runIds.keys()].filter(
      (at) => column.campaignId === 1 || cases[column.cases[at] ?? -1]?.read_percent !== 0,
    )
    return {
      ...{ ...column, metric: 'steady_window', unit: 's' as const },
      runIds: column.runIds.filter((_, at) => found.includes(at)),
      cases: column.cases.filter((_, at) => found.includes(at)),
      repetitions: column.repetitions.filter((_, at) => found.includes(at)),
      values: column.values.filter((_, at) => found.includes(at)).fill(60),
    }
  })
  const { candidates } = compareCampaigns(
    { ...data, columns: [...data.columns, ...windows] },
    { baseline: selection('firmware=1.0'), candidates: [selection('firmware=1.1')], metric: 'iops' },
  )
  const cells = candidates[0]?.cells ?? []
  expect(cells).toHaveLength(6)
  for (const { comparison, levels } of cells)
    expect(comparison.verdict === 'not_steady').toBe(levels.read_percent === 0)
})
