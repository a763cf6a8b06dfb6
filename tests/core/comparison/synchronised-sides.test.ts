import { describe, expect, test } from 'vitest'
import { comparisonChoices } from '../../../src/core/comparison/sides/comparison-choices'
import type { ComparedCampaign } from '../../../src/core/comparison/comparison-data'
import { selectCampaigns } from '../../../src/core/comparison/sides/select-campaigns'
import { comparisonData, iops, selection, tenRuns } from './sample-data'

/** One job on the hosts a and b: the campaign of both, followed by one for each. */
function together(firstId: number, configuration: string): readonly ComparedCampaign[] {
  const hosts = ['a + b', 'a', 'b']
  const samples = hosts.map((_, place) => ({
    id: firstId + place,
    configuration,
    runs: () => tenRuns(place === 0 ? 200 : 100),
  }))
  return comparisonData(samples).campaigns.map((campaign, place) => ({
    ...campaign,
    host: hosts[place] ?? '',
    factors: [{ key: 'host', value: hosts[place] ?? '' }],
    ...(place > 0 && { leaderId: firstId }),
    naming: { ...campaign.naming, host: hosts[place] ?? '', isPart: place > 0, createdAtMs: undefined },
  }))
}

const choicesOf = (campaigns: readonly ComparedCampaign[]) =>
  comparisonChoices({
    campaigns,
    columns: campaigns.map(({ id }) => ({ campaignId: id, ...iops })),
    published: [],
  })

describe('a synchronised campaign', () => {
  test('is on a side as a whole, never together with its parts', () => {
    const campaigns = together(1, 'kernel B')
    const idsOf = (text: string) =>
      selectCampaigns(selection(text), campaigns).map(({ campaign }) => campaign.id)
    expect(idsOf('configuration=kernel B')).toEqual([1])
    expect(idsOf('host=b')).toEqual([3])
    expect(idsOf('campaign=2')).toEqual([2])
  })

  test('is first compared host against host, and with another one as a whole', () => {
    const one = together(1, '')
    expect(choicesOf(one).suggestion).toEqual({
      baseline: selection('host=a'),
      candidate: selection('host=b'),
    })
    expect(choicesOf([...one, ...together(4, '')]).suggestion).toEqual({
      baseline: selection('campaign=1'),
      candidate: selection('campaign=4'),
    })
  })

  test('is distinguished from its parts in the list of choices', () => {
    const { keys } = choicesOf(together(1, 'kernel B'))
    expect(keys.find(({ key }) => key === 'campaign')?.values.map(({ label }) => label)).toEqual([
      'kernel B · a + b',
      'kernel B · part of a',
      'kernel B · part of b',
    ])
  })
})
