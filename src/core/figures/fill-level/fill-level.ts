import { betterSentence, metricInSentence } from '../../results/metrics'
import { template } from '../../words/template'
import { afterRuns, runsSentence } from '../sweep/caption'
import { noData } from '../figure/no-data'
import { sentences } from '../../text/plain-text'
import * as v from 'valibot'
import { formatExactBytes } from '../../units/bytes'
import { formatShort, mostPrintedDigits, withUnit } from '../../units/number-format'
import { largestOf, present, smallestOf } from '../../iterables'
import type { ScaledUnit } from '../../units/unit-scale'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import {
  lineMarker,
  type Figure,
  type FigureAxis,
  type FigurePoint,
  type FigureSeries,
  type PanelAxes,
} from '../figure/figure'
import { figureUnit } from '../figure/figure-unit'
import { percentileOfMetric } from '../../results/percentiles'
import { driveOf } from '../../results/campaign/drive'
import { setting, choiceSetting } from '../figure/own-setting'
import { printedPoint, printedSentence } from '../sweep/printed-point'
import type { FigureProvenance } from '../figure/provenance'
import { sharedCase, testsOf } from '../cases/shared-case'
import { smallPrint } from '../figure/small-print'
import { withReservationColumn } from '../figure/reservations'
import { linearTicks } from '../figure/ticks'
import { valueAxis } from '../figure/value-axis'
import { sweepPoint } from '../sweep/sweep-points'
import { averageOf, metricOf, type UsualSettings } from '../figure/usual-settings'
import {
  amountUnit,
  fillKeys,
  type FillLevels,
  fillLevels,
  type FillLine,
  type FillPoint,
} from './fill-levels'
import { fillTable, printedFillTable } from './fill-tables'

const noFilledRun = template('fill-no-run', 'No finished run has {metric} and a fill level ({axes}).', {
  metric: 'metric',
  axes: 'given',
})
const noCapacity = template(
  'fill-no-capacity',
  'The capacity of the drive is not known, so the fill level has no other unit.',
)
const atLevel = template('fill-at', 'at {level}', { level: 'level' })
const betweenLevels = template('fill-between', 'between {from} and {to}', { from: 'level', to: 'level' })
const notTested = template(
  'fill-crossing-untested',
  ' (by their means; their scatter was not printed, so this is not tested)',
)
const crossing = template('fill-crossing', '{one} and {other} change places {where}{untested}.', {
  one: 'name',
  other: 'name',
  where: { of: [atLevel, betweenLevels] },
  untested: { of: [notTested] },
})
const byMeans = template('fill-shaded-untested', ', by their means (not tested)')
const shadedSaid = template('fill-shaded', 'Shaded: where the {what} change places{untested}.', {
  what: ['drives', 'lines'],
  untested: { of: [byMeans] },
})
const retainedSaid = template(
  'fill-retained',
  'Retained: the value at the reference level in percent of that at the level.',
)

const settings = {
  /** The reference level for the others, in the unit of the axis; the emptiest if unset. */
  reference: setting(v.pipe(v.number(), v.finite()), {
    ...{ type: 'level', label: 'Reference', unset: 'The emptiest level' },
    help: 'The level that is 100 %',
  }),
  /** What is on the x axis: the share of the capacity or the amount; in the unit of the varied axis if unset. */
  amount: choiceSetting(
    [
      { value: 'percent', label: 'Percent of capacity' },
      { value: 'gb', label: 'GB' },
      { value: 'gib', label: 'GiB' },
    ],
    { label: 'Fill level in', unset: 'As measured' },
  ),
}
type Settings = UsualSettings & Readonly<v.InferOutput<v.StrictObjectSchema<typeof settings, undefined>>>

function build(input: FigureInputs['runs'], asked: Settings, provenance: FigureProvenance): Figure {
  const metric = metricOf(asked)
  const data = fillLevels(input, asked, provenance, metric)
  const { lines, fillKey } = data
  const isAmount = asked.amount === undefined ? fillKey.endsWith('_bytes') : asked.amount !== 'percent'
  const amount = amountUnit(data, asked.amount)
  const placeOf = ({ percent, bytes }: FillPoint) =>
    isAmount ? (bytes === undefined ? undefined : bytes / amount.factor) : percent
  const points = lines.flatMap((line) => line.points)
  const values = points.flatMap(({ value: { value, high = value } }) => [value, Math.min(high, 1.5 * value)])
  const summaries = points.map(({ cell }) => data.printed.get(cell.runs.total.runIds[0] ?? 0))
  const ofPrint = summaries.includes(undefined) ? undefined : present(...summaries)
  const unit = figureUnit(metric, values, asked, ofPrint)
  const places = [...new Set(points.flatMap((point) => placeOf(point) ?? []))].sort((a, b) => a - b)
  const unplaced = points.length > 0 && places.length === 0
  const retainedTop = largestOf(
    points.flatMap(({ retainedPercent }) => retainedPercent ?? []),
    100,
  )
  const y = valueAxis({ values: values.map((value) => value / unit.factor), scale: asked.yScale })
  // Some room, so that the reference level does not touch the panel's title.
  const retained: FigureAxis = {
    ...{ label: '', kind: 'linear', min: 0, max: 1.15 * retainedTop },
    ticks: linearTicks(0, retainedTop, 3).ticks.filter(({ value }) => value <= 1.15 * retainedTop),
  }
  const isJudged = metric.better !== 'neither'
  const pen: Pen = { data, unit, asked, placeOf }
  const statistic = averageOf(asked)
  return {
    kind: 'fill-level',
    title: `${metric.label} by fill level`,
    tests: testsOf(data.shown),
    campaignIds: data.provenance.campaigns.map(({ campaignId }) => campaignId),
    subtitle: sharedCase(data.shown, data.provenance.campaigns),
    metric: metric.id,
    xKey: fillKey,
    statistic,
    x: {
      label: cleanText(
        asked.xLabel ?? (isAmount ? `Data on the drive (${amount.label})` : 'Capacity in use (%)'),
        textLimits.axis,
      ),
      kind: 'linear',
      ...xTicks(places, isAmount),
    },
    y,
    unit: unit.label,
    panels: {
      columns: 1,
      titles: [
        unit.label === '' ? metric.label : `${metric.label} (${unit.label})`,
        ...(isJudged ? [`Retained (% of ${referenceName(data)})`] : []),
      ],
      axes: [
        { y, unit: unit.label, height: 1.6, digits: mostPrintedDigits },
        ...(isJudged ? [{ y: retained, unit: '%', height: 0.8 }] : []),
      ] satisfies readonly PanelAxes[],
    },
    series: [...crossoverMarks(pen), ...lines.flatMap((line, group) => lineSeries(line, group, pen))],
    numbers: withReservationColumn(
      fillTable(data, unit, amount),
      points.map(({ cell }) => cell.runs.total.runIds),
      data.provenance,
    ),
    printed: printedFillTable(data, unit, amount),
    show: { dots: asked.showDots !== false, intervals: asked.showIntervals !== false },
    caption: unplaced ? noData() : captionOf(data, asked),
    ...familiesOf(data),
    smallPrint: smallPrint(data.provenance, statistic),
    notes: [
      ...data.notes,
      ...(points.length === 0
        ? [
            {
              severity: 'warning' as const,
              text: noFilledRun({ metric: metricInSentence(metric.id), axes: fillKeys.join(', ') }),
            },
          ]
        : []),
      ...(unplaced
        ? [
            {
              severity: 'warning' as const,
              text: noCapacity(),
            },
          ]
        : []),
      ...(unplaced ? [] : data.pairs).flatMap(({ a, b, crossovers: found, isUntested }) =>
        found.map(([from, to]) => ({
          severity: 'note' as const,
          text: crossing({
            ...{ one: a.line.label, other: b.line.label },
            where:
              from === to
                ? atLevel({ level: levelText(fillKey, from) })
                : betweenLevels({ from: levelText(fillKey, from), to: levelText(fillKey, to) }),
            untested: isUntested ? notTested() : '',
          }),
        })),
      ),
    ],
  }
}

function levelText(key: string, level: number): string {
  return key.endsWith('_percent') ? withUnit(formatShort(level), '%') : formatExactBytes(level)
}

/** The level that is 100 % of the lower panel. */
function referenceName({ lines, fillKey }: FillLevels): string {
  const levels = [...new Set(lines.flatMap(({ reference }) => reference ?? []))]
  const [only] = levels
  return only !== undefined && levels.length === 1
    ? `the value at ${levelText(fillKey, only)}`
    : 'the emptiest level'
}

/** Ticks at the levels themselves if they are a few shares, otherwise round ones. */
function xTicks(places: readonly number[], isAmount: boolean) {
  if (places.length === 0) return { min: 0, max: isAmount ? 1 : 100, ticks: [] }
  if (!isAmount)
    return {
      min: Math.min(0, smallestOf(places)),
      max: Math.max(100, largestOf(places)),
      ticks: [0, 20, 40, 60, 80, 100].map((value) => ({ value, label: String(value) })),
    }
  return linearTicks(0, largestOf(places), 6)
}

interface Pen {
  readonly data: FillLevels
  readonly unit: ScaledUnit
  readonly asked: Settings
  readonly placeOf: (point: FillPoint) => number | undefined
}

function lineSeries(
  fill: FillLine,
  group: number,
  { data, unit, asked, placeOf }: Pen,
): readonly FigureSeries[] {
  const { line, points } = fill
  const own = asked.seriesLabels?.[line.id]?.trim() ?? ''
  const label = cleanText(own === '' ? line.label || 'all runs' : own, textLimits.label)
  const look = {
    ...{ line: line.id, lineLabel: label, label, part: 'total', partLabel: 'total', group, role: 'measured' },
    ...{ dash: 'solid', marker: lineMarker(group) },
    visible: asked.hiddenSeries?.includes(line.id) !== true,
  } as const satisfies Partial<FigureSeries>
  const statistic = averageOf(asked)
  const isPercentile = percentileOfMetric(data.metric.id) !== undefined
  const drawn = points.flatMap((point) => {
    const x = placeOf(point)
    return x === undefined ? [] : [{ point, x }]
  })
  return [
    {
      ...{ ...look, id: line.id, panel: 0 },
      points: drawn.map(({ point: { cell }, x }): FigurePoint => {
        const summary = data.printed.get(cell.runs.total.runIds[0] ?? 0)
        return summary === undefined
          ? { ...sweepPoint(cell, 'total', statistic, unit.factor, isPercentile), x }
          : printedPoint(summary, cell, x, unit.factor)
      }),
    },
    ...(data.metric.better === 'neither'
      ? []
      : [
          {
            ...{ ...look, id: `${line.id}/retained`, panel: 1 },
            points: drawn.flatMap(({ point: { retainedPercent, cell }, x }): readonly FigurePoint[] => {
              if (retainedPercent === undefined) return []
              const { runIds, values } = cell.runs.total
              const summary = data.printed.get(runIds[0] ?? 0)
              const counts = summary
                ? { n: summary.n, failedRuns: undefined }
                : { n: values.length, failedRuns: 0 }
              return [{ x, y: retainedPercent, ...counts, dots: [] }]
            }),
          },
        ]),
  ]
}

/** Shades the range in which two lines cross. */
function crossoverMarks({ data, placeOf }: Pen): readonly FigureSeries[] {
  return data.pairs.flatMap(({ a, b, crossovers: found }, at) => {
    const ends = found.flatMap(([from, to]) => {
      const [low, high] = [from, to].map((level) => {
        const point = a.points.find((one) => one.level === level)
        return point && placeOf(point)
      })
      return low === undefined || high === undefined ? [] : [{ low, high: high === low ? low : high }]
    })
    if (ends.length === 0) return []
    return [
      {
        ...{
          id: `crossover/${String(at)}`,
          line: b.line.id,
          lineLabel: 'crossover',
          label: 'crossover',
          panel: 0,
        },
        ...{
          part: 'total',
          partLabel: 'crossover',
          role: 'reference',
          group: -1,
          marker: 'none',
          dash: 'solid',
        },
        ...{ mark: 'cell', visible: true, points: [] },
        columns: { x: ends.map(({ low }) => low), xEnd: ends.map(({ high }) => high) },
      } as const,
    ]
  })
}

/** The levels of two lines are one family of tests. */
function familiesOf({ pairs, metric }: FillLevels): Pick<Figure, 'families'> {
  const families = pairs
    .filter(({ tests }) => tests > 0)
    .map(({ a, b, tests }) => ({
      name: `${b.line.label} against ${a.line.label} by fill level, ${metricInSentence(metric.id)}`,
      tests,
    }))
  return families.length === 0 ? {} : { families }
}

function captionOf(data: FillLevels, asked: Settings): string {
  const { lines, printed, metric } = data
  const cells = lines.flatMap(({ points }) => points.map(({ cell }) => cell.runs.total.runIds))
  if (cells.length === 0) return noData()
  const counts = cells.filter((ids) => !printed.has(ids[0] ?? 0)).map((ids) => ids.length)
  const hasBars =
    asked.statistic === 'median' ||
    lines.some(({ points }) => points.some(({ value }) => value.low !== undefined))
  return sentences([
    runsSentence(counts, asked.statistic, [
      ...(asked.showDots === false ? [] : [afterRuns.dots()]),
      ...(hasBars && asked.showIntervals !== false ? [afterRuns.plainBars()] : []),
    ]),
    printedSentence([...printed.values()], asked.showIntervals !== false),
    crossoverSentence(data),
    betterSentence(metric),
    metric.better === 'lower' ? retainedSaid() : '',
  ])
}

/** The meaning of the shade, if there is one. Lines may also be patterns of one drive, not drives. */
function crossoverSentence({ pairs, provenance }: FillLevels): string {
  const crossing = pairs.filter(({ crossovers: found }) => found.length > 0)
  if (crossing.length === 0) return ''
  const driveKey = ({ line: { campaignId } }: FillLine) => {
    const found = provenance.campaigns.find((one) => one.campaignId === campaignId)
    return found && driveOf(found.named ?? { device: found.device ?? '' })?.key
  }
  const areDrives = crossing.every(
    ({ a, b }) =>
      a.line.campaignId !== b.line.campaignId && (driveKey(a) === undefined || driveKey(a) !== driveKey(b)),
  )
  const isUntested = crossing.some((pair) => pair.isUntested)
  return shadedSaid({ what: areDrives ? 'drives' : 'lines', untested: isUntested ? byMeans() : '' })
}

export const fillLevel = defineFigure({
  kind: 'fill-level',
  name: 'Fill level',
  needs: 'runs',
  form: 'picture',
  settings,
  usualFields: ['metric', 'unit', 'x', 'lines', 'levels', 'statistic', 'dots', 'intervals'],
  xKeys: fillKeys,
  build,
})
