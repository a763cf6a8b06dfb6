import * as v from 'valibot'
import { findMetric, type Metric } from '../../results/metrics'
import { fixedDepthSentence, isLatencyMetric, latencyName } from '../../results/percentiles'
import { largestOf, present, smallestOf } from '../../iterables'
import { axisName, levelName } from '../../plan/levels/format-level'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure, FigureAxis, FigurePart, FigureSeries, PanelAxes } from '../figure/figure'
import { besides, figureUnit } from '../figure/figure-unit'
import type { FigureProvenance } from '../figure/provenance'
import { setting } from '../figure/own-setting'
import { sharedCase, testsOf } from '../cases/shared-case'
import { smallPrint } from '../figure/small-print'
import { unitLabel } from '../sweep/sweep-titles'
import { withReservationColumn } from '../figure/reservations'
import { valueAxis } from '../figure/value-axis'
import { averageOf, secondMetricOf, type UsualSettings } from '../figure/usual-settings'
import { sentences, withinSentence } from '../../text/plain-text'
import type { ScaledUnit } from '../../units/unit-scale'
import { uslThroughput } from '../../statistics/sweep/scaling'
import {
  curvesOf,
  depthKeys,
  firstMeasured,
  listedLines,
  type LoadLine,
  loadLines,
  middleAt,
  onlyPrinted,
  runIdsAt,
  runsAt,
} from './load-lines'
import { partInSentence, partName, secondPanel } from '../sweep/part-names'
import { template } from '../../words/template'
import { lineLook, pointAt } from './load-points'
import { loadCaption, loadNotes, omissionSentence } from './load-texts'
import {
  kneeSentences,
  littleNotes,
  scaledLine,
  type ScaledLine,
  scalingTable,
  uslText,
} from './scaling-numbers'

const kneeDotted = template('scaling-knee', 'Dotted: knee, the smallest within 5 % of the best.')
const fitDashed = template(
  'scaling-fit',
  'Dashed: fit of the Universal Scalability Law, a model and no measurement.',
)

const settings = {
  /** Metric of the second panel; the 99th or 95th percentile of latency if unset. */
  secondMetric: setting(v.pipe(v.string(), v.maxLength(64)), {
    ...{ type: 'metric', label: 'Second panel', unset: '99th percentile' },
    help: 'What the panel below shows.',
  }),
  /** The fit of the Universal Scalability Law is drawn (unset) from six points on, or never. */
  showFit: setting(v.boolean(), { type: 'switch', label: 'Fit of the scalability law', unset: true }),
}
type Settings = UsualSettings & Readonly<v.InferOutput<v.StrictObjectSchema<typeof settings, undefined>>>

const rates = ['iops', 'bandwidth', 'transactions', 'queries', 'new_order_rate'] as const
const latencies = [
  'latency_p99',
  'completion_latency_p99',
  'latency_p95',
  'completion_latency_p95',
  'latency_mean',
  'completion_latency_mean',
] as const
const means = ['latency_mean', 'completion_latency_mean'] as const

function isRate(metric: Metric | undefined): boolean {
  return metric !== undefined && ['B/s', 'IOPS', '1/s', '1/min'].includes(metric.unit)
}

interface Panel {
  readonly metric: Metric
  readonly unit: ScaledUnit
  readonly y: FigureAxis
  readonly title: string
}

function build(input: FigureInputs['runs'], asked: Settings, provenance: FigureProvenance): Figure {
  const wanted = findMetric(asked.metric)
  const below = asked.secondMetric === undefined ? undefined : secondMetricOf(asked.secondMetric)
  const second = below === undefined ? [] : [findMetric(below.name)?.id ?? '']
  const first = wanted !== undefined && isRate(wanted) ? [wanted.id] : []
  const metrics = [...new Set([...first, ...rates, ...second, ...latencies])]
  const part = second[0] === first[0] ? undefined : below?.part
  const parts = new Map(part === undefined ? [] : second.map((id) => [id, part] as const))
  const measured = loadLines(input, asked, provenance, metrics, depthKeys, parts)
  const rate = firstMeasured(measured.lines, [...first, ...rates])
  const data = curvesOf(measured)
  const { lines, loadKey } = data
  const found = firstMeasured(lines, second.length > 0 ? second : latencies)
  const isTwice = found !== undefined && found.id === rate?.id
  const latency = found === undefined || isTwice ? undefined : ofPart(found, parts.get(found.id))
  const mean = firstMeasured(lines, means)
  const scaled = lines.map((line) => scaledLine(line, rate?.id ?? '', mean?.id, asked.statistic))
  const listed = listedLines(scaled, ({ line }) => line.id, asked)
  const panels = [rate, latency].flatMap((metric, at) =>
    metric === undefined ? [] : [panelOf(lines, scaled, metric, at, asked)],
  )
  const meanUnit =
    panels.find(({ metric }) => metric.id === mean?.id)?.unit ??
    figureUnit({ id: mean?.id ?? '', unit: 'ns' }, scaled.flatMap(latenciesOf), besides(asked))
  const loads = [...new Set(lines.flatMap(({ points }) => points.map(({ load }) => load)))].sort(
    (a, b) => a - b,
  )
  const [least, most] = loads.length === 0 ? [1, 1] : [smallestOf(loads), largestOf(loads)]
  const isLog = least > 0
  const notes = [
    ...data.notes,
    ...loadNotes(data, rate === undefined ? ['iops'] : []),
    ...scaled.flatMap((one) => littleNotes(one, loadKey, meanUnit)),
    ...(below !== undefined && latency === undefined && lines.length > 0
      ? [{ severity: 'warning' as const, text: noPanelText(below, isTwice) }]
      : []),
  ]
  return {
    kind: 'scaling',
    title: `${rate?.label ?? 'Throughput'} by ${withinSentence(axisName(loadKey))}`,
    tests: testsOf(data.shown),
    campaignIds: data.provenance.campaigns.map(({ campaignId }) => campaignId),
    subtitle: sharedCase(data.shown, data.provenance.campaigns),
    metric: rate?.id ?? 'iops',
    xKey: loadKey,
    statistic: averageOf(asked),
    x: {
      label: cleanText(asked.xLabel ?? axisName(loadKey), textLimits.axis),
      kind: isLog ? 'log2' : 'linear',
      ...(isLog ? { min: least / 2 ** 0.25, max: most * 2 ** 0.25 } : { min: least, max: most }),
      ticks: loads.map((value) => ({ value, label: levelName(loadKey, value) })),
    },
    y: panels[0]?.y ?? { label: '', kind: 'linear' },
    unit: panels[0]?.unit.label ?? '',
    ...(panels.length > 0 && {
      panels: {
        columns: 1,
        titles: panels.map(({ title }) => title),
        axes: panels.map(({ y, unit }, at): PanelAxes => ({
          y,
          unit: unit.label,
          height: at === 0 ? 1.6 : 0.9,
        })),
      },
    }),
    series: panels.flatMap((panel, at) =>
      scaled.flatMap((one, group) => lineSeries(one, group, panel, at, asked)),
    ),
    numbers: withReservationColumn(
      scalingTable(listed, { loadKey, rate, meanUnit, panels, statistic: asked.statistic }),
      listed.flatMap(({ line }) => line.points.map(runIdsAt)),
      data.provenance,
    ),
    show: { dots: asked.showDots !== false, intervals: asked.showIntervals !== false },
    caption: sentences([
      loadCaption(
        data,
        panels.map(({ metric }) => metric.id),
        asked,
        asked.showDots !== false,
      ),
      scaled.some(({ knee }) => knee?.threads !== undefined) ? kneeDotted() : '',
      ...kneeSentences(scaled, loadKey),
      asked.showFit !== false && scaled.some(({ fit }) => fit !== undefined) ? fitDashed() : '',
      latency !== undefined && isLatencyMetric(latency.id) && data.isFixedDepth
        ? `${fixedDepthSentence(latencyName([latency.id]))} ${omissionSentence()}`
        : '',
    ]),
    smallPrint: [
      ...listed.flatMap((one) => uslText(one, rate, panels[0]?.unit)),
      ...smallPrint(data.provenance, averageOf(asked)),
    ],
    notes,
  }
}

/** The metric with the part of it that is shown in its name. */
function ofPart(metric: Metric, part: FigurePart | undefined): Metric {
  return { ...metric, label: partName(metric.id, part) }
}

function noPanelText({ name, part }: ReturnType<typeof secondMetricOf>, isTwice: boolean): string {
  const metric = findMetric(name)
  if (metric === undefined) return secondPanel.noMetric({ metric: cleanText(name, textLimits.label) })
  return (isTwice ? secondPanel.isTwice : secondPanel.noRun)({ metric: partInSentence(metric.id, part) })
}

function panelOf(
  lines: readonly LoadLine[],
  scaled: readonly ScaledLine[],
  metric: Metric,
  at: number,
  asked: Settings,
): Panel {
  const values = lines.flatMap(({ points }) =>
    points.flatMap((point) => {
      const middle = middleAt(point, metric.id, asked.statistic)
      if (middle === undefined) return []
      const { value, high = value } = middle
      const runs = asked.showDots === false ? [] : runsAt(point, metric.id).values
      return [value, Math.min(high, 1.5 * value), ...runs]
    }),
  )
  const fitted =
    at === 0
      ? scaled.flatMap(({ line, fit }) =>
          fit === undefined ? [] : line.points.map(({ load }) => uslThroughput(fit, load)),
        )
      : []
  const shown = [...values, ...fitted]
  const unit = figureUnit(metric, shown, at === 0 ? asked : besides(asked), onlyPrinted(lines, metric.id))
  return {
    // The caption says that these are averages of runs; a longer title would lose its unit in a printed column.
    ...{ metric, unit, title: unitLabel(metric, unit.label) },
    y: valueAxis({
      values: shown.map((value) => value / unit.factor),
      scale: at === 0 ? asked.yScale : 'linear',
      steps: at === 0 ? 5 : 3,
    }),
  }
}

function latenciesOf({ little }: ScaledLine): readonly number[] {
  return little.flatMap(({ expectedNs, measuredNs }) => present(expectedNs, measuredNs))
}

function lineSeries(
  { line, knee, fit }: ScaledLine,
  group: number,
  { metric, unit }: Panel,
  panel: number,
  asked: Settings,
): readonly FigureSeries[] {
  const own = { ...lineLook(line, group, asked), panel }
  const points = line.points.flatMap(
    (point) => pointAt(point, point.load, metric.id, unit.factor, asked) ?? [],
  )
  const series: FigureSeries[] = [
    { ...own, id: panel === 0 ? line.id : `${line.id}/${metric.id}`, role: 'measured', points },
  ]
  const beside = { ...own, role: 'reference', marker: 'none', points: [] } as const
  if (knee?.threads !== undefined)
    series.push({
      ...{ ...beside, id: `${line.id}/knee/${String(panel)}`, mark: 'rule', dash: 'dotted' },
      columns: { x: [knee.threads] },
    })
  const [first, last] = [line.points[0]?.load ?? 1, line.points.at(-1)?.load ?? 1]
  if (panel > 0 || fit === undefined || asked.showFit === false || !(first > 0)) return series
  const places = Array.from({ length: 65 }, (_, step) => first * (last / first) ** (step / 64))
  series.push({
    ...{ ...beside, id: `${line.id}/fit`, mark: 'line', dash: 'dashed', partLabel: 'USL fit' },
    columns: { x: places, y: places.map((load) => uslThroughput(fit, load) / unit.factor) },
  })
  return series
}

export const scaling = defineFigure({
  kind: 'scaling',
  name: 'Scaling',
  needs: 'runs',
  form: 'picture',
  usualFields: ['metric', 'unit', 'x', 'lines', 'levels', 'statistic', 'dots', 'intervals'],
  takesPart: true,
  draws: (metric) => isRate(findMetric(metric)),
  xKeys: depthKeys,
  settings,
  metrics: ({ secondMetric }) => [
    ...(typeof secondMetric === 'string' ? [secondMetricOf(secondMetric).name] : []),
    ...rates,
    ...latencies,
    'io_count',
  ],
  build,
})
