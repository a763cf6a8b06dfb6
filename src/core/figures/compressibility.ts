import type { LevelValue } from '../plan/plan'
import { formatLevel } from '../plan/format-level'
import { findMetric, type Metric } from '../results/metrics'
import type { StoredPublishedResult } from '../results/published-result'
import type { ScaledUnit } from '../units/unit-scale'
import { cutIntervalLines, drawnPoints } from './beyond-axis'
import { cleanText, textLimits } from './clean-text'
import { compressibilityData, contentKeys, type CompressibilityData } from './compressibility-data'
import { contentCell, type ContentCell, type ContentLine } from './compressibility-points'
import { compressibilityNumbers } from './compressibility-numbers'
import { contentNotes } from './compressibility-notes'
import { contentSeries } from './compressibility-series'
import { contentCaption, contentTitle, contentXLabel, testName } from './compressibility-titles'
import { categoryAxis } from './comparison/cell-series'
import type { Figure, FigureAxis } from './figure'
import { withUnsteadyCounts } from './steadiness'
import type { UsualSettings } from './usual-settings'
import type { MeasuredCase } from './measured-cases'
import { chooseUnit } from './figure-unit'
import { defineFigure } from './define-figure'
import { usualFields } from './own-setting'
import type { FigureProvenance } from './provenance'
import { smallPrint } from './small-print'
import { statisticFor } from './sweep-points'
import { sweepYAxis } from './sweep-axes'
import { sweepTitles } from './sweep-titles'
import { largestOf } from '../units/iterables'

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
  const titles = sweepTitles(data.drawn, settings, data.choice, metric, unit.label)
  const failedRuns = mostFailed(lines)
  const y = sweepYAxis(
    series,
    titles.yLabel,
    isBars ? { ...settings, yFromZero: true, yScale: 'linear' } : settings,
  )
  return {
    kind: settings.kind,
    title: contentTitle(data, metric),
    subtitle: titles.subtitle,
    metric: metric.id,
    xKey: data.choice.xKey,
    statistic,
    x,
    y,
    unit: unit.label,
    series,
    ...panels(data),
    numbers: withUnsteadyCounts(
      compressibilityNumbers(lines, { xKey: data.choice.xKey, unit, statistic }),
      cells.map(({ runs }) => runs.runIds),
      origin,
    ),
    show,
    caption: contentCaption({ cells, data, metric, statistic, show, failedRuns, isTrueScale }),
    smallPrint: [
      ...cutIntervalLines(y, drawnPoints(series), show.intervals),
      ...smallPrint(origin, statistic),
    ],
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
  const metric = findMetric(settings.metric)
  if (!metric) throw new RangeError(`There is no metric "${cleanText(settings.metric, textLimits.label)}".`)
  const chosen = (id: number) => settings.campaignIds.length === 0 || settings.campaignIds.includes(id)
  const origin = { campaigns: provenance.campaigns.filter((one) => chosen(one.campaignId)) }
  const data = compressibilityData(measured, published, metric, settings, origin)
  const lines = contentLines(data)
  const cells = lines.flatMap((line) => line.cells)
  return { metric, origin, data, lines, unit: chooseUnit(metric.unit, largestValue(cells), settings.unit) }
}

function contentLines(data: CompressibilityData): readonly ContentLine[] {
  return data.tests.flatMap(({ test, lines }, panel) =>
    lines.map((line) => ({
      test,
      panel,
      line,
      cells: line.cells.flatMap((cell, at) => {
        const level = data.levels[at]
        return level === undefined ? [] : [contentCell(cell, level, data.printed)]
      }),
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

function largestValue(cells: readonly ContentCell[]): number {
  const values = cells.flatMap(({ runs, printed }) => [printed?.mean ?? 0, ...runs.values])
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
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
  settings: {},
  usualFields: usualFields.filter((field) => field !== 'zero'),
  xKeys: contentKeys,
  isLinear: true,
  build: ({ measured, published }, settings, provenance) =>
    buildCompressibility(measured, settings, provenance, published),
})
