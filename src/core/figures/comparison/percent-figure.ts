import type { ValueScale } from '../../results/value-scale'
import { cellPlaces } from '../../comparison/texts/cell-label'
import type { ComparedCell, Comparison } from '../../comparison/comparison'
import { ComparisonError } from '../../comparison/comparison-error'
import { percentRefusal } from '../../comparison/texts/percent-refusal'
import { beyondLines } from '../figure/beyond-axis'
import { cleanText, textLimits } from '../figure/clean-text'
import { comparedSides, type ComparisonTables, defineFigure } from '../cases/define-figure'
import {
  lineMarker,
  type Figure,
  type FigureAxis,
  type FigurePoint,
  type FigureSeries,
} from '../figure/figure'
import type { FigureProvenance } from '../figure/provenance'
import type { UsualSettings } from '../figure/usual-settings'
import {
  arrangeCells,
  type CellArrangement,
  drawnPanels,
  panels,
  type PlacedCell,
  placedName,
} from './arrange-cells'
import { categoryAxis, sideBySide } from '../figure/category-axis'
import { groupBy } from '../../iterables'
import type { CaptionFacts } from './comparison-caption'
import { comparisonNotes } from './comparison-notes'
import { comparisonSmallPrint } from './comparison-small-print'
import { comparisonTitles } from './comparison-titles'
import { comparedPoint, failedRunsOf } from './point-facts'

/** What distinguishes one picture of percentages from another. */
interface PercentFigure<K extends string> {
  readonly kind: K
  readonly name: string
  readonly shortName?: string
  readonly mark: 'bar' | 'point'
  /** What the marks show; `median` in robust mode only. */
  readonly statistic: (comparison: Comparison) => Figure['statistic']
  readonly title?: (compared: string) => string
  readonly yLabel: (cells: readonly ComparedCell[], comparison: Comparison) => string
  /** The mark of a case. */
  readonly tell: (
    cell: ComparedCell,
    comparison: Comparison,
  ) => Pick<FigurePoint, 'y' | 'low' | 'high' | 'filled' | 'facts'>
  /** Intervals are on unless switched off; set: only if a visible mark has one. */
  readonly hidesMissingIntervals?: boolean
  readonly axis: (
    points: readonly FigurePoint[],
    label: string,
    showsIntervals: boolean,
    scale?: ValueScale,
  ) => FigureAxis
  readonly caption: (facts: CaptionFacts) => string
  readonly tables: ComparisonTables
}

/**
 * A picture of compared cases in percent: one mark per case, groups of levels next to each other, small multiples over
 * anything else that varies. Building it throws a ComparisonError until the compared factor is named and the others
 * that differ are accepted.
 */
export function percentFigure<const K extends string>(own: PercentFigure<K>) {
  function build(
    { comparison }: { readonly comparison: Comparison },
    settings: UsualSettings,
    provenance: FigureProvenance,
  ): Figure {
    const refusal = percentRefusal(comparison)
    if (refusal) throw new ComparisonError(refusal.text, refusal.remedy, refusal.reason)
    const arrangement = arrangeCells(comparison, settings, 'together')
    const places = cellPlaces(comparison)
    const series = cellSeries(arrangement, settings, own.mark, (one) =>
      comparedPoint(one, comparison, provenance, places, (cell) => own.tell(cell, comparison)),
    )
    const visible = series.filter((one) => one.visible).flatMap((one) => one.points)
    const cells = arrangement.placed.flatMap(({ cell }) => (cell === undefined ? [] : [cell]))
    const label = own.yLabel(cells, comparison)
    const titles = comparisonTitles(comparison, arrangement, settings, provenance, label)
    const hasIntervals = own.hidesMissingIntervals !== true || visible.some(({ low }) => low !== undefined)
    const show = { dots: false, intervals: settings.showIntervals !== false && hasIntervals }
    const y = own.axis(visible, titles.yLabel, show.intervals, settings.yScale)
    const failedRuns = failedRunsOf(comparison, new Set(cells), provenance)
    return {
      kind: own.kind,
      title: settings.title ?? own.title?.(titles.title) ?? titles.title,
      subtitle: titles.subtitle,
      cut: drawnPanels(arrangement),
      metric: cells[0]?.metric ?? settings.metric,
      xKey: arrangement.xKey,
      statistic: own.statistic(comparison),
      x: categoryAxis(arrangement.xLabels, titles.xLabel),
      y,
      unit: '%',
      series,
      ...panels(arrangement),
      show,
      caption: own.caption({ comparison, arrangement, failedRuns, show }),
      smallPrint: [
        ...beyondLines(y, visible, show.intervals),
        ...comparisonSmallPrint(comparison, provenance),
      ],
      notes: comparisonNotes(comparison, arrangement, settings),
    }
  }
  const { kind, name, shortName, tables } = own
  return defineFigure({
    ...{ kind, name, ...(shortName !== undefined && { shortName }) },
    needs: 'comparison',
    form: 'picture',
    settings: comparedSides,
    tables,
    build,
  })
}

/** The series of a figure with one mark per case: one per group and panel, next to each other within a level of x. */
function cellSeries(
  arrangement: CellArrangement,
  settings: UsualSettings,
  mark: 'bar' | 'point',
  pointOf: (one: PlacedCell) => FigurePoint,
): readonly FigureSeries[] {
  const { seriesLabels, seriesIds, seriesKey, placed, panelTitles } = arrangement
  const groups = groupBy(placed, (one) => `${one.series} ${one.panel}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const line = `${seriesKey}=${seriesIds[first.series] ?? ''}`
    const own = settings.seriesLabels?.[line]?.trim()
    const label = cleanText(
      own === undefined || own === '' ? (seriesLabels[first.series] ?? '') : own,
      textLimits.label,
    )
    return [
      {
        id: `${line}/${first.panel}`,
        label,
        line,
        lineLabel: label,
        part: 'total',
        partLabel: 'total',
        role: 'measured',
        group: first.series,
        marker: mark === 'bar' ? 'square' : lineMarker(first.series),
        dash: 'solid',
        mark,
        ...sideBySide(first.series, seriesLabels.length),
        ...(mark === 'point' && panelTitles.length > 4 && { size: 0.7 }),
        panel: first.panel,
        visible: !(settings.hiddenSeries?.includes(line) ?? false),
        points: group
          .map((one) => ({ ...pointOf(one), ...placedName(arrangement, one) }))
          .sort((a, b) => a.x - b.x),
      },
    ]
  })
}
