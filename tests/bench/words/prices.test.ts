import { expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import type { DeviceCard } from '../../../src/core/devices/device-card'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { Audit } from './audited'
import { plain } from './drawn'
import { metricOf } from './groups'
import { countOf, type Said, wrongIf } from './read-back'
import { requests, scattered, SimulatedReview } from './simulated'

interface PricedDrive {
  readonly name: string
  readonly card: DeviceCard | undefined
  /** Unset: it was not measured. */
  readonly iops?: number
}

const terabyte = 1e12
const eur = (amount: number, rest: Partial<DeviceCard['price']> = {}) => ({
  amount,
  currency: 'EUR',
  ...rest,
})

/** Drives with what their cards say; the fourth is dearer and slower than others. */
const drives: readonly PricedDrive[] = [
  {
    ...{ name: 'Cheap', iops: 50_000 },
    card: { soldBytes: terabyte, price: eur(80, { date: '2026-05-01', source: 'a shop' }) },
  },
  {
    ...{ name: 'Fast', iops: 90_000 },
    card: { soldBytes: 2 * terabyte, price: eur(300, { note: 'a list price' }) },
  },
  {
    ...{ name: 'Reserved', iops: 60_000 },
    card: { soldBytes: terabyte, usableBytes: 0.8 * terabyte, price: eur(120, { printedPerGb: 0.2 }) },
  },
  { ...{ name: 'Dear', iops: 40_000 }, card: { ratedEndurance: 600 * terabyte, price: eur(200) } },
  { name: 'In dollars', card: { soldBytes: terabyte, price: { amount: 108, currency: 'USD' } } },
  { name: 'Unpriced', iops: 70_000, card: { soldBytes: terabyte } },
  { name: 'Unknown', iops: 30_000, card: undefined },
]

function review(all: readonly PricedDrive[]): SimulatedReview {
  const made = new SimulatedReview()
  for (const { name, card, iops } of all) {
    if (iops !== undefined)
      made.add({
        plan: {
          name: 'Depths',
          base: { pattern: 'random', block_size: 4096 },
          axes: [{ key: 'queue_depth', levels: [1, 32] }],
          repetitions: 5,
        },
        drive: name,
        measure: ({ queue_depth }, repetition) =>
          requests(
            'random-read',
            scattered(iops / (queue_depth === 1 ? 10 : 1), 0.01, repetition),
            4096,
            100,
          ).map((one) => ({ ...one, values: { ...one.values, io_count: 1e6 } })),
      })
    if (card !== undefined) made.review.cards.saveDevice({ name, card })
  }
  return made
}

interface Facts {
  readonly all: readonly PricedDrive[]
  readonly figure: Figure
  readonly metric: string
  readonly view: string
}

const priceOf = ({ card }: PricedDrive) =>
  card?.price === undefined ? undefined : card.price.amount / (card.price.currency === 'USD' ? 1.08 : 1)

const numberIn = (text: string | undefined) => Number((text ?? '').replace(/[^\d.]/g, ''))
const isNear = (text: string | undefined, value: number, digits: number) =>
  Math.abs(numberIn(text) / value - 1) <= 0.51 * 10 ** (1 - digits)

/** The drives whose prices are in the figure. */
function shown({ all, view }: Facts): readonly PricedDrive[] {
  const isMeasured = view === 'scatter' || view === 'per-money'
  const isDrawn = ({ card }: PricedDrive) =>
    view === 'per-money' || (view === 'per-tb-written' ? card?.ratedEndurance : card?.soldBytes) !== undefined
  return all
    .filter((one) => priceOf(one) !== undefined && isDrawn(one) && (!isMeasured || one.iops !== undefined))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

const named = ({ all }: Facts, said: Said) => all.find(({ name }) => name === said.slots.get('device'))

function namesAreWrong(said: Said, slot: string, wanted: readonly PricedDrive[]): string | undefined {
  const told = plain(said.slots.get(slot) ?? '').split(', ')
  const [more] = said.parts.get('more') ?? []
  return wrongIf(
    told.length + (more ? countOf(more, 'count') : 0) !== wanted.length ||
      !told.every((name) => wanted.some((one) => one.name === name)),
    `they are ${wanted.map(({ name }) => name).join(', ')}`,
  )
}

function isWrong(said: Said, facts: Facts): string | undefined {
  const { all, figure, metric, view } = facts
  const card = named(facts, said)?.card
  switch (said.id) {
    case 'price-prices': {
      const told = said.parts.get('prices') ?? []
      const texts = told.map(({ text }) => text)
      const wanted = shown(facts).map(({ name, card: own }) => {
        const { amount = 0, currency = '', date, source } = own?.price ?? {}
        const origin = [date, source].filter((one) => one !== undefined).join(', ')
        return `${name} ${String(amount)} ${currency}${origin === '' ? '' : ` (${origin})`}`
      })
      return wrongIf(texts.map(plain).join('; ') !== wanted.join('; '), `they are ${wanted.join('; ')}`)
    }
    case 'price-rate':
      return (
        wrongIf(plain(said.text) !== '1 EUR = 1.08 USD.', 'it is another rate') ??
        wrongIf(!shown(facts).some((one) => one.card?.price?.currency === 'USD'), 'no price was converted')
      )
    case 'price-printed': {
      const { amount = NaN, printedPerGb = NaN } = card?.price ?? {}
      return (
        wrongIf(
          !isNear(said.slots.get('perGb'), amount / ((card?.soldBytes ?? NaN) / 1e9), 4),
          'it is another price',
        ) ??
        wrongIf(numberIn(said.slots.get('printed')) !== printedPerGb, `it prints ${String(printedPerGb)}`) ??
        wrongIf(
          plain(said.slots.get('price') ?? '') !== `${String(amount)} EUR`,
          'it costs something else',
        ) ??
        wrongIf(said.slots.get('currency') !== 'EUR', 'another currency') ??
        wrongIf(
          plain(said.slots.get('size') ?? '') !== `${String((card?.soldBytes ?? NaN) / terabyte)} TB`,
          'another size',
        )
      )
    }
    case 'price-reserved': {
      const share = (card?.usableBytes ?? NaN) / (card?.soldBytes ?? NaN)
      return (
        wrongIf(!isNear(said.slots.get('reserved'), 100 * (1 - share), 3), 'another share') ??
        wrongIf(!isNear(said.slots.get('dearer'), 100 * (1 / share - 1), 3), 'another price')
      )
    }
    case 'price-note':
      return wrongIf(card?.price?.note !== said.slots.get('note'), 'it has another note')
    case 'price-intervals':
      return wrongIf(said.slots.get('scale') !== 't on the log scale', 'there are two cases')
    case 'price-frontier':
      return (
        wrongIf(!figure.series.some(({ role }) => role === 'reference'), 'no line is drawn') ??
        frontierIsWrong(facts)
      )
    case 'price-better':
      return wrongIf(
        said.slots.get('way') !== (metric.startsWith('latency') ? 'Lower' : 'Higher'),
        'it is the other way',
      )
    case 'price-cheaper':
      return wrongIf(metric !== 'io_count', 'there is a better way')
    case 'caption-better':
      return wrongIf((said.slots.get('way') === 'Higher') !== (view === 'per-money'), 'it is the other way')
    case 'price-no-card':
      return wrongIf(
        all.some((one) => priceOf(one) !== undefined),
        'a card has one',
      )
    case 'price-unknown':
      return namesAreWrong(
        said,
        'devices',
        all.filter((one) => one.card !== undefined && priceOf(one) === undefined),
      )
    case 'price-not-carded':
      return namesAreWrong(
        said,
        'campaigns',
        all.filter((one) => one.iops !== undefined && priceOf(one) === undefined),
      )
    case 'price-not-divided':
      return (
        wrongIf(
          metricOf((said.slots.get('metric') ?? '').replace(/^M/, 'm')) !== metric && metric !== 'io_count',
          'another metric',
        ) ??
        wrongIf(
          (said.parts.get('why')?.[0]?.id === 'price-neither') !== (metric === 'io_count'),
          'another reason',
        )
      )
    case 'price-lacking': {
      const isEndurance = said.slots.get('what') === 'rated endurance (TBW)'
      const lacking = all.filter(
        (one) =>
          priceOf(one) !== undefined &&
          (isEndurance ? one.card?.ratedEndurance : one.card?.soldBytes) === undefined,
      )
      return (
        wrongIf(isEndurance !== (view === 'per-tb-written'), 'it needs another fact') ??
        namesAreWrong(said, 'devices', lacking)
      )
    }
    case 'price-claimed-twice':
      return wrongIf(said.slots.get('cards') !== 'Card A and Card B', 'they are others')
    default:
      // Its other sentences are audited with rankings.
      return said.id.startsWith('price-') ? 'nothing checks it' : undefined
  }
}

/** What is joined is not beaten by anything cheaper. */
function frontierIsWrong({ all, figure }: Facts): string | undefined {
  const points = figure.series.filter(({ id }) => id === 'frontier').flatMap((one) => one.points)
  const own = all.flatMap((one) => {
    const { card, iops, name } = one
    const bytes = card?.usableBytes ?? card?.soldBytes
    const price = priceOf(one)
    if (iops === undefined || price === undefined || bytes === undefined) return []
    // At one depth latency follows from the rate.
    return [{ name, price: price / (bytes / 1e9), worth: iops }]
  })
  const best = own.filter((one) => !own.some(({ price, worth }) => price <= one.price && worth > one.worth))
  const wanted = best.map(({ name }) => name).sort()
  return wrongIf(
    points
      .map(({ name }) => name)
      .sort()
      .join() !== wanted.join(),
    `they are ${wanted.join()}`,
  )
}

it('says of prices what the cards state and the runs show', () => {
  const said = new Audit()
  const [cheap, ...others] = drives
  const claims = ['Card A', 'Card B'].map((name) => ({
    ...{ name, card: { standsFor: ['Cheap'], soldBytes: terabyte, price: eur(90) } },
  }))
  const twice = [{ name: 'Cheap', iops: cheap?.iops ?? NaN, card: undefined }, ...claims, ...others]
  const bare = drives.map(({ card: _, ...one }) => ({ ...one, card: undefined }))
  const views = ['scatter', 'per-usable-gb', 'per-sold-gb', 'per-money', 'per-tb-written'] as const
  for (const all of [drives, twice, bare]) {
    const made = review(all)
    for (const view of views)
      for (const metric of ['iops', 'latency_mean', 'io_count']) {
        const settings = {
          kind: 'price',
          campaignIds: [],
          metric,
          view,
          currency: 'EUR',
          rates: '1 EUR = 1.08 USD',
        } as const
        const figure = figureOfReview(made.review, settings)
        for (const text of [figure.caption, ...figure.notes.map((one) => one.text)])
          if (text !== '')
            said.add(view, text, () => (one) => isWrong(one, { all, figure, metric, view }), ['price-'])
      }
  }
  expect(said.unread).toEqual([])
  expect(said.false()).toEqual([])
  expect(said.unseen(['price-'])).toEqual([])
  expect(said.undetected()).toEqual([])
})
