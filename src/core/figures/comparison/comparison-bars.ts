import { formatNumber } from '../../units/number-format'
import * as v from 'valibot'
import { ratioOf } from '../../comparison/texts/advantage-rows'
import { cellPlaces } from '../../comparison/texts/cell-label'
import type { CandidateComparison, ComparedCell, Comparison } from '../../comparison/comparison'
import { ComparisonError } from '../../comparison/comparison-error'
import { findMetric } from '../../results/metrics'
import { middleLabel } from '../../results/percentiles'
import { cleanText, textLimits } from '../figure/clean-text'
import { cutLines } from '../figure/beyond-axis'
import { lineMarker, type Figure, type FigurePoint, type FigureSeries } from '../figure/figure'
import { choiceSetting, setting } from '../figure/own-setting'
import type { UsualSettings } from '../figure/usual-settings'
import { unitsByMetric } from '../../comparison/texts/cell-text'
import { figureUnit } from '../figure/figure-unit'
import { present } from '../../iterables'
import { template } from '../../words/template'
import type { FigureProvenance } from '../figure/provenance'
import { valueAxis } from '../figure/value-axis'
import { barPoint, onePerX } from './bar-point'
import { failedRunsOf } from './point-facts'
import { comparisonRows } from '../../comparison/texts/comparison-rows'
import { comparisonTable } from './comparison-table'
import { comparedSides, defineFigure } from '../cases/define-figure'
import { categoryAxis, sideBySide } from '../figure/category-axis'
import { barsCaption } from './comparison-caption'
import { comparisonNotes } from './comparison-notes'
import { comparisonSmallPrint } from './comparison-small-print'
import { comparisonTitles } from './comparison-titles'
import {
  arrangeCells,
  type CellArrangement,
  drawnPanels,
  panels,
  type PlacedCell,
  placedName,
} from './arrange-cells'

const settings = {
  ...comparedSides,
  /** Bars next to each other (unset), or a line through the cases of each side. */
  mark: choiceSetting(
    [
      { value: 'bar', label: 'Bars' },
      { value: 'line', label: 'Lines' },
    ],
    { label: 'Drawn as' },
  ),
  /** The mean of each candidate divided by that of the baseline is shown at its mark. */
  showFactors: setting(v.boolean(), {
    type: 'switch',
    label: 'Factors',
    help: 'How many times the baseline each candidate is, such as 1.29',
    unset: false,
  }),
}
type Settings = UsualSettings & Readonly<v.InferOutput<v.StrictObjectSchema<typeof settings, undefined>>>

const otherMetrics = template(
  'compared-other-metrics',
  '{cells|# cell|# cells} of other metrics {cells|is|are} not shown; choose a metric.',
  { cells: 'count' },
)

/** More bars than this hide single runs. */
const mostBarsWithDots = 60

/** Baseline and candidates next to each other as bars or lines, case by case, from 0, with intervals and single runs. */
function buildBars(
  { comparison }: { readonly comparison: Comparison },
  settings: Settings,
  provenance: FigureProvenance,
): Figure {
  const shown = ofOneUnit(comparison)
  requireMeans(shown)
  const arrangement = arrangeCells(shown, settings, 'apart')
  const cells = arrangement.placed.flatMap(({ cell }) => (cell === undefined ? [] : [cell]))
  const metric = findMetric(cells[0]?.metric ?? settings.metric)
  const means = arrangement.placed.flatMap(({ cell, unmatched }) =>
    present(cell?.comparison.baseline?.mean, cell?.comparison.candidate?.mean, unmatched?.one.moments?.mean),
  )
  const known = metric ?? { id: settings.metric, unit: 'ratio' as const }
  const unit = unitsByMetric(cells, settings).get(known.id) ?? figureUnit(known, means, settings)
  // What was printed is a number of its own, not an average of runs that are known.
  const isOfRuns = arrangement.placed.some(
    ({ cell, unmatched }) => (cell?.baselineRuns ?? cell?.candidateRuns ?? unmatched?.one.runs) !== undefined,
  )
  const average = comparison.mode === 'robust' ? 'median' : 'mean'
  const label = metric && isOfRuns ? middleLabel(metric.id, average) : (metric?.label ?? settings.metric)
  const yLabel =
    unit.label === '' || unit.label.includes(label) ? unit.label || label : `${label} (${unit.label})`
  const titles = comparisonTitles(shown, arrangement, settings, provenance, yLabel)
  const places = cellPlaces(comparison)
  const series = barSeries(shown, arrangement, settings, provenance, unit.factor, places)
  const visible = series.filter((one) => one.visible).flatMap((one) => one.points)
  const show = {
    dots: settings.showDots ?? visible.length <= mostBarsWithDots,
    intervals: settings.showIntervals !== false,
    ...(settings.showFactors === true && { valueLabels: settings.movedLabels ?? {} }),
  }
  const y = valueAxis({ label: titles.yLabel, values: marksOf(visible, show), scale: settings.yScale })
  return {
    kind: 'comparison',
    title: titles.title,
    subtitle: titles.subtitle,
    cut: drawnPanels(arrangement),
    metric: metric?.id ?? settings.metric,
    xKey: arrangement.xKey,
    statistic: comparison.mode === 'robust' ? 'median' : 'mean',
    x: categoryAxis(arrangement.xLabels, titles.xLabel),
    y,
    unit: unit.label,
    series,
    ...panels(arrangement),
    show,
    caption: barsCaption({
      comparison: shown,
      arrangement,
      failedRuns: failedRunsOf(shown, new Set(cells), provenance),
      show: { ...show, intervals: show.intervals && visible.some((point) => point.low !== undefined) },
      factors: settings.showFactors === true,
    }),
    smallPrint: [...cutLines(y, visible, show.intervals), ...comparisonSmallPrint(comparison, provenance)],
    notes: [...unitNote(comparison, shown), ...comparisonNotes(shown, arrangement, settings)],
  }
}

/** Publications often print only differences, for which there are no bars to draw. */
function requireMeans({ candidates }: Comparison): void {
  const cells = candidates.flatMap((one) => one.cells)
  const hasMean = ({ comparison: { baseline, candidate } }: ComparedCell) => baseline ?? candidate
  if (cells.length === 0 || cells.some((cell) => hasMean(cell) !== undefined)) return
  throw new ComparisonError(
    'Only differences were printed, no means to draw as bars.',
    'Look at them as percent difference; the sigma rule shows them with their deviations.',
  )
}

/** Bars of one figure share their unit: the first metric's cells. */
function ofOneUnit(comparison: Comparison): Comparison {
  const { candidates } = comparison
  const [first] = [
    ...candidates.flatMap((one) => one.cells),
    ...candidates.flatMap(({ unmatched }) => [...unmatched.baseline, ...unmatched.candidate]),
  ]
  const isShown = ({ metric }: { readonly metric: string }) => metric === first?.metric
  const keep = ({ cells, unmatched, ...rest }: CandidateComparison): CandidateComparison => ({
    ...rest,
    cells: cells.filter(isShown),
    unmatched: {
      baseline: unmatched.baseline.filter(isShown),
      candidate: unmatched.candidate.filter(isShown),
    },
  })
  return { ...comparison, candidates: candidates.map(keep) }
}

function unitNote(comparison: Comparison, shown: Comparison): Figure['notes'] {
  const count = (one: Comparison) => one.candidates.reduce((sum, { cells }) => sum + cells.length, 0)
  const hidden = count(comparison) - count(shown)
  if (hidden === 0) return []
  return [{ severity: 'warning', text: otherMetrics({ cells: hidden }) }]
}

function barSeries(
  comparison: Comparison,
  arrangement: CellArrangement,
  settings: Settings,
  provenance: FigureProvenance,
  factor: number,
  places: ReadonlyMap<ComparedCell, number>,
): readonly FigureSeries[] {
  const sides = [
    { line: 'baseline', label: comparison.baseline.label, candidate: undefined },
    ...comparison.candidates.map(({ candidate }, at) => ({
      line: `candidate=${at}`,
      label: candidate.label,
      candidate: at,
    })),
  ]
  const panelCount = Math.max(1, arrangement.panelTitles.length)
  const isLine = settings.mark === 'line'
  return sides.flatMap(({ line, label, candidate }, at) => {
    const own = settings.seriesLabels?.[line]?.trim()
    const name = cleanText(own === undefined || own === '' ? label : own, textLimits.label)
    return Array.from({ length: panelCount }, (_, panel): FigureSeries => {
      const placed = arrangement.placed.filter(
        (one) => one.panel === panel && (candidate === undefined ? true : one.candidate === candidate),
      )
      return {
        id: `${line}/${panel}`,
        label: name,
        line,
        lineLabel: name,
        part: 'total',
        partLabel: 'total',
        role: 'measured',
        group: at,
        marker: isLine ? lineMarker(at) : 'square',
        dash: 'solid',
        ...(!isLine && ({ mark: 'bar', ...sideBySide(at, sides.length) } as const)),
        panel,
        visible: !(settings.hiddenSeries?.includes(line) ?? false),
        points: onePerX(placed, candidate === undefined ? 'baseline' : 'candidate').map((one) => ({
          ...barPoint(one, candidate, comparison, provenance, factor, places),
          ...placedName(arrangement, one),
          ...(settings.showFactors === true && factorLabel(one, candidate, settings)),
        })),
      }
    })
  })
}

/** `1.29` at a candidate's mark; the baseline has its number there only if numbers are shown. */
function factorLabel(
  { cell }: PlacedCell,
  candidate: number | undefined,
  { valueLabels }: UsualSettings,
): Pick<FigurePoint, 'label'> {
  if (candidate === undefined) return valueLabels === true ? {} : { label: '' }
  const ratio = cell && ratioOf(cell)
  return { label: ratio === undefined ? '' : factorText(ratio / 100) }
}

/** "1.29", "0.85", "0.0012". */
function factorText(factor: number): string {
  return formatNumber(factor, factor < 1 ? 2 : 3)
}

function marksOf(points: readonly FigurePoint[], show: Figure['show']): readonly number[] {
  return points.flatMap(({ y, high, dots }) => [
    ...present(y),
    // An interval of very few runs may reach far; it then leaves the axis.
    ...(show.intervals && y !== undefined && high !== undefined ? [Math.min(high, y * 1.5)] : []),
    ...(show.dots ? dots.map((dot) => dot.y) : []),
  ])
}

export const comparisonBars = defineFigure({
  kind: 'comparison',
  name: 'Comparison, bars',
  shortName: 'Bars',
  needs: 'comparison',
  form: 'picture',
  settings,
  tables: {
    numbers: (comparison) => comparisonRows(comparison, { runs: true }),
    printed: comparisonTable,
  },
  build: buildBars,
})
