import type { ComparedCell, Comparison } from '../../comparison/comparison'
import { cellPlaces } from '../../comparison/cell-label'
import { ComparisonError } from '../../comparison/comparison-error'
import { isSignificant } from '../../comparison/summary-text'
import { percentRefusal } from '../../comparison/percent-refusal'
import type { Figure } from '../figure'
import type { UsualSettings } from '../usual-settings'
import type { FigureProvenance } from '../provenance'
import { finish, type Steps } from '../../statistics/comparison/settle-family'
import { withinSentence } from '../../units/plain-text'
import { beyondLines } from '../beyond-axis'
import { comparisonRowSteps } from '../../comparison/comparison-rows'
import { comparisonTableSteps } from '../tables/comparison-table'
import { comparedSides, defineFigure } from '../define-figure'
import { categoryAxis, cellSeries } from './cell-series'
import { differenceCaption, metricNames } from './comparison-caption'
import { comparisonNotes } from './comparison-notes'
import { comparisonSmallPrint } from './comparison-small-print'
import { comparisonTitles } from './comparison-titles'
import { comparedPoint } from './point-facts'
import { arrangeCells, panels } from './arrange-cells'
import { percentAxis } from './percent-axis'

/**
 * Percent differences around a drawn zero line: one mark per case, filled if it is significant, with its interval;
 * groups of levels next to each other, small multiples over anything else that varies. Throws a ComparisonError until
 * the compared factor is named and the others that differ are accepted.
 */
function* percentDifferenceSteps(
  comparison: Comparison,
  settings: UsualSettings,
  provenance: FigureProvenance,
): Steps<Figure> {
  const refusal = percentRefusal(comparison)
  if (refusal) throw new ComparisonError(refusal.text, refusal.remedy, refusal.reason)
  const arrangement = yield* arrangeCells(comparison, settings, 'together')
  const show = { dots: false, intervals: settings.showIntervals !== false }
  const places = cellPlaces(comparison)
  yield
  const series = cellSeries(arrangement, settings, 'point', (one) =>
    comparedPoint(one, comparison, provenance, places, differenceOf),
  )
  const points = series.filter((one) => one.visible).flatMap((one) => one.points)
  const cells = arrangement.placed.flatMap(({ cell }) => (cell === undefined ? [] : [cell]))
  const change = `Change in ${withinSentence(metricNames(cells))} (%)`
  const titles = comparisonTitles(comparison, arrangement, settings, provenance, change)
  const y = percentAxis(points, titles.yLabel, show.intervals)
  const failed = points.reduce((sum, point) => sum + point.failedRuns, 0)
  return {
    kind: 'percent-difference',
    title: titles.title,
    subtitle: titles.subtitle,
    metric: cells[0]?.metric ?? settings.metric,
    xKey: arrangement.xKey,
    statistic: comparison.mode === 'robust' ? 'median' : 'mean',
    x: categoryAxis(arrangement.xLabels, titles.xLabel),
    y,
    unit: '%',
    series,
    ...panels(arrangement),
    show,
    caption: differenceCaption({ comparison, arrangement, failedRuns: failed, show }),
    smallPrint: [...beyondLines(y, points, show.intervals), ...comparisonSmallPrint(comparison, provenance)],
    notes: comparisonNotes(comparison, arrangement, settings),
  }
}

function differenceOf(cell: ComparedCell) {
  const { differencePercent, lowPercent, highPercent } = cell.comparison
  return {
    y: differencePercent,
    ...(lowPercent !== undefined && { low: lowPercent }),
    ...(highPercent !== undefined && { high: highPercent }),
    filled: isSignificant(cell),
  }
}

export const percentDifference = defineFigure({
  kind: 'percent-difference',
  name: 'Comparison, percent',
  shortName: 'Difference',
  needs: 'comparison',
  form: 'picture',
  settings: comparedSides,
  tables: {
    numbers: (comparison) => comparisonRowSteps(comparison, { runs: true }),
    printed: comparisonTableSteps,
  },
  build: ({ comparison }, settings, provenance) =>
    finish(percentDifferenceSteps(comparison, settings, provenance)),
  steps: ({ comparison }, settings, provenance) => percentDifferenceSteps(comparison, settings, provenance),
})
