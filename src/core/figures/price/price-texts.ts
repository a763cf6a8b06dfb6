import { sentences } from '../../text/plain-text'
import type { DeviceLinks } from '../../devices/link-devices'
import { type Metric, wayIsBetter } from '../../results/metrics'
import { formatShort } from '../../units/number-format'
import type { ScaledUnit } from '../../units/unit-scale'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureNote, FigureNumbers, FigureSeries } from '../figure/figure'
import { noData } from '../figure/no-data'
import { printedSentence } from '../sweep/printed-point'
import { andMore, firstAndMore } from '../../words/listed'
import { template } from '../../words/template'
import { reservationColumn } from '../figure/reservations'
import { type Placed, runsOf } from '../ranking/placed-campaigns'
import { meanInPrint } from '../ranking/ranked-campaigns'
import { printedColumn, scaleOf, scales } from '../ranking/ranking-texts'
import {
  type PricedCampaign,
  type PriceKind,
  priceOf,
  priceRemarks,
  priceText,
  type PriceView,
  type Prices,
} from './priced-devices'

const deviceSaid = template('price-device', '{device} {price}', { device: 'drive', price: 'given' })
const pricesSaid = template('price-prices', 'Prices: {prices}.', {
  prices: { of: [deviceSaid], between: '; ' },
})
const rateSaid = template('price-rate', '1 {from} = {rate} {to}.', {
  from: 'given',
  rate: 'value',
  to: 'given',
})
const intervalsSaid = template(
  'price-intervals',
  'Intervals are 95 % confidence intervals ({scale}); prices have none.',
  { scale: Object.values(scales) },
)
const frontierSaid = template('price-frontier', 'Dashed: no cheaper device has a better mean.')
const isCheaper = template('price-cheaper', 'Further left is cheaper.')
const isBetterByPrice = template('price-better', '{way} and further left is better.', {
  way: ['Lower', 'Higher'],
})
const noPrice = template(
  'price-no-card',
  'No device card states a price. Add one among the devices of the Review room, or with the command device set.',
)
const priceUnknown = template('price-unknown', 'No price is known of {devices}{more}.', {
  devices: 'given',
  more: { of: [andMore] },
})
const isWorse = template('price-worse-for-money', 'lower is better, so more of it for the money is worse')
const isNeither = template('price-neither', 'neither more nor less of it is better')
const notDivided = template(
  'price-not-divided',
  '{metric} is not divided by a price: {why}. Choose a metric of which more is better, or price against performance.',
  { metric: 'metric', why: { of: [isWorse, isNeither] } },
)
const notCarded = template('price-not-carded', 'No priced device card is known for {campaigns}{more}.', {
  campaigns: 'given',
  more: { of: [andMore] },
})
const claimedTwice = template(
  'price-claimed-twice',
  'The cards {cards} claim the same campaign; state a serial number or name on one.',
  { cards: 'given' },
)
const lackingOf = template('price-lacking', 'The cards of {devices}{more} state no {what}.', {
  devices: 'given',
  more: { of: [andMore] },
  what: ['rated endurance (TBW)', 'capacity'],
})

interface PriceParts {
  readonly prices: Prices
  readonly measured: readonly PricedCampaign[]
  readonly metric: Metric
  /** What the numbers are: the metric, or its geometric mean over several cases. */
  readonly label: string
  readonly unit: ScaledUnit
  readonly perMoney: ScaledUnit
}

/** The prices and their sources, the conversion rates, oddities of the prices, which direction is better. */
export function captionOf(
  { prices, measured, metric }: PriceParts,
  view: PriceView,
  against: PriceKind,
  cases: number,
  series: readonly FigureSeries[],
): string {
  const isMeasured = view === 'scatter' || view === 'per-money'
  const kind = view === 'scatter' ? against : view === 'per-money' ? 'price' : view
  // What has no mark is not spoken of.
  const shown = prices.devices.filter(
    (one) =>
      priceOf(one, kind) !== undefined && (!isMeasured || measured.some(({ priced }) => priced === one)),
  )
  const currencies = new Set(shown.map(({ device }) => device.card.price?.currency))
  const used = prices.rates.filter(
    ({ from, to }) =>
      (from !== prices.currency && currencies.has(from)) || (to !== prices.currency && currencies.has(to)),
  )
  if (shown.length === 0 || series.every(({ points }) => points.length === 0)) return noData()
  const all = measured.flatMap(({ placed }) => placed.campaign.cases)
  const hasIntervals = measured.some(({ placed: { estimate } }) => estimate.low !== undefined)
  return sentences([
    pricesSaid({
      prices: shown.map(({ device }) =>
        deviceSaid({ device: cleanText(device.name, textLimits.label), price: priceText(device.card) }),
      ),
    }),
    ...used.map(({ from, to, rate }) => rateSaid({ from, to, rate: formatShort(rate, 6) })),
    ...shown.flatMap(({ device }) => priceRemarks(device)),
    isMeasured && hasIntervals
      ? intervalsSaid({
          scale: scaleOf(
            metric,
            cases > 1,
            measured.map((one) => one.placed),
          ),
        })
      : '',
    isMeasured
      ? printedSentence(
          all.flatMap((one) => one.printed ?? []),
          false,
        )
      : '',
    view === 'scatter' && series.some(({ role }) => role === 'reference') ? frontierSaid() : '',
    // One point or bar alone is not better than another.
    series.reduce((sum, { role, points }) => sum + (role === 'measured' ? points.length : 0), 0) < 2
      ? ''
      : view === 'scatter'
        ? betterByPrice(metric)
        : view === 'per-money'
          ? wayIsBetter({ way: 'Higher' })
          : wayIsBetter({ way: 'Lower' }),
  ])
}

function betterByPrice({ better }: Metric): string {
  if (better === 'neither') return isCheaper()
  return isBetterByPrice({ way: better === 'lower' ? 'Lower' : 'Higher' })
}

interface Missing extends PriceParts {
  readonly links: DeviceLinks
  readonly placed: readonly Placed[]
  readonly view: PriceView
  readonly against: PriceKind
}

/** What is missing in the figure, with what to do about it. */
export function missingNotes(
  { links, prices, measured, metric, placed, view, against }: Missing,
  measuredNotes: readonly FigureNote[],
): readonly FigureNote[] {
  const notes: string[] = []
  const isMeasured = view === 'scatter' || view === 'per-money'
  if (prices.devices.length === 0) notes.push(noPrice())
  else if (prices.unpriced.length > 0) {
    const { names: devices, more } = fewNames(prices.unpriced)
    notes.push(priceUnknown({ devices, more }))
  }
  if (view === 'per-money' && metric.better !== 'higher')
    notes.push(notDivided({ metric: metric.label, why: metric.better === 'lower' ? isWorse() : isNeither() }))
  if (isMeasured) {
    const carded = new Set(measured.map((one) => one.placed))
    const without = placed.filter((one) => !carded.has(one)).map(({ campaign }) => campaign.label)
    if (prices.devices.length > 0 && without.length > 0) {
      const { names: campaigns, more } = fewNames([...new Set(without)])
      notes.push(notCarded({ campaigns, more }))
    }
  }
  for (const { names } of links.claimedTwice) notes.push(claimedTwice({ cards: names.join(' and ') }))
  const kind = view === 'scatter' ? against : view
  const needed = {
    'per-usable-gb': 'perUsableGb',
    'per-sold-gb': 'perSoldGb',
    'per-tb-written': 'perTbWritten',
  } as const
  if (kind !== 'price' && kind !== 'per-money') {
    const lacking = prices.devices.filter((one) => one[needed[kind]] === undefined)
    const what = kind === 'per-tb-written' ? 'rated endurance (TBW)' : 'capacity'
    if (lacking.length > 0) {
      const { names: devices, more } = fewNames(lacking.map(({ device }) => device.name))
      notes.push(lackingOf({ devices, more, what }))
    }
  }
  return [...notes.map((text) => ({ severity: 'warning' as const, text })), ...measuredNotes]
}

/** More names than this are only counted. */
const mostNames = 8

function fewNames(names: readonly string[]) {
  const { places, more } = firstAndMore(names, mostNames)
  return { names: places.join(', '), more }
}

/** One row per device, or per campaign if campaigns measured it. */
export function priceNumbers({ prices, measured, metric, label, unit, perMoney }: PriceParts): FigureNumbers {
  const { currency } = prices
  const inPrintOf = ({ placed }: PricedCampaign) => meanInPrint(placed.campaign, unit.factor)?.mean
  const isInPrint = measured.some((one) => inPrintOf(one) !== undefined)
  const isReserved = measured.some(({ placed: { known } }) => known.reservations !== undefined)
  const rows = prices.devices.flatMap((one) => {
    const { device } = one
    const { card } = device
    const own = measured.filter(({ priced }) => priced === one)
    return (own.length === 0 ? [undefined] : own).map((campaign) => {
      const estimate = campaign?.placed.estimate
      const scaled = (value: number | undefined, factor: number) =>
        value === undefined ? undefined : value / factor
      return [
        ...[device.name, campaign?.placed.campaign.label],
        ...[one.price, card.price?.date, card.price?.source],
        ...[scaled(card.soldBytes, 1e9), scaled(card.usableBytes, 1e9)],
        ...[one.perSoldGb, one.perUsableGb, one.dearerPercent],
        ...[campaign && runsOf(campaign.placed.campaign)],
        ...[
          scaled(estimate?.value, unit.factor),
          scaled(estimate?.low, unit.factor),
          scaled(estimate?.high, unit.factor),
        ],
        ...(metric.better === 'higher' ? [scaled(estimate?.value, perMoney.factor * one.price)] : []),
        ...[scaled(device.ratedEndurance, 1e12), one.perTbWritten],
        ...(isInPrint ? [campaign && inPrintOf(campaign)] : []),
        ...(isReserved ? [campaign?.placed.known.reservations] : []),
      ]
    })
  })
  return {
    columns: [
      { key: 'device', label: 'Device' },
      { key: 'campaign', label: 'Campaign' },
      { key: 'price', label: 'Price', unit: currency },
      { key: 'price_date', label: 'Date' },
      { key: 'price_source', label: 'Source' },
      { key: 'sold_gb', label: 'Sold', unit: 'GB' },
      { key: 'usable_gb', label: 'Usable', unit: 'GB' },
      { key: 'per_sold_gb', label: 'Per GB sold', unit: `${currency}/GB` },
      { key: 'per_usable_gb', label: 'Per usable GB', unit: `${currency}/GB` },
      { key: 'dearer_percent', label: 'Usable dearer by', unit: '%' },
      { key: 'n', label: 'n' },
      { key: metric.id, label, unit: unit.label, followsInterval: true },
      { key: 'low', label: 'Low', unit: unit.label },
      { key: 'high', label: 'High', unit: unit.label },
      ...(metric.better === 'higher'
        ? [
            {
              key: 'per_money',
              label: `Per ${currency}`,
              unit: `${perMoney.label} per ${currency}`.trim(),
              multipleOf: metric.id,
            },
          ]
        : []),
      { key: 'tbw_tb', label: 'TBW', unit: 'TB' },
      { key: 'per_tb_written', label: 'Per TB written', unit: `${currency}/TB` },
      ...(isInPrint ? [printedColumn(metric)] : []),
      ...(isReserved ? [reservationColumn] : []),
    ],
    rows,
  }
}
