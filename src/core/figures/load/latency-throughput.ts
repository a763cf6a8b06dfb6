import type * as v from 'valibot'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure, FigurePoint, FigureSeries } from '../figure/figure'
import { besides, figureUnit } from '../figure/figure-unit'
import {
  countAt,
  curvesOf,
  depthKeys,
  deviationAt,
  firstMeasured,
  listedLines,
  loadLines,
  middleAt,
  offeredKeys,
  onlyPrinted,
  printedParts,
  runIdsAt,
  type LoadLine,
} from './load-lines'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'
import { lineLook, pointAt } from './load-points'
import { loadCaption, loadNotes, omissionSentence } from './load-texts'
import { choiceSetting } from '../figure/own-setting'
import type { FigureProvenance } from '../figure/provenance'
import { sharedCase, testsOf } from '../cases/shared-case'
import { smallPrint } from '../figure/small-print'
import { withReservationColumn } from '../figure/reservations'
import { furthestInterval } from '../sweep/sweep-axes'
import { linearTicks } from '../figure/ticks'
import { valueAxis } from '../figure/value-axis'
import { averageOf, type UsualSettings } from '../figure/usual-settings'
import { axisName, levelName, namedLevel } from '../../plan/levels/format-level'
import { findMetric, metricInSentence } from '../../results/metrics'
import { fixedDepthSentence, isLatencyMetric, latencyName, middleLabel } from '../../results/percentiles'
import { kneeSentences, lineKnee } from './scaling-numbers'
import { largestOf } from '../../iterables'
import { sentences, withinSentence } from '../../text/plain-text'

const ringSaid = template('load-ring', '; ring: knee, the smallest within 5 % of the best throughput')
const joinedBy = template('load-joined', 'Points are joined in order of {axis}{ring}.', {
  axis: 'level',
  ring: { of: [ringSaid] },
})

const settings = {
  /** What is on the x axis; IOPS if unset, or bandwidth if only that was measured. */
  throughput: choiceSetting(
    [
      { value: 'iops', label: 'IOPS' },
      { value: 'bandwidth', label: 'Bandwidth' },
    ],
    { label: 'Throughput' },
  ),
}
type Settings = UsualSettings & Readonly<v.InferOutput<v.StrictObjectSchema<typeof settings, undefined>>>

const usualLatencies = [
  'latency_mean',
  'completion_latency_mean',
  'latency_p99',
  'completion_latency_p99',
  'latency_p95',
] as const

/** What may be on the x axis, best first. */
function ratesOf({ throughput }: Pick<Settings, 'throughput'>): readonly ('iops' | 'bandwidth')[] {
  return throughput === undefined ? ['iops', 'bandwidth'] : [throughput]
}

function metricsOf({ metric, throughput }: Pick<Settings, 'metric' | 'throughput'>): readonly string[] {
  return [...ratesOf({ throughput }), ...(isLatencyMetric(metric) ? [metric] : usualLatencies), 'io_count']
}

function build(input: FigureInputs['runs'], asked: Settings, provenance: FigureProvenance): Figure {
  const wanted = findMetric(asked.metric)
  const chosen = wanted !== undefined && isLatencyMetric(wanted.id) ? [wanted.id] : []
  const measured = loadLines(
    input,
    asked,
    provenance,
    [...ratesOf(asked), ...chosen, ...usualLatencies],
    [...depthKeys, ...offeredKeys],
  )
  const latency = firstMeasured(measured.lines, [...chosen, ...(chosen.length > 0 ? [] : usualLatencies)])
  const rate = firstMeasured(measured.lines, ratesOf(asked))
  const rateId = rate?.id ?? 'iops'
  // Several lines of one point each compare their devices at one load.
  const data = measured.lines.length === 1 ? curvesOf(measured) : measured
  const { lines, loadKey } = data
  const ends = (id: string) => {
    const middles = lines.flatMap(({ points }) =>
      points.flatMap((point) => middleAt(point, id, asked.statistic) ?? []),
    )
    const reach =
      furthestInterval *
      largestOf(
        middles.map(({ value }) => value),
        0,
      )
    return middles.flatMap(({ value, high = value }) => [value, Math.min(high, reach)])
  }
  const listed = listedLines(lines, ({ id }) => id, asked)
  const [rates, latencies] = [ends(rateId), ends(latency?.id ?? '')]
  const xUnit = figureUnit(
    { id: rateId, unit: rate?.unit ?? 'IOPS' },
    rates,
    besides(asked),
    onlyPrinted(lines, rateId),
  )
  const printedLatencies = onlyPrinted(lines, latency?.id ?? '')
  const yUnit = figureUnit({ id: latency?.id ?? '', unit: 'ns' }, latencies, asked, printedLatencies)
  const inPrint = printedParts(listed, [
    ...(rate ? [{ key: 'throughput', metric: rate, unit: xUnit }] : []),
    ...(latency ? [{ key: 'latency', metric: latency, unit: yUnit }] : []),
  ])
  const series = lines.flatMap((line, group) =>
    curveOf(line, group, { loadKey, rate: rateId, latency: latency?.id ?? '', xUnit, yUnit, asked }),
  )
  const isEmpty = series.every(({ points }) => points.length === 0)
  const middle = latency && (printedLatencies ? latency.label : middleLabel(latency.id, averageOf(asked)))
  const label = middle ?? 'Latency'
  const right = largestOf(rates, 0) / xUnit.factor
  const knees = lines.map((line) => ({ line, knee: lineKnee(line, rateId, asked.statistic) }))
  return {
    kind: 'latency-throughput',
    title: `${latency?.label ?? 'Latency'} against ${metricInSentence(rateId)}`,
    tests: testsOf(data.shown),
    campaignIds: data.provenance.campaigns.map(({ campaignId }) => campaignId),
    subtitle: sharedCase(data.shown, data.provenance.campaigns),
    metric: latency?.id ?? 'latency_mean',
    xKey: loadKey,
    statistic: averageOf(asked),
    x: {
      label: cleanText(
        asked.xLabel ??
          `${rate?.label ?? 'IOPS'} reached${xUnit.label === 'IOPS' ? '' : ` (${xUnit.label})`}`,
        textLimits.axis,
      ),
      kind: 'linear',
      ...linearTicks(0, right > 0 ? right : 1, 6),
    },
    y: valueAxis({
      label: cleanText(asked.yLabel ?? `${label} (${yUnit.label})`, textLimits.axis),
      values: latencies.map((value) => value / yUnit.factor),
      scale: asked.yScale,
    }),
    unit: yUnit.label,
    series,
    numbers: withReservationColumn(
      {
        columns: [
          { key: 'line', label: 'Line' },
          { key: loadKey, label: axisName(loadKey) },
          { key: 'n', label: 'n' },
          { key: 'throughput', label: rate?.label ?? 'IOPS', unit: xUnit.label },
          { key: 'throughput_low', label: 'Low', unit: xUnit.label },
          { key: 'throughput_high', label: 'High', unit: xUnit.label },
          { key: 'latency', label: latency?.label ?? 'Latency', unit: yUnit.label },
          { key: 'latency_low', label: 'Low', unit: yUnit.label },
          { key: 'latency_high', label: 'High', unit: yUnit.label },
          { key: 'latency_sd', label: 'SD', unit: yUnit.label },
          { key: 'is_knee', label: 'Knee' },
          ...inPrint.columns,
        ],
        rows: listed.flatMap((line) => {
          const knee = lineKnee(line, rateId, asked.statistic)
          return line.points.map((point) => {
            const [x, y] = [
              middleAt(point, rateId, asked.statistic),
              middleAt(point, latency?.id ?? '', asked.statistic),
            ]
            const over = (value: number | undefined, factor: number) =>
              value === undefined ? undefined : value / factor
            return [
              ...[line.label, point.load, countAt(point, rateId) ?? countAt(point, latency?.id ?? '')],
              ...[over(x?.value, xUnit.factor), over(x?.low, xUnit.factor), over(x?.high, xUnit.factor)],
              ...[over(y?.value, yUnit.factor), over(y?.low, yUnit.factor), over(y?.high, yUnit.factor)],
              over(deviationAt(point, latency?.id ?? ''), yUnit.factor),
              knee && point.load === knee.threads,
              ...inPrint.cellsAt(point),
            ]
          })
        }),
      },
      listed.flatMap(({ points }) => points.map(runIdsAt)),
      data.provenance,
    ),
    show: { dots: asked.showDots === true, intervals: asked.showIntervals !== false },
    caption: sentences([
      isEmpty ? noData() : loadCaption(data, [rateId, latency?.id ?? ''], asked, asked.showDots === true),
      series.some(({ points }) => points.length > 1)
        ? joinedBy({
            axis: withinSentence(axisName(loadKey)),
            ring: knees.some(({ knee }) => knee?.threads !== undefined) ? ringSaid() : '',
          })
        : '',
      ...kneeSentences(knees, loadKey),
      data.isFixedDepth && latency !== undefined && !isEmpty
        ? `${fixedDepthSentence(latencyName([latency.id]))} ${omissionSentence()}`
        : '',
    ]),
    smallPrint: smallPrint(data.provenance, averageOf(asked)),
    notes: [
      ...data.notes,
      ...loadNotes(data, [
        ...(rate === undefined ? [rateId] : []),
        ...(latency === undefined ? [chosen[0] ?? 'latency_mean'] : []),
      ]),
    ],
  }
}

interface Pen {
  readonly loadKey: string
  readonly rate: string
  readonly latency: string
  readonly xUnit: { readonly factor: number }
  readonly yUnit: { readonly factor: number }
  readonly asked: Settings
}

function curveOf(line: LoadLine, group: number, pen: Pen): readonly FigureSeries[] {
  const { asked, xUnit, yUnit } = pen
  const own = lineLook(line, group, asked)
  const drawn = line.points.flatMap((point) => {
    const x = middleAt(point, pen.rate, asked.statistic)
    const found = x && pointAt(point, x.value / xUnit.factor, pen.latency, yUnit.factor, asked)
    if (found === undefined) return []
    const placed: FigurePoint = {
      ...found,
      ...(x?.low !== undefined && { xLow: x.low / xUnit.factor }),
      ...(x?.high !== undefined && { xHigh: x.high / xUnit.factor }),
      name: namedLevel(pen.loadKey, point.load),
      tag: levelName(pen.loadKey, point.load),
    }
    return [{ load: point.load, placed }]
  })
  const measured: FigureSeries = {
    ...{ ...own, id: line.id, role: 'measured' },
    points: drawn.map(({ placed }) => placed),
  }
  const knee = lineKnee(line, pen.rate, asked.statistic)
  const ring = drawn.find(({ load }) => load === knee?.threads)?.placed
  if (ring === undefined) return [measured]
  return [
    measured,
    {
      ...{ ...own, id: `${line.id}/knee`, role: 'reference', partLabel: 'knee', mark: 'point' },
      ...{ marker: 'circle', size: 2.4, points: [{ ...plain(ring), filled: false }] },
    },
  ]
}

/** A point without its runs and its interval, for a mark around it. */
function plain({ x, y }: FigurePoint): FigurePoint {
  return { x, y, n: undefined, failedRuns: 0, dots: [] }
}

export const latencyThroughput = defineFigure({
  kind: 'latency-throughput',
  name: 'Latency against throughput',
  needs: 'runs',
  form: 'picture',
  usualFields: ['metric', 'unit', 'x', 'lines', 'levels', 'statistic', 'dots', 'intervals'],
  takesPart: true,
  draws: isLatencyMetric,
  xKeys: [...depthKeys, ...offeredKeys],
  settings,
  metrics: ({ metric, throughput }) =>
    metricsOf({
      metric,
      throughput: throughput === 'bandwidth' || throughput === 'iops' ? throughput : undefined,
    }),
  build,
})
