import * as v from 'valibot'
import { isCurrency, parseRates } from '../../devices/money'
import { cleanText, textLimits } from '../figure/clean-text'
import { categoryAxis } from '../figure/category-axis'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure } from '../figure/figure'
import { figureUnit } from '../figure/figure-unit'
import { choiceSetting, setting } from '../figure/own-setting'
import type { FigureProvenance } from '../figure/provenance'
import { placedCampaigns } from '../ranking/placed-campaigns'
import { casesSetting, printedOnly, rankedCampaigns, rankedLabel } from '../ranking/ranked-campaigns'
import { statisticsText } from '../ranking/ranking-texts'
import { sharedCase, testsOf, meanOfCases } from '../cases/shared-case'
import { smallPrint } from '../figure/small-print'
import { sweepYAxis } from '../sweep/sweep-axes'
import { unitLabel } from '../sweep/sweep-titles'
import { linearTicks } from '../figure/ticks'
import type { UsualSettings } from '../figure/usual-settings'
import { barsOf, perMoneyBar, priceBar, scatterOf } from './price-marks'
import { type PricedCampaign, type PriceKind, pricesOf } from './priced-devices'
import { captionOf, missingNotes, priceNumbers } from './price-texts'

const settings = {
  /** Unset: price against performance if two campaigns have both, otherwise the price per usable GB. */
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
  /** What the price is for when shown against performance; a usable GB if unset. */
  against: choiceSetting(
    [
      { value: 'per-usable-gb', label: 'Per usable GB' },
      { value: 'price', label: 'Whole device' },
      { value: 'per-sold-gb', label: 'Per GB as sold' },
      { value: 'per-tb-written', label: 'Per TB written' },
    ],
    { label: 'Price', help: 'The x axis of price against performance.' },
  ),
  cases: casesSetting,
  currency: setting(v.pipe(v.string(), v.check(isCurrency, 'is not a currency code such as USD or EUR')), {
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
      v.check((text) => parseRates(text).ok, 'is not an exchange rate such as 1 EUR = 1.08 USD'),
    ),
    {
      ...{ type: 'value', kind: { type: 'text' }, label: 'Exchange rates', unset: 'None' },
      help: 'Like 1 EUR = 1.08 USD; several separated by semicolons. Printed in the caption.',
    },
  ),
}
type PriceSettings = UsualSettings & Readonly<v.InferOutput<v.StrictObjectSchema<typeof settings, undefined>>>

const priceNames: Readonly<Record<PriceKind, string>> = {
  price: 'Price',
  'per-usable-gb': 'Price per usable GB',
  'per-sold-gb': 'Price per GB as sold',
  'per-tb-written': 'Price per TB written',
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
  const unit = figureUnit(
    metric,
    measured.map(({ placed: { estimate } }) => estimate.value),
    { ...asked, yScale: undefined },
    printedOnly(ranked),
  )
  // IOPS and MB/s per unit of money, as usually quoted: a change of unit would hide how little it is.
  const usual = metric.unit === 'B/s' ? 1e6 : 1
  const perMoney = figureUnit(metric, [usual], { ...asked, yScale: undefined }, printedOnly(ranked))
  const parts = { prices, measured, metric, label: rankedLabel(ranked), unit, perMoney }
  const numbers = priceNumbers(parts)
  const money = (name: string) => `${name} (${prices.currency})`
  const against = asked.against ?? 'per-usable-gb'
  const performance = unitLabel(metric, unit.label)
  const drawn =
    view === 'scatter'
      ? scatterOf(measured, against, unit.factor, metric.better, asked)
      : barsOf(
          view === 'per-money'
            ? // Performance per unit of money: of a latency, more for the money is worse.
              metric.better === 'higher'
              ? measured.map((one) => perMoneyBar(one, perMoney.factor))
              : []
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
  const barUnit = {
    'per-usable-gb': `${prices.currency}/GB`,
    'per-sold-gb': `${prices.currency}/GB`,
    'per-tb-written': `${prices.currency}/TB`,
    'per-money': `${perMoney.label === '' ? metric.label : perMoney.label}/${prices.currency}`,
  }
  const shownX = drawn.x
  return {
    kind: 'price',
    title: title,
    ...(isMeasured && { campaignIds: measured.flatMap(({ placed: { campaign } }) => campaign.campaignId) }),
    ...(isMeasured && { tests: testsOf(ranked.shown) }),
    subtitle: cleanText(
      asked.subtitle ??
        (!isMeasured
          ? ''
          : ranked.cases.length > 1
            ? meanOfCases(ranked.cases.length, testsOf(ranked.shown))
            : sharedCase(ranked.shown, [])),
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
      yFromZero: true,
    }),
    unit: view === 'scatter' ? unit.label : barUnit[view],
    ...('ticks' in shownX && { barsLie: true }),
    series: drawn.series,
    numbers,
    show: { dots: false, intervals: asked.showIntervals !== false },
    caption: captionOf(parts, view, against, ranked.cases.length, drawn.series),
    smallPrint: isMeasured
      ? smallPrint(shownProvenance(ranked.provenance, measured), 'mean', statisticsText(ranked, undefined))
      : [],
    notes: missingNotes({ ...parts, links, placed, view, against }, isMeasured ? ranked.notes : []),
  }
}

/** Only the campaigns whose devices have a price are drawn. */
function shownProvenance(
  { campaigns }: FigureProvenance,
  measured: readonly PricedCampaign[],
): FigureProvenance {
  const shown = new Set(measured.map(({ placed: { campaign } }) => campaign.campaignId))
  return { campaigns: campaigns.filter(({ campaignId }) => shown.has(campaignId)) }
}

export const price = defineFigure({
  kind: 'price',
  name: 'Price',
  needs: 'runs',
  form: 'picture',
  scales: ['linear'],
  usesDevices: true,
  isOffered: ({ hasPrices }) => hasPrices === true,
  settings,
  usualFields: ['metric', 'unit', 'levels', 'intervals'],
  build,
})
