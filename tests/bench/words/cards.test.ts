import { expect, it } from 'vitest'
import { casesOfCampaign } from '../../../src/bench/articles/measured-cases'
import { resultCard } from '../../../src/core/document/result-card'
import { Audit } from './audited'
import { isInvalid } from './check-comparison'
import { figureWorlds } from './figure-worlds'
import { type Group, groupsOf } from './groups'
import { halfWidthOf, isPrinted, meanOf, type RawCampaign, rawCampaigns, testWords } from './raw-facts'
import { differs, rangeIsWrong, type Said, wrongIf } from './read-back'
import { worlds } from './worlds'

type Card = ReturnType<typeof resultCard>

/** The case of a tile in the metrics that a card may show. */
function groupOf(raw: RawCampaign, label: string, mean: string): Group | undefined {
  const parts = label.replace(/ \(.*\)$/, '').split(' · ')
  const units: Readonly<Record<string, string>> = {
    ...{ bandwidth: 'B/s', iops: 'IOPS', transactions: '1/s', latency_mean: 'ns', latency_p95: 'ns' },
    ...{ latency_p99: 'ns', new_order_rate: '1/min', completion_latency_mean: 'ns' },
  }
  const found = Object.entries(units).flatMap(([metric, unit]) =>
    groupsOf(raw, metric).filter(({ texts, test, values }) => {
      const own = [...texts, ...testWords(test), 'base workload']
      return parts.every((part) => own.includes(part)) && isPrinted(mean, meanOf(values), unit)
    }),
  )
  return found[0]
}

/** A tile is the mean of its case with its interval, and says what is known against its runs. */
function tileIsWrong(raw: RawCampaign, { label, mean, interval }: Card['tiles'][number]): string | undefined {
  const group = groupOf(raw, label, mean)
  if (group === undefined) return 'no case has that mean'
  const half = halfWidthOf(group.values)
  const isAlike = group.values.every((value) => value === group.values[0])
  const [low = '', high = ''] = interval?.split(' to ') ?? []
  const unit = /[\u202f](.*)$/u.exec(high)?.[1] ?? ''
  return (
    wrongIf((interval === undefined) !== (half === undefined || isAlike), 'whether there is an interval') ??
    wrongIf(
      interval !== undefined && !isPrinted(high, meanOf(group.values) + (half ?? NaN)),
      'it ends elsewhere',
    ) ??
    wrongIf(
      interval !== undefined &&
        !isPrinted(`${low}\u202f${unit}`, Math.max(0, meanOf(group.values) - (half ?? NaN))),
      'it begins elsewhere',
    ) ??
    wrongIf(isInvalid(raw, group) && !label.includes('not valid'), 'it is not valid')
  )
}

function isWrong(said: Said, raw: RawCampaign, { tiles }: Card): string | undefined {
  const counts = tiles.flatMap(({ label, mean }) => groupOf(raw, label, mean)?.values.length ?? [])
  const failed = raw.runs.filter(({ state }) => state === 'failed').length
  const hasInterval = tiles.some(({ interval }) => interval !== undefined)
  switch (said.id) {
    case 'card-some-cases':
      return differs(said, 'shown', tiles.length) ?? differs(said, 'all', allCases(raw))
    case 'card-single-runs':
      return wrongIf(
        counts.some((count) => count !== 1),
        'some have more',
      )
    case 'card-intervals':
      return rangeIsWrong(said, 'runs', counts) ?? wrongIf(!hasInterval, 'there is no interval')
    case 'card-means':
      return rangeIsWrong(said, 'runs', counts) ?? wrongIf(hasInterval, 'there is an interval')
    case 'card-failed':
      return differs(said, 'runs', failed)
    default:
      return 'nothing checks it'
  }
}

/** Cases with a number, each test of one on its own. */
function allCases(raw: RawCampaign): number {
  const groups = ['iops', 'bandwidth', 'transactions', 'latency_mean'].flatMap((metric) =>
    groupsOf(raw, metric),
  )
  return new Set(groups.map(({ caseKey, test }) => `${caseKey} ${test}`)).size
}

it('says on a card what the runs of its campaign show', async () => {
  const said = new Audit()
  const wrongTiles: string[] = []
  let cards = 0
  for (const { name, review } of [...(await worlds()), ...figureWorlds()])
    for (const raw of rawCampaigns(review)) {
      const { detail } = raw
      if (detail.source === 'published') continue
      const card = resultCard(detail, casesOfCampaign(review, detail, true))
      if (card.tiles.length === 0) continue
      cards += 1
      said.add(name, card.statistics, () => (one) => isWrong(one, raw, card), ['card-'])
      for (const tile of card.tiles) {
        const wrong = tileIsWrong(raw, tile)
        if (wrong !== undefined) wrongTiles.push(`${name}: ${tile.label} ${tile.mean}: ${wrong}`)
      }
      const tests = new Set(
        ['iops', 'bandwidth', 'transactions'].flatMap((one) => groupsOf(raw, one).map(({ test }) => test)),
      )
      const [test = ''] = tests
      const told = [card.subtitle, ...card.tiles.map(({ label }) => label)].join(' · ').split(' · ')
      if (tests.size === 1 && !testWords(test).some((words) => told.includes(words)))
        wrongTiles.push(`${name}: the card does not name its test ${test}`)
    }
  expect(cards).toBeGreaterThan(40)
  expect(said.unread).toEqual([])
  expect(said.false()).toEqual([])
  expect(wrongTiles).toEqual([])
  expect(said.unseen(['card-'])).toEqual([])
  expect(said.undetected()).toEqual([])
})
