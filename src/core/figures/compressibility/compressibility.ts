import { cutLines, drawnPoints } from '../figure/beyond-axis'
import { cleanText, textLimits } from '../figure/clean-text'
import { categoryAxis, sideBySide } from '../figure/category-axis'
import { compressibilityData, contentKeys, type CompressibilityData } from './compressibility-data'
import { contentNotes } from './compressibility-notes'
import { compressibilityNumbers } from './compressibility-numbers'
import {
  contentCell,
  contentCells,
  contentPoint,
  type ContentCell,
  type ContentLine,
} from './compressibility-points'
import { contentCaption, contentTitle, contentXLabel, testName } from './compressibility-titles'
import { defineFigure } from '../cases/define-figure'
import {
  lineMarker,
  type Figure,
  type FigureAxis,
  type FigurePoint,
  type FigureSeries,
  type FigureStatistic,
} from '../figure/figure'
import { figureUnit } from '../figure/figure-unit'
import type { MeasuredCase } from '../cases/measured-cases'
import { usualFields } from '../figure/own-setting'
import type { FigureProvenance } from '../figure/provenance'
import { smallPrint } from '../figure/small-print'
import { withReservationColumn } from '../figure/reservations'
import { sweepYAxis } from '../sweep/sweep-axes'
import { statisticFor } from '../sweep/sweep-points'
import { sweepTitles } from '../sweep/sweep-titles'
import { isChosen, metricOf, type UsualSettings } from '../figure/usual-settings'
import { formatLevel } from '../../plan/levels/format-level'
import type { LevelValue } from '../../plan/plan'
import { type Metric } from '../../results/metrics'
import type { StoredPublishedResult } from '../../results/published-result'
import { largestOf, present } from '../../iterables'
import type { ScaledUnit } from '../../units/unit-scale'

/** With more marks than this, single runs are hidden by default; with bars, which are narrow, always. */
const mostMarksWithDots = 60

/**
 * Compressibility: a metric by the share of repeated or of compressible data, one line or bar per record size, every
 * test in its own panel on one scale. Printed means are shown along with runs, without dots. Throws a RangeError for
 * a metric that does not exist; missing data gives a figure with gaps and notes.
 */
export function buildCompressibility(
  measured: readonly MeasuredCase[],
  settings: UsualSettings,
  provenance: FigureProvenance,
  published: readonly StoredPublishedResult[],
): Figure {
  const { metric, origin, data, lines, unit } = contentNumbers(measured, settings, provenance, published)
  const statistic = statisticFor(settings.statistic, metric)
  const isBars = settings.kind === 'compressibility-bars'
  const isTrueScale = !isBars && settings.xScale === 'true'
  const cells = lines.flatMap((line) => line.cells)
  const x = xAxis(data, isTrueScale, settings)
  const marks = cells.filter(({ runs, printed }) => runs.values.length > 0 || printed !== undefined).length
  const show = {
    dots: settings.showDots ?? (!isBars && marks <= mostMarksWithDots),
    intervals: settings.showIntervals !== false,
  }
  const options = { settings, levels: data.levels, isBars, isTrueScale, statistic, factor: unit.factor }
  const series = contentSeries(lines, options)
  const titles = sweepTitles(data.drawn, settings, data.choice, metric, unit.label, origin)
  const failedRuns = mostFailed(lines)
  const y = sweepYAxis(series, titles.yLabel, isBars ? { ...settings, yFromZero: true } : settings)
  return {
    kind: settings.kind,
    title: contentTitle(data, metric),
    tests: data.tests.map(({ test }) => test),
    subtitle: titles.subtitle,
    campaignIds: origin.campaigns.map(({ campaignId }) => campaignId),
    metric: metric.id,
    xKey: data.choice.xKey,
    statistic,
    x,
    y,
    unit: unit.label,
    series,
    ...panels(data),
    numbers: withReservationColumn(
      compressibilityNumbers(lines, { xKey: data.choice.xKey, unit, statistic }),
      cells.map(({ runs }) => runs.runIds),
      origin,
    ),
    show,
    caption: contentCaption({
      cells,
      data,
      metric,
      statistic,
      show,
      failedRuns,
      isTrueScale,
      provenance: origin,
    }),
    smallPrint: [...cutLines(y, drawnPoints(series), show.intervals), ...smallPrint(origin, statistic)],
    notes: contentNotes(lines, { data, metric, statistic, isTrueScale, provenance: origin }),
  }
}

/** The data of the figures and the table of data content. */
export interface ContentNumbers {
  readonly metric: Metric
  readonly origin: FigureProvenance
  readonly data: CompressibilityData
  readonly lines: readonly ContentLine[]
  readonly unit: ScaledUnit
}

/** Lines and unit of the settings' metric. Throws a RangeError for a metric that does not exist. */
export function contentNumbers(
  measured: readonly MeasuredCase[],
  settings: UsualSettings,
  provenance: FigureProvenance,
  published: readonly StoredPublishedResult[],
): ContentNumbers {
  const metric = metricOf(settings)
  const chosen = { campaigns: provenance.campaigns.filter((one) => isChosen(one.campaignId, settings)) }
  const data = compressibilityData(measured, published, metric, settings, chosen)
  const lines = contentLines(data)
  const campaignIds = new Set(lines.map(({ line }) => line.campaignId))
  const origin = { campaigns: chosen.campaigns.filter((one) => campaignIds.has(one.campaignId)) }
  const cells = lines.flatMap((line) => line.cells)
  const isPrinted = cells.every(({ runs }) => runs.values.length === 0)
  const ofPrint = isPrinted ? cells.flatMap(({ printed }) => printed ?? []) : undefined
  const unit = figureUnit(metric, runValues(cells), settings, ofPrint)
  return { metric, origin, data, lines, unit }
}

function contentLines(data: CompressibilityData): readonly ContentLine[] {
  return data.tests.flatMap(({ test, lines }, panel) =>
    lines.map((line) => ({
      test,
      panel,
      line,
      cells: contentCells(
        line.cells.flatMap((cell, at) => {
          const level = data.levels[at]
          return level === undefined ? [] : [contentCell(cell, level, data.printed)]
        }),
      ),
    })),
  )
}

function xAxis(data: CompressibilityData, isTrueScale: boolean, settings: UsualSettings): FigureAxis {
  const label = cleanText(settings.xLabel ?? contentXLabel(data, isTrueScale), textLimits.axis)
  if (!isTrueScale)
    return categoryAxis(
      data.levels.map((level) => levelName(level, data)),
      label,
    )
  const numbers = data.levels
    .filter((level): level is number => typeof level === 'number')
    .sort((a, b) => a - b)
  const ticks = numbers.map((value) => ({ value, label: levelName(value, data) }))
  return { label, kind: 'linear', reverse: true, min: 0, max: 100, ticks }
}

/** fio writes zeros for 100 %, which drives and file systems treat specially. */
function levelName(level: LevelValue, { choice, drawn }: CompressibilityData): string {
  const isZeros =
    level === 100 && choice.xKey === 'compress_percent' && drawn.every(({ engine }) => engine === 'fio')
  if (isZeros) return 'zeros'
  return cleanText(formatLevel(level), textLimits.label)
}

function panels({ tests }: CompressibilityData): Pick<Figure, 'panels'> {
  if (tests.length < 2) return {}
  const columns = tests.length <= 4 ? 2 : tests.length <= 9 ? 3 : 4
  return { panels: { columns, titles: tests.map(({ test }) => testName(test)) } }
}

function runValues(cells: readonly ContentCell[]): readonly number[] {
  return cells.flatMap(({ runs, printed }) => [...present(printed?.mean), ...runs.values])
}

/** A failed run failed for all of its tests; it is counted once. */
function mostFailed(lines: readonly ContentLine[]): number {
  const byTest = new Map<string, number>()
  for (const { test, cells } of lines) {
    const failed = cells.reduce((sum, { cell }) => sum + cell.failedRuns, 0)
    byTest.set(test, (byTest.get(test) ?? 0) + failed)
  }
  return largestOf(byTest.values(), 0)
}

export const compressibility = defineFigure({
  kind: 'compressibility',
  name: 'Compressibility curve',
  needs: 'runs',
  form: 'picture',
  hasHarmonicMean: true,
  settings: {},
  xKeys: contentKeys,
  build: ({ measured, published }, settings, provenance) =>
    buildCompressibility(measured, settings, provenance, published),
})

/** The grouped bars of the classic articles; they start at 0. */
export const compressibilityBars = defineFigure({
  kind: 'compressibility-bars',
  name: 'Compressibility bars',
  needs: 'runs',
  form: 'picture',
  hasHarmonicMean: true,
  settings: {},
  usualFields: usualFields.filter((field) => field !== 'zero' && field !== 'reference'),
  xKeys: contentKeys,
  scales: ['linear'],
  build: ({ measured, published }, settings, provenance) =>
    buildCompressibility(measured, settings, provenance, published),
})

interface ContentSeriesOptions {
  readonly settings: UsualSettings
  readonly levels: readonly LevelValue[]
  readonly isBars: boolean
  /** Percentages are at their true position; words have none and are left out. */
  readonly isTrueScale: boolean
  readonly statistic: FigureStatistic
  /** Base units per unit of the figure. */
  readonly factor: number
}

/** One series per line and panel; words such as `random` are separate markers apart from the curve. */
function contentSeries(
  lines: readonly ContentLine[],
  options: ContentSeriesOptions,
): readonly FigureSeries[] {
  const { settings, isBars, isTrueScale } = options
  const ids = [...new Set(lines.map(({ line }) => line.id))]
  return lines.flatMap(({ line, panel, cells }) => {
    const group = ids.indexOf(line.id)
    const own = settings.seriesLabels?.[line.id]?.trim()
    const label = cleanText(
      own === undefined || own === '' ? line.label || 'all runs' : own,
      textLimits.label,
    )
    const base = {
      label,
      line: line.id,
      lineLabel: label,
      part: 'total',
      partLabel: 'total',
      role: 'measured',
      group,
      marker: isBars ? 'square' : lineMarker(group),
      dash: 'solid',
      panel,
      visible: !(settings.hiddenSeries?.includes(line.id) ?? false),
    } as const
    if (isBars) {
      const points = pointsOf(cells, options, () => true)
      return [{ ...base, id: `${line.id}/${panel}`, mark: 'bar', ...sideBySide(group, ids.length), points }]
    }
    const curve: FigureSeries = {
      ...base,
      id: `${line.id}/${panel}`,
      points: pointsOf(cells, options, (level) => typeof level === 'number'),
    }
    const words = isTrueScale ? [] : pointsOf(cells, options, (level) => typeof level !== 'number')
    if (words.length === 0) return [curve]
    return [curve, { ...base, id: `${line.id}/${panel}/words`, mark: 'point', points: words }]
  })
}

function pointsOf(
  cells: readonly ContentCell[],
  { isTrueScale, statistic, factor }: ContentSeriesOptions,
  takes: (level: LevelValue) => boolean,
): readonly FigurePoint[] {
  return cells.flatMap((cell, at) => {
    if (!takes(cell.level)) return []
    const x = isTrueScale && typeof cell.level === 'number' ? cell.level : at
    return [contentPoint(cell, x, statistic, factor)]
  })
}
