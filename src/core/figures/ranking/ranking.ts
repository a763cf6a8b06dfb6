import * as v from 'valibot'
import { largestOf } from '../../iterables'
import { metricInSentence } from '../../results/metrics'
import {
  counted,
  decimalsOf,
  formatByInterval,
  formatDecimals,
  formatNumber,
} from '../../units/number-format'
import { cleanText, textLimits } from '../figure/clean-text'
import { categoryAxis, sideBySide } from '../figure/category-axis'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure, FigurePoint, FigureSeries } from '../figure/figure'
import { figureUnit } from '../figure/figure-unit'
import { setting } from '../figure/own-setting'
import type { FigureProvenance } from '../figure/provenance'
import { sharedCase, testsOf, meanOfCases } from '../cases/shared-case'
import { smallPrint } from '../figure/small-print'
import { greyGroup } from '../dress/styled-series'
import { unitLabel } from '../sweep/sweep-titles'
import { sweepYAxis } from '../sweep/sweep-axes'
import { plainZero } from '../sweep/sweep-points'
import type { ExactNumber } from '../figure/table'
import type { UsualSettings } from '../figure/usual-settings'
import { markOf, type Placed, placedCampaigns, placeText, referencePercent, runsOf } from './placed-campaigns'
import { captionOf, rankedNumbers, statisticsText, unknownName } from './ranking-texts'
import { isUneven } from '../../statistics/latency/percentile-mark'
import { unevenText } from '../latency/percentile-rows'
import { template } from '../../words/template'
import {
  casesSetting,
  meanInPrint,
  printedOnly,
  type RankedCampaign,
  type RankedCampaigns,
  rankedCampaigns,
} from './ranked-campaigns'

const noGeometric = template(
  'ranking-no-geometric',
  '{campaign} has a mean that is not above 0, of which there is no geometric mean and no percentage.',
  { campaign: 'name' },
)

const name = v.pipe(v.string(), v.maxLength(200))

const settings = {
  cases: casesSetting,
  /** Name of the campaign, configuration or device that is highlighted. */
  reviewed: setting(name, {
    ...{ type: 'campaign', label: 'Reviewed', unset: 'None' },
    help: 'The device or configuration to highlight.',
  }),
  /** Name of the campaign, configuration or device that is 100 %. */
  relativeTo: setting(name, {
    ...{ type: 'campaign', label: 'In percent of', unset: 'Absolute values' },
    help: 'The device or configuration that is 100 %.',
  }),
}
type Settings = UsualSettings & Readonly<v.InferOutput<v.StrictObjectSchema<typeof settings, undefined>>>

function build(input: FigureInputs['runs'], asked: Settings, origin: FigureProvenance): Figure {
  const data = rankedCampaigns(input, asked, origin, asked.cases === 'one')
  const { metric, cases } = data
  const reference = named(data, asked.relativeTo)
  const reviewed = named(data, asked.reviewed)
  const { placed, placing, refused } = placedCampaigns(data, reference)
  const unit =
    reference === undefined
      ? figureUnit(
          metric,
          placed.map(({ estimate }) => estimate.value),
          asked,
          printedOnly(data),
        )
      : { label: '%', factor: 1 }
  const exactWith = (digits: number) => reference && exactReference(placed, digits)
  const series = rankedSeries(placed, reviewed, {
    ...{ asked, factor: unit.factor },
    exact: exactWith(markDigits),
  })
  const label =
    reference === undefined ? unitLabel(metric, unit.label) : `${metric.label} (% of ${reference.label})`
  const ticks = placed.map(({ campaign, place, known: { reservations } }) => {
    return `${place === undefined ? '' : `${placeText(place)}. `}${campaign.label}${reservations === undefined ? '' : ` (${reservations})`}`
  })
  const show = { dots: asked.showDots !== false, intervals: asked.showIntervals !== false }
  return {
    kind: 'ranking',
    title: `${metric.label}: ranking`,
    tests: testsOf(data.shown),
    campaignIds: data.provenance.campaigns.map(({ campaignId }) => campaignId),
    subtitle: cleanText(
      asked.subtitle ??
        (cases.length > 1 ? meanOfCases(cases.length, testsOf(data.shown)) : sharedCase(data.shown, [])),
      textLimits.subtitle,
    ),
    ...{ metric: metric.id, xKey: 'campaign', statistic: 'mean' },
    x: { ...categoryAxis(ticks, cleanText(asked.xLabel ?? '', textLimits.axis)), keepsLabels: true },
    y: sweepYAxis(series, cleanText(asked.yLabel ?? label, textLimits.axis), {
      ...asked,
      yFromZero: true,
    }),
    unit: unit.label,
    barsLie: true,
    series,
    numbers: rankedNumbers(placed, data, { ...unit, exact: exactWith(tableDigits) }),
    show,
    caption: captionOf(data, placed, placing, reference, show.intervals),
    ...(placing.testedPairs > 0 && {
      families: [
        {
          name: `places of ${counted(placed.filter(({ place }) => place !== undefined).length, 'campaign')} by ${metricInSentence(metric.id)}`,
          tests: placing.testedPairs,
        },
      ],
    }),
    smallPrint: smallPrint(data.provenance, 'mean', statisticsText(data, reference)),
    notes: [
      ...data.notes,
      ...refused.map(({ label }) => ({
        severity: 'warning' as const,
        text: noGeometric({ campaign: label }),
      })),
      ...placed.flatMap(({ campaign }) => {
        const mark = markOf(campaign)
        return mark !== undefined && isUneven(mark)
          ? [{ severity: 'warning' as const, text: unevenText(campaign.label, 'mean') }]
          : []
      }),
      ...unknownName(data, 'reviewed', asked.reviewed, reviewed),
      ...unknownName(data, 'relativeTo', asked.relativeTo, reference),
    ],
  }
}

/** The one with this label, otherwise the only one whose configuration, device or campaign has this name. */
function named({ campaigns }: RankedCampaigns, asked: string | undefined): RankedCampaign | undefined {
  const wanted = asked?.trim().toLowerCase() ?? ''
  if (wanted === '') return undefined
  const [only, ...others] = campaigns.filter(({ names }) => names.has(wanted))
  const labelled = campaigns.find(({ label }) => label.toLowerCase() === wanted)
  return labelled ?? (others.length === 0 ? only : undefined)
}

interface Pen {
  readonly asked: Settings
  readonly factor: number
  /** The reference, if values are in percent of it. */
  readonly exact: ExactNumber | undefined
}

/** The reviewed one in front in colour, the others grey; one series if nothing is highlighted. */
function rankedSeries(
  placed: readonly Placed[],
  reviewed: RankedCampaign | undefined,
  pen: Pen,
): readonly FigureSeries[] {
  const points = placed.map((one, x) => ({ one, point: pointOf(one, x, pen) }))
  const look = (line: string, label: string) => ({
    ...({
      id: line,
      line,
      label,
      lineLabel: label,
      part: 'total',
      partLabel: 'total',
      role: 'measured',
    } as const),
    ...({ marker: 'square', dash: 'solid', mark: 'bar', ...sideBySide(0, 1) } as const),
    visible: pen.asked.hiddenSeries?.includes(line) !== true,
  })
  const isReviewed = ({ one }: (typeof points)[number]) => one.campaign === reviewed
  const pointsOf = (some: typeof points) => some.map(({ point }) => point)
  if (reviewed === undefined) return [{ ...look('all', 'all'), group: 0, points: pointsOf(points) }]
  return [
    { ...look('reviewed', reviewed.label), group: 0, points: pointsOf(points.filter(isReviewed)) },
    {
      ...look('others', 'others'),
      group: greyGroup,
      points: pointsOf(points.filter((one) => !isReviewed(one))),
    },
  ]
}

/** Digits of a number without an interval at its mark, and in a table. */
const markDigits = 3
const tableDigits = 4

/**
 * The 100 % of the reference, with as many decimals as the most detailed of the other percentages; those without an
 * interval have `digits`.
 */
function exactReference(placed: readonly Placed[], digits: number): ExactNumber {
  const decimals = placed.flatMap(({ estimate: { value, low, high } }) => {
    if (value === referencePercent) return []
    return low === undefined || high === undefined
      ? decimalsOf(formatNumber(value, digits))
      : decimalsOf(formatByInterval(value, (high - low) / 2))
  })
  return { value: referencePercent, decimals: largestOf(decimals, 0) }
}

function pointOf(
  { campaign, estimate, place, known }: Placed,
  x: number,
  { factor, exact }: Pen,
): FigurePoint {
  const [only] = campaign.cases
  const scaled = (value: number) => plainZero(value / factor)
  const isOne = campaign.cases.length === 1
  const inPrint = exact === undefined ? meanInPrint(campaign, factor) : undefined
  return {
    ...{ x, y: scaled(estimate.value), name: campaign.label },
    ...(estimate.low !== undefined && { low: scaled(estimate.low) }),
    ...(estimate.high !== undefined && { high: scaled(estimate.high) }),
    ...(inPrint && { printed: inPrint }),
    ...(estimate.value === exact?.value && { label: formatDecimals(exact.value, exact.decimals) }),
    n: runsOf(campaign),
    failedRuns: campaign.failedRuns,
    ...known,
    dots:
      isOne && exact === undefined
        ? (only?.runs.values ?? []).map((value, at) => ({
            y: scaled(value),
            runId: only?.runs.runIds[at] ?? 0,
            repetition: only?.runs.repetitions[at] ?? 0,
          }))
        : [],
    facts: [
      place === undefined ? 'not ranked' : `place ${placeText(place)}`,
      ...(campaign.cases.some(({ printed }) => printed) ? ['printed mean'] : []),
      ...(known.reservations === undefined ? [] : [known.reservations]),
    ],
  }
}

export const ranking = defineFigure({
  kind: 'ranking',
  name: 'Ranking',
  needs: 'runs',
  form: 'picture',
  scales: ['linear'],
  usesPooled: true,
  settings,
  usualFields: ['metric', 'unit', 'levels', 'dots', 'intervals'],
  build,
})
