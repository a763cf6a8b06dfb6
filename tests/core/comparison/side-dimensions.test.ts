import { describe, expect, test } from 'vitest'
import { comparisonChoices } from '../../../src/core/comparison/sides/comparison-choices'
import type { ComparisonData } from '../../../src/core/comparison/comparison-data'
import type { StoredPublishedResult } from '../../../src/core/results/published-result'
import { compareCampaigns } from '../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, iops, selection, tenRuns } from './sample-data'

const between = (data: ComparisonData, baseline: string, candidate: string) => {
  const compared = compareCampaigns(data, {
    ...{ baseline: selection(baseline), candidates: [selection(candidate)], typed: true },
  })
  const [only] = compared.candidates
  if (only === undefined) throw new Error('There is no candidate.')
  return only
}
const differences = ({ cells }: ReturnType<typeof between>) =>
  cells.map(({ comparison }) => Math.round(comparison.differencePercent ?? Number.NaN))

describe('a parameter with the key of a fact about campaigns', () => {
  const servers = ['A base: flush=1 pool=16M', 'B threads: flush=1 threads=16']
  const axes = [{ key: 'configuration', levels: servers }]
  const data = comparisonData([
    {
      id: 1,
      configuration: 'HDD',
      axes,
      runs: ({ configuration }) => tenRuns(configuration === servers[0] ? 100 : 130),
    },
    { id: 2, configuration: 'SSD', axes, runs: () => tenRuns(200) },
  ])

  test('is a side by its level, as stored or as readers see it', () => {
    const by = (text: string) => `campaign=1,configuration=${text}`
    expect(differences(between(data, by(servers[0] ?? ''), by(servers[1] ?? '')))).toEqual([30])
    expect(differences(between(data, by('A base'), by('B threads')))).toEqual([30])
  })

  test('does not hide the name of the campaigns, each of which has all levels', () => {
    const one = between(data, 'configuration=HDD', 'configuration=SSD')
    expect(differences(one)).toEqual([100, 54])
    expect(one.compared.map(({ key }) => key)).toEqual(['configuration'])
  })

  test('is offered with the names of both', () => {
    const choices = comparisonChoices(data).keys.find(({ key }) => key === 'configuration')
    expect(choices?.values.map(({ label }) => label)).toEqual(['HDD', 'A base', 'B threads', 'SSD'])
  })
})

describe('a level that a printed result does not have', () => {
  const printed = (id: number, mean: number, jobs?: number): StoredPublishedResult => ({
    ...{
      id,
      campaignId: 1,
      campaign: 'Cards',
      configuration: '',
      host: '',
      device: 'Card',
      engine: 'unknown',
    },
    ...{ ...iops, caseKey: String(jobs), source: 'A journal', value: { kind: 'summary', mean } },
    test: jobs === undefined ? 'asynchronous-read' : 'random-read',
    levels: jobs === undefined ? {} : { jobs },
  })
  const results = [printed(1, 500), printed(2, 1000, 64), printed(3, 1250, 256)]
  const axes = [{ key: 'jobs', levels: [64, 256] }]
  const { campaigns } = comparisonData([{ id: 1, axes, base: {}, runs: () => undefined }])
  const data: ComparisonData = { campaigns, columns: [], published: results }

  test('is equal to no level, so that no number is compared with itself', () => {
    expect(differences(between(data, 'jobs=64', 'jobs=256'))).toEqual([25])
  })
})

describe('the test of a result', () => {
  const named = (id: number, name: string, middle: number) => ({
    ...{ id, configuration: 'one', runs: () => tenRuns(middle), axes: [] },
    quantity: { ...iops, test: name },
  })
  /** One campaign whose runs measure two tests. */
  const { campaigns, columns } = comparisonData([named(1, 'write', 100), named(2, 'random-write', 60)])
  const data: ComparisonData = {
    campaigns: campaigns.slice(0, 1),
    columns: columns.map((one) => ({ ...one, campaignId: 1, runIds: columns[0]?.runIds ?? one.runIds })),
    published: [],
  }

  test('makes a side, also of tests that one run measured', () => {
    const one = between(data, 'test=write', 'test=random-write')
    expect(differences(one)).toEqual([-40])
    expect(one.compared).toMatchObject([{ key: 'test', baseline: ['write'], candidate: ['random-write'] }])
    expect(one.confounders).toEqual([])
  })

  test('is offered, and not accepted where there is none of the name', () => {
    expect(comparisonChoices(data).keys.find(({ key }) => key === 'test')?.values).toEqual([
      { value: 'write', label: 'Write' },
      { value: 'random-write', label: 'Random write' },
    ])
    expect(() => between(data, 'test=read', 'test=write')).toThrow('No result is that of test=read.')
  })
})

describe('a machine alone and as one of several', () => {
  const made = comparisonData(
    [398, 422, 211, 211, 300, 310].map((middle, at) => ({
      ...{ id: at + 1, configuration: '', axes: [], runs: () => tenRuns(middle) },
    })),
  )
  const hosts = ['A', 'A + B', 'A', 'B', 'B', 'C']
  const words = ['alone', '2 together', 'together with 1 other', 'together with 1 other', 'alone', 'alone']
  const data: ComparisonData = {
    ...made,
    campaigns: made.campaigns.map((one, at) => ({
      ...one,
      host: hosts[at] ?? '',
      machines: words[at] ?? '',
      factors: [
        { key: 'host', value: hosts[at] ?? '' },
        { key: 'machines', value: words[at] ?? '' },
      ],
      ...([2, 3].includes(at) && { leaderId: 2 }),
    })),
  }

  test('is never averaged: alone is compared with alone', () => {
    const one = between(data, 'host=A', 'host=B')
    expect(one.cells.map(({ levels, n }) => [levels.machines, n.baseline, n.candidate])).toEqual([
      ['alone', 10, 10],
      ['together with 1 other', 10, 10],
    ])
    expect(differences(one)).toEqual([-25, 0])
    expect(one.confounders).toEqual([])
  })

  test('differs in a recorded factor from the sum of several, and the room opens with neither pair', () => {
    const one = between(data, 'campaign=2', 'campaign=3')
    expect(one.confounders.map(({ key }) => key)).toEqual(['host', 'machines'])
    const few = { ...data, campaigns: data.campaigns.slice(0, 4) }
    expect(comparisonChoices(few).suggestion).toEqual({
      baseline: selection('host=A'),
      candidate: selection('host=B'),
    })
  })
})

describe('a side with results of several drives', () => {
  const cards = [
    { id: 1, configuration: '', model: 'Card I', kernel: '6.1', runs: () => tenRuns(100) },
    { id: 2, configuration: '', model: 'Card II', kernel: '6.1', runs: () => tenRuns(200) },
    { id: 3, configuration: '', model: 'Card II', kernel: '6.18', runs: () => tenRuns(220) },
  ].map((one) => ({ ...one, axes: [] }))

  test('compares each with itself, averages no two, and names those of one side only', () => {
    const one = between(comparisonData(cards), 'kernel=6.1', 'kernel=6.18')
    expect(one.cells.map(({ levels, n }) => [levels.device, n.baseline, n.candidate])).toEqual([
      ['Card II', 10, 10],
    ])
    expect(differences(one)).toEqual([10])
    expect(one.confounders).toEqual([])
    expect(one.unmatched.baseline.map(({ levels }) => levels.device)).toEqual(['Card I'])
  })
})
