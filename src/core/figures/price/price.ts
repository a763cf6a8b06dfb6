import * as v from 'valibot'
import { isCurrency, parseRates } from '../../devices/money'
import { largestOf } from '../../units/iterables'
import { cleanText, textLimits } from '../clean-text'
import { categoryAxis, sideBySide } from '../comparison/cell-series'
import { defineFigure, type FigureInputs } from '../define-figure'
import type { Figure, FigurePoint, FigureSeries } from '../figure'
import { chooseUnit } from '../figure-unit'
import { choiceSetting, setting } from '../own-setting'
import type { FigureProvenance } from '../provenance'
import { type Placed, placedCampaigns, runsOf } from '../ranking/placed-campaigns'
import { rankedCampaigns } from '../ranking/ranked-campaigns'
import { smallPrint } from '../small-print'
import { greyGroup } from '../styled-series'
import { sweepYAxis } from '../sweep-axes'
import { unitLabel } from '../sweep-titles'
import { linearTicks } from '../ticks'
import type { UsualSettings } from '../usual-settings'
import { pricesOf, type PricedDevice } from './priced-devices'
import { captionOf, missingNotes, priceNumbers } from './price-texts'

const settings = {
  /** Unset: price against performance where two campaigns have both, else the price per usable GB. */
  view: choiceSetting(
    [
      { value: 'scatter', label: 'Price against performance' },
      { value: 'per-usable-gb', label: 'Price per usable GB' },
      { value: 'per-sold-gb', label: 'Price per GB as sold' },
      { value: 'per-money', label: 'Performance per unit of money' },
      { value: 'per-tb-written', label: 'Price per TB written' },
    ],
    { label: 'View', unset: 'By what there is' },
  ),
  /** What the price is of, where it stands against performance: a usable GB if unset. */
  against: choiceSetting(
    [
      { value: 'per-usable-gb', label: 'Per usable GB' },
      { value: 'price', label: 'Whole device' },
      { value: 'per-sold-gb', label: 'Per GB as sold' },
      { value: 'per-tb-written', label: 'Per TB written' },
    ],
    { label: 'Price', help: 'What stands on x where price stands against performance.' },
  ),
  /** Geometric mean over all shared cases if unset. */
  cases: choiceSetting(
    [
      { value: 'all', label: 'All shared (geometric mean)' },
      { value: 'one', label: 'One case' },
    ],
    { label: 'Cases', help: 'One case is the first that all have; fix its levels to choose another.' },
  ),
  currency: setting(v.pipe(v.string(), v.check(isCurrency, 'is no currency code such as USD or EUR')), {
    ...{
      type: 'value',
      kind: { type: 'text', pattern: '[A-Z]{3}' },
      label: 'Currency',
      unset: 'That of the cards',
    },
    help: 'Code of three letters. Cards in another currency need an exchange rate.',
  }),
  rates: setting(
    v.pipe(
      v.string(),
      v.maxLength(500),
      v.check((text) => parseRates(text).ok, 'is no exchange rate such as 1 EUR = 1.08 USD'),
    ),
    {
      ...{ type: 'value', kind: { type: 'text' }, label: 'Exchange rates', unset: 'None' },
      help: 'Like 1 EUR = 1.08 USD; several separated by semicolons. Printed in the caption.',
    },
  ),
}
export type PriceSettings = UsualSettings &
  Readonly<v.InferOutput<v.StrictObjectSchema<typeof settings, undefined>>>

/** A campaign with the price of its device. */
export interface PricedCampaign {
  readonly placed: Placed
  readonly priced: PricedDevice
}

type PriceKind = Exclude<NonNullable<PriceSettings['against']>, 'price'>

const priceNames: Readonly<Record<PriceKind | 'price', string>> = {
  price: 'Price',
  'per-usable-gb': 'Price per usable GB',
  'per-sold-gb': 'Price per GB as sold',
  'per-tb-written': 'Price per TB written',
}

function priceOf(one: PricedDevice, kind: PriceKind | 'price'): number | undefined {
  switch (kind) {
    case 'price':
      return one.price
    case 'per-usable-gb':
      return one.perUsableGb
    case 'per-sold-gb':
      return one.perSoldGb
    case 'per-tb-written':
      return one.perTbWritten
  }
}

function build(input: FigureInputs['runs'], asked: PriceSettings, origin: FigureProvenance): Figure {
  const links = input.devices ?? { devices: [], claimedTwice: [] }
  const prices = pricesOf(links, asked)
  const ranked = rankedCampaigns(input, asked, origin, asked.cases === 'one')
  const { placed } = placedCampaigns(ranked, undefined)
  const measured = placed.flatMap((one): readonly PricedCampaign[] => {
    const priced = prices.devices.find(({ device }) => device.campaignIds.includes(one.campaign.campaignId))
    return priced === undefined ? [] : [{ placed: one, priced }]
  })
  const view = asked.view ?? (measured.length > 1 ? 'scatter' : 'per-usable-gb')
  const isMeasured = view === 'scatter' || view === 'per-money'
  const { metric } = ranked
  const unit = chooseUnit(
    metric.unit,
    largestOf(
      measured.map(({ placed: { estimate } }) => estimate.value),
      0,
    ),
    asked.unit,
  )
  // IOPS and MB/s a unit of money, as people quote them: a change of unit would hide how little it is.
  const perMoney =
    metric.unit === 'B/s'
      ? chooseUnit('B/s', 1e6, asked.unit ?? 'MB/s')
      : chooseUnit(metric.unit, 1, asked.unit)
  const parts = { prices, measured, metric, unit, perMoney }
  const numbers = priceNumbers(parts)
  const money = (name: string) => `${name} (${prices.currency})`
  const against = asked.against ?? 'per-usable-gb'
  const performance = unitLabel(metric, unit.label)
  const drawn =
    view === 'scatter'
      ? scatterOf(measured, against, unit.factor, metric.better === 'lower' ? 'lower' : 'higher', asked)
      : barsOf(
          view === 'per-money'
            ? measured.map((one) => perMoneyBar(one, perMoney.factor))
            : prices.devices.flatMap((one) => priceBar(one, view)),
          view === 'per-money' ? 'most' : 'least',
          asked,
        )
  const title =
    view === 'scatter'
      ? `${metric.label} against ${priceNames[against].toLowerCase().replace('gb', 'GB').replace('tb', 'TB')}`
      : view === 'per-money'
        ? `${metric.label} per ${prices.currency}`
        : priceNames[view]
  const yLabel =
    view === 'scatter'
      ? performance
      : view === 'per-money'
        ? `${unitLabel(metric, perMoney.label)} per ${prices.currency}`
        : money(priceNames[view])
  const shownX = drawn.x
  return {
    kind: 'price',
    title: cleanText(asked.title ?? title, textLimits.title),
    subtitle: cleanText(
      asked.subtitle ??
        (isMeasured && ranked.cases.length > 1
          ? `Geometric mean over ${String(ranked.cases.length)} shared cases`
          : ''),
      textLimits.subtitle,
    ),
    ...{ metric: view === 'scatter' ? metric.id : '', xKey: 'price', statistic: 'mean' },
    x:
      'ticks' in shownX
        ? { ...categoryAxis(shownX.ticks, cleanText(asked.xLabel ?? '', textLimits.axis)), keepsLabels: true }
        : {
            label: cleanText(asked.xLabel ?? money(priceNames[against]), textLimits.axis),
            kind: 'linear',
            ...linearTicks(0, shownX.largest > 0 ? shownX.largest : 1, 6),
          },
    y: sweepYAxis(drawn.series, cleanText(asked.yLabel ?? yLabel, textLimits.axis), {
      ...asked,
      ...{ yFromZero: true, yScale: 'linear' },
    }),
    unit: view === 'scatter' ? unit.label : '',
    series: drawn.series,
    numbers,
    show: { dots: false, intervals: asked.showIntervals !== false },
    caption: captionOf(parts, view, ranked.cases.length),
    smallPrint: isMeasured ? smallPrint(ranked.provenance, 'mean') : [],
    notes: missingNotes({ ...parts, links, placed, view, against }, isMeasured ? ranked.notes : []),
  }
}

interface Drawn {
  readonly series: readonly FigureSeries[]
  readonly x: { readonly ticks: readonly string[] } | { readonly largest: number }
}

function look(line: string, label: string): Omit<FigureSeries, 'points' | 'visible'> {
  return {
    ...{ id: line, line, label, lineLabel: label, part: 'total', partLabel: 'total', role: 'measured' },
    ...{ marker: 'circle', dash: 'solid', mark: 'point', group: 0 },
  }
}

/** Points with their names, those that nothing cheaper outdoes joined by a step line. */
function scatterOf(
  measured: readonly PricedCampaign[],
  against: PriceKind | 'price',
  factor: number,
  better: 'higher' | 'lower',
  asked: PriceSettings,
): Drawn {
  const points = measured.flatMap(({ placed, priced }) => {
    const x = priceOf(priced, against)
    return x === undefined ? [] : [pointAt(x, placed, factor)]
  })
  const frontier = frontierOf(points, better)
  const visible = (line: string) => asked.hiddenSeries?.includes(line) !== true
  const others = points.filter((one) => !frontier.includes(one))
  const steps = frontier.flatMap((one, at) => {
    const before = frontier[at - 1]
    return before === undefined ? [one] : [{ ...one, y: before.y }, one]
  })
  const bare = ({ x, y }: FigurePoint): FigurePoint => ({ x, y, n: undefined, failedRuns: 0, dots: [] })
  const label = 'nothing cheaper is better'
  const best: FigureSeries = {
    ...look('frontier', label),
    ...{ points: frontier, visible: visible('frontier') },
  }
  const rest: FigureSeries = {
    ...look('others', 'others'),
    ...({ group: greyGroup, marker: 'square' } as const),
    ...{ points: others, visible: visible('others') },
  }
  const line: FigureSeries = {
    ...look('frontier', label),
    ...({ id: 'frontier/line', partLabel: 'frontier', role: 'reference', mark: 'line' } as const),
    ...({ marker: 'none', dash: 'dashed' } as const),
    ...{ points: steps.map(bare), visible: visible('frontier') },
  }
  return {
    series: [best, ...(others.length === 0 ? [] : [rest]), ...(frontier.length < 2 ? [] : [line])],
    x: {
      largest: largestOf(
        points.map(({ x }) => x),
        0,
      ),
    },
  }
}

function pointAt(x: number, { campaign, estimate }: Placed, factor: number): FigurePoint {
  return {
    ...{ x, y: estimate.value / factor, name: campaign.label, tag: campaign.label },
    ...(estimate.low !== undefined && { low: estimate.low / factor }),
    ...(estimate.high !== undefined && { high: estimate.high / factor }),
    ...{ n: runsOf(campaign), failedRuns: campaign.failedRuns, dots: [] },
    facts: campaign.cases.some(({ printed }) => printed) ? ['printed mean'] : [],
  }
}

/** Points that are better than all cheaper ones, cheapest first; of one price the best. */
export function frontierOf(
  points: readonly FigurePoint[],
  better: 'higher' | 'lower',
): readonly FigurePoint[] {
  const sign = better === 'lower' ? -1 : 1
  const worth = ({ y }: FigurePoint) => sign * (y ?? 0)
  const cheapestFirst = [...points].sort((one, other) => one.x - other.x || worth(other) - worth(one))
  let best = -Infinity
  return cheapestFirst.filter((point) => {
    if (worth(point) <= best) return false
    best = worth(point)
    return true
  })
}

interface Bar {
  readonly name: string
  readonly point: Omit<FigurePoint, 'x'>
}

function priceBar(one: PricedDevice, kind: PriceKind): readonly Bar[] {
  const y = priceOf(one, kind)
  if (y === undefined) return []
  return [
    { name: one.device.name, point: { y, name: one.device.name, n: undefined, failedRuns: 0, dots: [] } },
  ]
}

function perMoneyBar({ placed, priced }: PricedCampaign, factor: number): Bar {
  const { x: _, tag: __, ...point } = pointAt(0, placed, factor * priced.price)
  return { name: placed.campaign.label, point }
}

/** Bars of one colour, the best one first. */
function barsOf(bars: readonly Bar[], best: 'most' | 'least', asked: PriceSettings): Drawn {
  const sign = best === 'most' ? -1 : 1
  const sorted = [...bars].sort((one, other) => sign * ((one.point.y ?? 0) - (other.point.y ?? 0)))
  return {
    series: [
      {
        ...look('all', 'all'),
        ...{ mark: 'bar', marker: 'square', group: 0, ...sideBySide(0, 1) },
        visible: asked.hiddenSeries?.includes('all') !== true,
        points: sorted.map(({ point }, x) => ({ x, ...point })),
      },
    ],
    x: { ticks: sorted.map(({ name }) => cleanText(name, textLimits.label)) },
  }
}

export const price = defineFigure({
  kind: 'price',
  name: 'Price',
  needs: 'runs',
  form: 'picture',
  isLinear: true,
  usesDevices: true,
  isOffered: ({ hasPrices }) => hasPrices === true,
  settings,
  usualFields: ['metric', 'unit', 'levels', 'intervals'],
  build,
})
