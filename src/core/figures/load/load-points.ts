import { printedPoint } from '../sweep/printed-point'
import { lineMarker, type FigurePoint, type FigureSeries } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import { type LoadLine, type LoadPoint, middleAt, runsAt } from './load-lines'

/** What all series of a line share. */
export function lineLook({ id, label }: LoadLine, group: number, asked: UsualSettings) {
  return {
    ...{ line: id, lineLabel: label, label, part: 'total', partLabel: 'total', group },
    ...{ dash: 'solid', marker: lineMarker(group) },
    visible: asked.hiddenSeries?.includes(id) !== true,
  } as const satisfies Partial<FigureSeries>
}

/** The average of a metric at a load as a point at `x`, converted to the figure's unit; undefined if it was not measured. */
export function pointAt(
  point: LoadPoint,
  x: number,
  metric: string,
  factor: number,
  { statistic }: UsualSettings,
): FigurePoint | undefined {
  const printed = point.printed.get(metric)
  if (printed !== undefined) {
    const { caseKey } = point.cell
    return { ...printedPoint(printed, point.cell, x, factor), ...(caseKey !== undefined && { caseKey }) }
  }
  const middle = middleAt(point, metric, statistic)
  if (middle === undefined) return undefined
  const { runIds, repetitions, values } = runsAt(point, metric)
  return {
    ...{ x, y: middle.value / factor, failedRuns: point.cell.failedRuns },
    n: values.length,
    ...(middle.low !== undefined && { low: middle.low / factor }),
    ...(middle.high !== undefined && { high: middle.high / factor }),
    ...(point.cell.caseKey !== undefined && { caseKey: point.cell.caseKey }),
    dots: values.map((value, at) => ({
      y: value / factor,
      runId: runIds[at] ?? 0,
      repetition: repetitions[at] ?? 0,
    })),
  }
}
