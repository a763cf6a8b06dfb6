import type { PublishedSummary } from '../results/published-result'
import type { FigurePoint, FigureSeries } from './figure'
import { printedPoint } from './printed-point'
import type { SweepLine } from './sweep-lines'

type Printed = ReadonlyMap<number, PublishedSummary>

/** True for a line of means that were taken from print. */
export function isPrinted(line: SweepLine, printed: Printed): boolean {
  return line.cells.some((cell) => cell.runs.total.some((run) => printed.has(run.runId)))
}

/** The series with its printed means as what they are: with their own deviation and number of runs, and without dots. */
export function withPrinted(series: FigureSeries, printed: Printed, factor: number): FigureSeries {
  if (printed.size === 0 || series.role !== 'measured') return series
  return { ...series, points: series.points.map((point) => pointOf(point, printed, factor)) }
}

function pointOf(point: FigurePoint, printed: Printed, factor: number): FigurePoint {
  const [dot] = point.dots
  const summary = dot && printed.get(dot.runId)
  return summary ? printedPoint(summary, point, point.x, factor) : point
}
