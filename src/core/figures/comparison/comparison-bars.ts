import { cellPlaces } from '../../comparison/cell-places'
import type { CandidateComparison, ComparedCell, Comparison } from '../../comparison/comparison'
import type { CaseRuns } from '../../comparison/run-buckets'
import { findMetric } from '../../results/metrics'
import { studentCritical } from '../../statistics/special/student-t'
import { medianInterval } from '../../statistics/summary/median-interval'
import { meanVariance, type Moments } from '../../statistics/summary/moments'
import { cleanText, textLimits } from '../clean-text'
import type { Figure, FigurePoint, FigureSeries, FigureSettings } from '../figure'
import { chooseUnit } from '../figure-unit'
import type { FigureProvenance } from '../provenance'
import { smallPrint } from '../small-print'
import { linearTicks } from '../ticks'
import { arrangeCells, placedName, type CellArrangement, type PlacedCell } from './arrange-cells'
import { categoryAxis, sideBySide } from './category-axis'
import { barsCaption } from './comparison-caption'
import { comparisonNotes } from './comparison-notes'
import { comparisonTitles } from './comparison-titles'
import { failedRuns } from './failed-runs'
import { panels } from './panels'
import { pointFacts } from './point-facts'
import { statisticsText } from './statistics-text'

/** More bars than this hide single runs. */
const mostBarsWithDots = 60

/** Baseline and candidates as bars side by side, case by case, from 0, with intervals and single runs. */
export function buildComparisonBars(
  comparison: Comparison,
  settings: FigureSettings,
  provenance: FigureProvenance,
): Figure {
  const shown = ofOneUnit(comparison)
  const arrangement = arrangeCells(shown, settings, 'apart')
  const cells = arrangement.placed.flatMap(({ cell }) => (cell === undefined ? [] : [cell]))
  const metric = findMetric(cells[0]?.metric ?? settings.metric)
  const largest = cells.reduce(
    (most, { comparison: c }) => Math.max(most, c.baseline?.mean ?? 0, c.candidate?.mean ?? 0),
    0,
  )
  const unit = chooseUnit(metric?.unit ?? 'ratio', largest, settings.unit)
  const label = metric?.label ?? settings.metric
  const yLabel =
    unit.label === '' || unit.label.includes(label) ? unit.label || label : `${label} (${unit.label})`
  const titles = comparisonTitles(shown, arrangement, settings, provenance, yLabel)
  const places = cellPlaces(comparison)
  const series = barSeries(shown, arrangement, settings, provenance, unit.factor, places)
  const visible = series.filter((one) => one.visible).flatMap((one) => one.points)
  const show = {
    dots: settings.showDots ?? visible.length <= mostBarsWithDots,
    intervals: settings.showIntervals !== false,
  }
  return {
    kind: 'comparison',
    title: titles.title,
    subtitle: titles.subtitle,
    metric: metric?.id ?? settings.metric,
    xKey: arrangement.xKey,
    statistic: comparison.mode === 'robust' ? 'median' : 'mean',
    x: categoryAxis(arrangement.xLabels, titles.xLabel),
    y: { label: titles.yLabel, kind: 'linear', ...linearTicks(0, largestMark(visible, show)) },
    unit: unit.label,
    series,
    ...panels(arrangement),
    show,
    caption: barsCaption({
      comparison: shown,
      arrangement,
      failedRuns: visible.reduce((sum, point) => sum + point.failedRuns, 0),
      show,
    }),
    smallPrint: smallPrint(provenance, 'mean', statisticsText(comparison)),
    notes: [...unitNote(comparison, shown), ...comparisonNotes(shown, arrangement)],
  }
}

/** Bars of one figure share their unit: the first metric's cells. */
function ofOneUnit(comparison: Comparison): Comparison {
  const first = comparison.candidates.flatMap((one) => one.cells)[0]
  const keep = ({ cells, ...rest }: CandidateComparison): CandidateComparison => ({
    ...rest,
    cells: cells.filter((cell) => cell.metric === first?.metric),
  })
  return { ...comparison, candidates: comparison.candidates.map(keep) }
}

function unitNote(comparison: Comparison, shown: Comparison): Figure['notes'] {
  const count = (one: Comparison) => one.candidates.reduce((sum, { cells }) => sum + cells.length, 0)
  const hidden = count(comparison) - count(shown)
  if (hidden === 0) return []
  return [{ severity: 'warning', text: `${hidden} cells of other metrics are not shown; choose a metric.` }]
}

function barSeries(
  comparison: Comparison,
  arrangement: CellArrangement,
  settings: FigureSettings,
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
        marker: 'square',
        dash: 'solid',
        mark: 'bar',
        ...sideBySide(at, sides.length),
        panel,
        visible: !(settings.hiddenSeries?.includes(line) ?? false),
        points: onePerX(placed).map((one) => ({
          ...barPoint(one, candidate, comparison, provenance, factor, places),
          ...placedName(arrangement, one),
        })),
      }
    })
  })
}

/** The baseline stands in the cells of every candidate; it is drawn once. */
function onePerX(placed: readonly PlacedCell[]): readonly PlacedCell[] {
  const byX = new Map<number, PlacedCell>()
  for (const one of placed) if (byX.get(one.x)?.cell === undefined) byX.set(one.x, one)
  return [...byX.values()].sort((a, b) => a.x - b.x)
}

function barPoint(
  { x, cell }: PlacedCell,
  candidate: number | undefined,
  comparison: Comparison,
  provenance: FigureProvenance,
  factor: number,
  places: ReadonlyMap<ComparedCell, number>,
): FigurePoint {
  const side = candidate === undefined ? comparison.baseline : comparison.candidates[candidate]?.candidate
  if (cell === undefined || side === undefined) return { x, y: undefined, n: 0, failedRuns: 0, dots: [] }
  const isBaseline = candidate === undefined
  const moments = isBaseline ? cell.comparison.baseline : cell.comparison.candidate
  const runs = isBaseline ? cell.baselineRuns : cell.candidateRuns
  const middle = middleOf(moments, runs, comparison.mode)
  const scaled = (value: number | undefined) => (value === undefined ? undefined : value / factor)
  return {
    x,
    y: scaled(middle?.value),
    ...(middle?.low !== undefined && { low: scaled(middle.low) }),
    ...(middle?.high !== undefined && { high: scaled(middle.high) }),
    ...(moments && { mean: moments.mean / factor }),
    ...(moments?.sd !== undefined && { sd: moments.sd / factor }),
    n: (isBaseline ? cell.n.baseline : cell.n.candidate) ?? 0,
    failedRuns: failedRuns(side, cell.levels, provenance),
    dots: dotsOf(runs, factor),
    facts: isBaseline ? [] : pointFacts(cell),
    cell: places.get(cell),
  }
}

interface Middle {
  readonly value: number
  readonly low?: number | undefined
  readonly high?: number | undefined
}

/** Mean with its t interval, ± one deviation by the sigma rule, or the median with its order-statistic interval. */
function middleOf(
  moments: Moments | undefined,
  runs: CaseRuns | undefined,
  mode: Comparison['mode'],
): Middle | undefined {
  if (mode === 'robust' && runs !== undefined) {
    const median = medianInterval([...runs.values])
    return median && { value: median.median, low: median.low, high: median.high }
  }
  if (moments === undefined) return undefined
  const { mean, sd, n } = moments
  if (sd === undefined) return { value: mean }
  if (mode === 'sigma') return { value: mean, low: mean - sd, high: mean + sd }
  const variance = meanVariance(moments)
  if (variance === undefined) return { value: mean }
  const half = studentCritical(0.95, n - 1) * Math.sqrt(variance)
  return { value: mean, low: mean - half, high: mean + half }
}

function dotsOf(runs: CaseRuns | undefined, factor: number): FigurePoint['dots'] {
  if (runs === undefined) return []
  const { values, runIds, repetitions } = runs
  return Array.from(values, (value, at) => ({
    y: value / factor,
    runId: runIds[at] ?? 0,
    repetition: repetitions[at] ?? 0,
  }))
}

function largestMark(points: readonly FigurePoint[], show: Figure['show']): number {
  let largest = 0
  for (const { y, high, dots } of points) {
    largest = Math.max(largest, y ?? 0)
    // An interval of very few runs may reach far; it then leaves the axis.
    if (show.intervals) largest = Math.max(largest, Math.min(high ?? 0, (y ?? 0) * 1.5))
    if (show.dots) for (const dot of dots) largest = Math.max(largest, dot.y)
  }
  return largest
}
