import { sentences } from '../../text/plain-text'
import type { DeviceLinks } from '../../devices/link-devices'
import type { Metric } from '../../results/metrics'
import { formatShort } from '../../units/number-format'
import type { ScaledUnit } from '../../units/unit-scale'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureNote, FigureNumbers, FigureSeries } from '../figure/figure'
import { printedSentence } from '../sweep/printed-point'
import { reservationColumn } from '../figure/reservations'
import { type Placed, runsOf } from '../ranking/placed-campaigns'
import { scaleOf } from '../ranking/ranking-texts'
import {
  type PricedCampaign,
  type PriceKind,
  priceRemarks,
  priceText,
  type PriceView,
  type Prices,
} from './priced-devices'

interface PriceParts {
  readonly prices: Prices
  readonly measured: readonly PricedCampaign[]
  readonly metric: Metric
  readonly unit: ScaledUnit
  readonly perMoney: ScaledUnit
}

/** The prices and their sources, the conversion rates, oddities of the prices, which direction is better. */
export function captionOf(
  { prices, measured, metric }: PriceParts,
  view: PriceView,
  cases: number,
  series: readonly FigureSeries[],
): string {
  const isMeasured = view === 'scatter' || view === 'per-money'
  const shown = isMeasured
    ? prices.devices.filter((one) => measured.some(({ priced }) => priced === one))
    : prices.devices
  if (shown.length === 0 || series.every(({ points }) => points.length === 0)) return 'No data.'
  const all = measured.flatMap(({ placed }) => placed.campaign.cases)
  const hasIntervals = measured.some(({ placed: { estimate } }) => estimate.low !== undefined)
  return sentences([
    `Prices: ${shown.map(({ device }) => `${cleanText(device.name, textLimits.label)} ${priceText(device.card)}`).join('; ')}.`,
    ...prices.rates.map(({ from, to, rate }) => `1 ${from} = ${formatShort(rate, 6)} ${to}.`),
    ...shown.flatMap(({ device }) => priceRemarks(device)),
    isMeasured && hasIntervals
      ? `Intervals are 95 % confidence intervals (${scaleOf(metric, cases > 1)}); prices have none.`
      : '',
    isMeasured
      ? printedSentence(
          all.flatMap((one) => one.printed ?? []),
          false,
        )
      : '',
    view === 'scatter' && series.some(({ role }) => role === 'reference')
      ? 'Dashed: no cheaper device has a better mean.'
      : '',
    // One point or bar alone is not better than another.
    series.reduce((sum, { role, points }) => sum + (role === 'measured' ? points.length : 0), 0) < 2
      ? ''
      : view === 'scatter'
        ? betterByPrice(metric)
        : view === 'per-money'
          ? 'Higher is better.'
          : 'Lower is better.',
  ])
}

function betterByPrice({ better }: Metric): string {
  if (better === 'neither') return 'Further left is cheaper.'
  return `${better === 'lower' ? 'Lower' : 'Higher'} and further left is better.`
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
  if (prices.devices.length === 0)
    notes.push(
      'No device card states a price. Add one among the devices of the Review room, or with the command device set.',
    )
  else if (prices.unpriced.length > 0) notes.push(`No price is known of ${fewNames(prices.unpriced)}.`)
  if (view === 'per-money' && metric.better !== 'higher')
    notes.push(
      `${metric.label} is not divided by a price: ${metric.better === 'lower' ? 'lower is better, so more of it for the money is worse' : 'neither more nor less of it is better'}. Choose a metric of which more is better, or price against performance.`,
    )
  if (isMeasured) {
    const carded = new Set(measured.map((one) => one.placed))
    const without = placed.filter((one) => !carded.has(one)).map(({ campaign }) => campaign.label)
    if (prices.devices.length > 0 && without.length > 0)
      notes.push(`No priced device card is known for ${fewNames([...new Set(without)])}.`)
  }
  for (const { names } of links.claimedTwice)
    notes.push(
      `The cards ${names.join(' and ')} claim the same campaign; state a serial number or name on one.`,
    )
  const kind = view === 'scatter' ? against : view
  const needed = {
    'per-usable-gb': 'perUsableGb',
    'per-sold-gb': 'perSoldGb',
    'per-tb-written': 'perTbWritten',
  } as const
  if (kind !== 'price' && kind !== 'per-money') {
    const lacking = prices.devices.filter((one) => one[needed[kind]] === undefined)
    const what = kind === 'per-tb-written' ? 'rated endurance (TBW)' : 'capacity'
    if (lacking.length > 0)
      notes.push(`The cards of ${lacking.map(({ device }) => device.name).join(', ')} state no ${what}.`)
  }
  return [...notes.map((text) => ({ severity: 'warning' as const, text })), ...measuredNotes]
}

/** More names than this are only counted. */
const mostNames = 8

function fewNames(names: readonly string[]): string {
  if (names.length <= mostNames) return names.join(', ')
  return `${names.slice(0, mostNames - 1).join(', ')} and ${String(names.length - mostNames + 1)} more`
}

/** One row per device, or per campaign if campaigns measured it. */
export function priceNumbers({ prices, measured, metric, unit, perMoney }: PriceParts): FigureNumbers {
  const { currency } = prices
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
      { key: metric.id, label: metric.label, unit: unit.label, followsInterval: true },
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
      ...(isReserved ? [reservationColumn] : []),
    ],
    rows,
  }
}
