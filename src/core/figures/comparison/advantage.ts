import { advantageRowSteps, ratioEndsOf, ratioOf } from '../../comparison/advantage-rows'
import { cellPlaces } from '../../comparison/cell-label'
import type { ComparedCell, Comparison } from '../../comparison/comparison'
import { ComparisonError } from '../../comparison/comparison-error'
import { percentRefusal } from '../../comparison/percent-refusal'
import { finish, type Steps } from '../../statistics/comparison/settle-family'
import { withinSentence } from '../../units/plain-text'
import { beyondLines } from '../beyond-axis'
import type { Figure } from '../figure'
import type { UsualSettings } from '../usual-settings'
import type { FigureProvenance } from '../provenance'
import { printedAdvantages } from '../tables/comparison-table-figure'
import { comparedSides, defineFigure } from '../define-figure'
import { categoryAxis, cellSeries } from './cell-series'
import { advantageCaption, metricNames } from './comparison-caption'
import { comparisonNotes } from './comparison-notes'
import { comparisonSmallPrint } from './comparison-small-print'
import { comparisonTitles } from './comparison-titles'
import { comparedPoint } from './point-facts'
import { arrangeCells, panels } from './arrange-cells'
import { ratioAxis } from './percent-axis'

/**
 * The "advantage" of the classic articles as bars and as a table: each candidate in percent of the baseline, 100 where
 * both are equal. A ratio, never labelled like a difference. Throws a ComparisonError as a percent difference does.
 */
function* advantageSteps(
  comparison: Comparison,
  settings: UsualSettings,
  provenance: FigureProvenance,
): Steps<Figure> {
  const refusal = percentRefusal(comparison)
  if (refusal) throw new ComparisonError(refusal.text, refusal.remedy, refusal.reason)
  const arrangement = yield* arrangeCells(comparison, settings, 'together')
  const places = cellPlaces(comparison)
  yield
  const series = cellSeries(arrangement, settings, 'bar', (one) =>
    comparedPoint(one, comparison, provenance, places, (cell) => advantageOf(cell, comparison)),
  )
  const visible = series.filter((one) => one.visible).flatMap((one) => one.points)
  const cells = arrangement.placed.flatMap(({ cell }) => (cell === undefined ? [] : [cell]))
  const label = `${metricNames(cells)} in percent of ${comparison.baseline.label} (100 = equal)`
  const titles = comparisonTitles(comparison, arrangement, settings, provenance, label)
  const show = {
    dots: false,
    intervals: settings.showIntervals !== false && visible.some((point) => point.low !== undefined),
  }
  const y = ratioAxis(visible, titles.yLabel, show.intervals)
  return {
    kind: 'advantage',
    title: settings.title === undefined ? `Advantage in ${withinSentence(titles.title)}` : titles.title,
    subtitle: titles.subtitle,
    metric: cells[0]?.metric ?? settings.metric,
    xKey: arrangement.xKey,
    statistic: 'mean',
    x: categoryAxis(arrangement.xLabels, titles.xLabel),
    y,
    unit: '%',
    series,
    ...panels(arrangement),
    show,
    caption: advantageCaption({
      comparison,
      arrangement,
      failedRuns: visible.reduce((sum, point) => sum + point.failedRuns, 0),
      show,
    }),
    smallPrint: [...beyondLines(y, visible, show.intervals), ...comparisonSmallPrint(comparison, provenance)],
    notes: comparisonNotes(comparison, arrangement, settings),
  }
}

function advantageOf(cell: ComparedCell, comparison: Comparison) {
  const ratio = ratioOf(cell)
  return {
    y: ratio,
    ...ratioEndsOf(cell, comparison.mode),
    facts: ratio === undefined ? [] : [`${ratio.toFixed(1)}\u2009% of ${comparison.baseline.label}`],
  }
}

export const advantage = defineFigure({
  kind: 'advantage',
  name: 'Advantage',
  needs: 'comparison',
  form: 'picture',
  settings: comparedSides,
  tables: {
    numbers: advantageRowSteps,
    *printed(comparison) {
      return yield* printedAdvantages(yield* advantageRowSteps(comparison))
    },
    isListed: true,
  },
  build: ({ comparison }, settings, provenance) => finish(advantageSteps(comparison, settings, provenance)),
  steps: ({ comparison }, settings, provenance) => advantageSteps(comparison, settings, provenance),
})
