import { sentences } from '../../text/plain-text'
import { cutOffShare, exhaustedShare, keptUpShare, findMetric } from '../../results/metrics'
import type { Estimate } from '../../statistics/summary/summarize'
import { isLatencyMetric } from '../../results/percentiles'
import { largestOf } from '../../iterables'
import { formatNumber } from '../../units/number-format'
import { axisName } from '../../plan/levels/format-level'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure, FigureNote, FigureSeries, PanelAxes } from '../figure/figure'
import { besides, figureUnit } from '../figure/figure-unit'
import type { FigureProvenance } from '../figure/provenance'
import { sharedCase, testsOf } from '../cases/shared-case'
import { smallPrint } from '../figure/small-print'
import { withReservationColumn } from '../figure/reservations'
import { linearTicks } from '../figure/ticks'
import { valueAxis } from '../figure/value-axis'
import { averageOf, type UsualSettings } from '../figure/usual-settings'
import {
  countAt,
  firstMeasured,
  listedLines,
  type LoadLine,
  loadLines,
  middleAt,
  offeredKeys,
  onlyPrinted,
  runIdsAt,
  type LoadPoint,
} from './load-lines'
import { template } from '../../words/template'
import { lineLook, pointAt } from './load-points'
import { noData } from '../figure/no-data'
import { loadCaption, loadNotes } from './load-texts'

const servers = ['drive', 'server'] as const
const comeAtRate = template(
  'offered-come',
  '{what} come at the offered rate whether or not the {who} keeps up. Dashed below: all of it is reached.',
  { what: ['Requests', 'Transactions'], who: servers },
)
const saturatedAt = template(
  'offered-saturation',
  'Dotted: saturation, the smallest offered rate of which less than 95 % was reached with the depth exhausted; beyond it latency depends on how long the run lasts.',
)
const notReachedAt = template(
  'offered-not-reached',
  'Dotted: the smallest offered rate of which less than 95 % was reached; not all runs say whether the depth was exhausted.',
)
const rateUnknown = template('offered-unknown', 'The runs do not say what rate was offered.')
const allReached = template(
  'offered-all-reached',
  'Every offered rate was reached: the {who} takes more than was offered.',
  { who: servers },
)
const shortWithDepth = template(
  'offered-generator',
  'The generator did not reach the rate at {rates} ({unit}), with depth to spare: the limit is not the drive’s.',
  { rates: 'given', unit: 'given' },
)
const depthFull = template(
  'offered-depth-full',
  'The depth was full for more than 1 % of the I/Os at {rates} ({unit}): waiting is cut off there, and latency is not the response time a user would see.',
  { rates: 'given', unit: 'given' },
)

/** Metrics of the reached share of an offered load; of several, the first that was measured. */
const rates = ['iops', 'transactions'] as const satisfies readonly ReachedMetric[]

const latencies = [
  'latency_p99',
  'completion_latency_p99',
  'latency_mean',
  'completion_latency_mean',
  'latency_p95',
] as const

function build(input: FigureInputs['runs'], asked: UsualSettings, provenance: FigureProvenance): Figure {
  const wanted = findMetric(asked.metric)
  const chosen = wanted !== undefined && isLatencyMetric(wanted.id) ? [wanted.id] : []
  const data = loadLines(
    input,
    asked,
    provenance,
    [...rates, ...Object.values(offeredMetrics), fullMetric, ...chosen, ...latencies],
    offeredKeys,
  )
  const { lines, loadKey } = data
  const latency = firstMeasured(lines, [...chosen, ...(chosen.length > 0 ? [] : latencies)])
  const rate = rates.find((id) => firstMeasured(lines, [id])) ?? 'iops'
  const placed = lines.map((line) => ({ line, places: offeredPlaces(line, loadKey, rate, asked.statistic) }))
  const listed = listedLines(placed, ({ line }) => line.id, asked)
  const all = placed.flatMap(({ places }) => places)
  const offeredRates = all.map(({ offered }) => offered)
  const rateUnit = findMetric(rate)?.unit ?? 'IOPS'
  const xUnit = figureUnit(
    { id: rate, unit: rateUnit },
    offeredRates,
    besides(asked),
    onlyPrinted(lines, rate),
  )
  const values = all.flatMap(({ point }) => {
    const { value, high = value } = middleAt(point, latency?.id ?? '', asked.statistic) ?? {}
    return value === undefined || high === undefined ? [] : [value, Math.min(high, 1.5 * value)]
  })
  const latencyId = latency?.id ?? ''
  const yUnit = figureUnit({ id: latencyId, unit: 'ns' }, values, asked, onlyPrinted(lines, latencyId))
  const label = latency?.label ?? 'Response time'
  const y = valueAxis({ values: values.map((value) => value / yUnit.factor), scale: asked.yScale })
  const right = largestOf(offeredRates, 0) / xUnit.factor
  const reachedRates = all.map(({ reached = 0 }) => reached)
  const reachedAxis = valueAxis({
    values: [...offeredRates, ...reachedRates].map((value) => value / xUnit.factor),
    steps: 3,
  })
  const isDrive = rate === 'iops'
  const unitText = isDrive ? xUnit.label : `transactions ${xUnit.label}`
  const marked = placed.flatMap(({ places }) => limitOf(places) ?? [])
  return {
    kind: 'offered-load',
    title: 'Response time under offered load',
    tests: testsOf(data.shown),
    campaignIds: data.provenance.campaigns.map(({ campaignId }) => campaignId),
    subtitle: sharedCase(data.shown, data.provenance.campaigns),
    metric: latency?.id ?? 'latency_mean',
    xKey: loadKey,
    statistic: averageOf(asked),
    x: {
      label: cleanText(asked.xLabel ?? `Offered (${unitText})`, textLimits.axis),
      kind: 'linear',
      ...linearTicks(0, right > 0 ? right : 1, 6),
    },
    y,
    unit: yUnit.label,
    panels: {
      columns: 1,
      titles: [`${label} (${yUnit.label})`, `Reached (${unitText})`],
      axes: [
        { y, unit: yUnit.label, height: 1.5 },
        { y: reachedAxis, unit: xUnit.label, height: 0.9 },
      ] satisfies readonly PanelAxes[],
    },
    series: placed.flatMap(({ line, places }, group) =>
      seriesOf(line, places, group, {
        rate,
        latency: latency?.id ?? '',
        xFactor: xUnit.factor,
        yFactor: yUnit.factor,
        asked,
      }),
    ),
    numbers: withReservationColumn(
      {
        columns: [
          { key: 'line', label: 'Line' },
          { key: loadKey, label: axisName(loadKey) },
          { key: 'n', label: 'n' },
          { key: 'offered', label: 'Offered', unit: unitText },
          { key: 'reached', label: 'Reached', unit: unitText },
          { key: 'reached_low', label: 'Low', unit: unitText },
          { key: 'reached_high', label: 'High', unit: unitText },
          { key: 'reached_of_offered_percent', label: 'Reached', unit: '%' },
          { key: 'depth_full_percent', label: 'Depth full', unit: '%' },
          { key: 'is_saturated', label: 'Saturated' },
          { key: 'latency', label: latency?.label ?? 'Latency', unit: yUnit.label },
          { key: 'latency_low', label: 'Low', unit: yUnit.label },
          { key: 'latency_high', label: 'High', unit: yUnit.label },
        ],
        rows: listed.flatMap(({ line, places }) =>
          places.map((place) => {
            const { point, offered, reached, fullPercent } = place
            const middle = middleAt(point, latency?.id ?? '', asked.statistic)
            const served = middleAt(point, rate, asked.statistic)
            return [
              ...[line.label, point.load, countAt(point, rate) ?? countAt(point, latency?.id ?? '')],
              ...[offered / xUnit.factor, ...scaled(served, xUnit.factor)],
              ...[reached === undefined ? undefined : (100 * reached) / offered, fullPercent],
              isSaturated(place),
              ...scaled(middle, yUnit.factor),
            ]
          }),
        ),
      },
      listed.flatMap(({ places }) => places.map(({ point }) => runIdsAt(point))),
      data.provenance,
    ),
    show: { dots: asked.showDots !== false, intervals: asked.showIntervals !== false },
    caption: sentences([
      all.length === 0
        ? noData()
        : loadCaption(data, [rate, latency?.id ?? ''], asked, asked.showDots !== false),
      all.length === 0
        ? ''
        : comeAtRate({
            what: isDrive ? 'Requests' : 'Transactions',
            who: isDrive ? 'drive' : 'server',
          }),
      marked.length === 0
        ? ''
        : marked.every((place) => isSaturated(place) === true)
          ? saturatedAt()
          : notReachedAt(),
    ]),
    smallPrint: smallPrint(data.provenance, averageOf(asked)),
    notes: [
      ...data.notes,
      ...loadNotes(data, latency === undefined ? [chosen[0] ?? 'latency_mean'] : []),
      ...(lines.length > 0 && all.length === 0
        ? [{ severity: 'warning' as const, text: rateUnknown() }]
        : []),
      ...unservedNotes(all, rate, xUnit),
      ...(all.length > 0 && all.every(({ isShort }) => isShort === false)
        ? [
            {
              severity: 'note' as const,
              text: allReached({ who: isDrive ? 'drive' : 'server' }),
            },
          ]
        : []),
    ],
  }
}

/** A value and the ends of its interval in the unit of a table. */
function scaled(middle: Estimate | undefined, factor: number): readonly (number | undefined)[] {
  return [middle?.value, middle?.low, middle?.high].map((value) =>
    value === undefined ? undefined : value / factor,
  )
}

function seriesOf(
  line: LoadLine,
  places: readonly OfferedPlace[],
  group: number,
  pen: {
    readonly rate: ReachedMetric
    readonly latency: string
    readonly xFactor: number
    readonly yFactor: number
    readonly asked: UsualSettings
  },
): readonly FigureSeries[] {
  const { asked, xFactor } = pen
  const own = lineLook(line, group, asked)
  const pointsOf = (metric: string, factor: number) =>
    places.flatMap(({ point, offered }) => pointAt(point, offered / xFactor, metric, factor, asked) ?? [])
  const limit = limitOf(places)
  const beside = { ...own, role: 'reference', marker: 'none', points: [] } as const
  const most = largestOf(
    places.map(({ offered }) => offered / xFactor),
    0,
  )
  const whole: FigureSeries = {
    ...{ ...beside, id: 'all-reached', group: -1, panel: 1, mark: 'line', dash: 'dashed' },
    columns: { x: [0, most], y: [0, most] },
  }
  const rule = (panel: number, at: number): FigureSeries => ({
    ...{ ...beside, id: `${line.id}/saturation/${String(panel)}`, panel, mark: 'rule', dash: 'dotted' },
    columns: { x: [at / xFactor] },
  })
  return [
    { ...own, id: line.id, role: 'measured', panel: 0, points: pointsOf(pen.latency, pen.yFactor) },
    { ...own, id: `${line.id}/reached`, role: 'measured', panel: 1, points: pointsOf(pen.rate, xFactor) },
    ...(group > 0 ? [] : [whole]),
    ...(limit === undefined ? [] : [rule(0, limit.offered), rule(1, limit.offered)]),
  ]
}

export const offeredLoad = defineFigure({
  kind: 'offered-load',
  name: 'Response time under load',
  needs: 'runs',
  form: 'picture',
  usualFields: ['metric', 'unit', 'x', 'lines', 'levels', 'statistic', 'dots', 'intervals'],
  takesPart: true,
  draws: isLatencyMetric,
  // A saturated drive's queue grows without bounds.
  scales: ['log', 'linear'],
  xKeys: offeredKeys,
  settings: {},
  metrics: () => [...rates, ...Object.values(offeredMetrics), fullMetric, ...latencies, 'io_count'],
  build,
})

/** A point at the offered load, in requests or transactions per second. */
interface OfferedPlace {
  readonly point: LoadPoint
  readonly offered: number
  readonly reached: number | undefined
  /** Less than 95 % of the offered load was reached; undefined if unknown. */
  readonly isShort: boolean | undefined
  /** Percent of the requests at which the depth was full; undefined if unknown. */
  readonly fullPercent: number | undefined
}

/** How often the depth was full. */
const fullMetric = 'depth_full'

/** What is offered, by the metric reached: requests for a drive, transactions for a database. */
const offeredMetrics = { iops: 'offered_iops', transactions: 'offered_transactions' } as const

/** What runs under load reach. */
type ReachedMetric = keyof typeof offeredMetrics

/** The points of a line by offered load; those with an unknown rate are left out. */
function offeredPlaces(
  line: LoadLine,
  loadKey: string,
  rate: ReachedMetric,
  statistic: UsualSettings['statistic'],
): readonly OfferedPlace[] {
  return line.points
    .flatMap((point): readonly OfferedPlace[] => {
      const offered = offeredAt(point, loadKey, rate)
      const reached = middleAt(point, rate, statistic)?.value
      const isShort =
        reached === undefined || offered === undefined ? undefined : reached < keptUpShare * offered
      const fullPercent = middleAt(point, fullMetric, 'mean')?.value
      return offered === undefined ? [] : [{ point, offered, reached, isShort, fullPercent }]
    })
    .sort((a, b) => a.offered - b.offered)
}

/** The offered load as recorded by the runs, otherwise by their level; undefined for a share of an unknown capacity. */
function offeredAt(
  { load, parameters, runs }: LoadPoint,
  loadKey: string,
  rate: ReachedMetric,
): number | undefined {
  const told = runs.get(offeredMetrics[rate])?.values ?? []
  if (told.length > 0) return told.reduce((all, value) => all + value, 0) / told.length
  if (loadKey === offeredMetrics[rate]) return load
  if (loadKey !== 'rate_iops') return undefined
  const { jobs } = parameters
  return load * (typeof jobs === 'number' ? jobs : 1)
}

/** The rate was not reached and the depth was exhausted; undefined if either is unknown. */
function isSaturated({ isShort, fullPercent }: OfferedPlace): boolean | undefined {
  if (isShort !== true) return isShort
  return fullPercent === undefined ? undefined : fullPercent >= 100 * exhaustedShare
}

/** The smallest offered rate that was not reached, other than by the generator's own fault. */
function limitOf(places: readonly OfferedPlace[]): OfferedPlace | undefined {
  return places.find((place) => place.isShort === true && isSaturated(place) !== false)
}

/** Rates that the generator did not make, and waiting that latency leaves out. */
function unservedNotes(
  places: readonly OfferedPlace[],
  rate: ReachedMetric,
  unit: { readonly factor: number; readonly label: string },
): readonly FigureNote[] {
  const named = (found: readonly OfferedPlace[]) =>
    [...new Set(found.map(({ offered }) => formatNumber(offered / unit.factor)))].join(', ')
  const short = places.filter((place) => place.isShort === true && isSaturated(place) === false)
  // The latency of databases counts the wait for a thread.
  const full = places.filter(({ fullPercent = 0 }) => rate === 'iops' && fullPercent > 100 * cutOffShare)
  const texts = [
    short.length === 0 ? '' : shortWithDepth({ rates: named(short), unit: unit.label }),
    full.length === 0 ? '' : depthFull({ rates: named(full), unit: unit.label }),
  ]
  return texts.filter((text) => text !== '').map((text) => ({ severity: 'warning', text }))
}
