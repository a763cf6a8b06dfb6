import { expect, it } from 'vitest'
import { offeredScalars, offeredWarnings, type OfferedLoad } from '../../../src/core/engines/offered-load'

const load = (part: Partial<OfferedLoad>): OfferedLoad => ({
  ...{ metric: 'offered_iops', offered: 2000, reached: 2000, count: 60_000, depth: 32, fullShare: 0 },
  ...part,
})
const idsOf = (part: Partial<OfferedLoad>) => offeredWarnings(load(part)).map(({ id }) => id)

it.each<[string, Partial<OfferedLoad>, readonly string[]]>([
  ['reached', {}, []],
  [
    'missed with the depth exhausted',
    { reached: 1000, fullShare: 0.99 },
    ['offered-rate-not-reached', 'waiting-cut-off'],
  ],
  ['missed with depth to spare', { reached: 1000, fullShare: 0 }, ['generator-short']],
  [
    'missed at a depth that is not known',
    { reached: 1000, fullShare: undefined },
    ['offered-rate-not-reached'],
  ],
  ['reached with the depth full at times', { fullShare: 0.02 }, ['waiting-cut-off']],
  ['reached with the depth hardly ever full', { fullShare: 0.009 }, []],
  ['served with waiting counted', { fullShare: 0.8, countsWaiting: true }, []],
])('a rate that was %s', (_, part, ids) => {
  expect(idsOf(part)).toEqual(ids)
})

it('is called saturated only if requests waited', () => {
  const text = (part: Partial<OfferedLoad>) => offeredWarnings(load({ reached: 1000, ...part }))[0]?.text
  expect(text({ fullShare: 1 })).toMatch(
    /^Saturated: 1,000 of the 2,000 requests .* waited longer and longer\.$/,
  )
  expect(text({ fullShare: 0 })).toMatch(/^The generator did not reach the rate: .* with depth to spare\.$/)
  expect(text({ fullShare: undefined })).not.toMatch(/aturated|waited/)
  expect(offeredWarnings(load({ fullShare: 0.25 }))[0]?.text).toMatch(
    /^Waiting was cut off at depth 32, .* 25\s%/,
  )
})

it('stores how often the depth was full', () => {
  const values = offeredScalars('x', load({ fullShare: 0.25 })).map(({ metric, value }) => [metric, value])
  expect(values).toEqual([
    ['offered_iops', 2000],
    ['offered_reached', 100],
    ['depth_full', 25],
  ])
})
