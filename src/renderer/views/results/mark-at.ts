import type { Chart } from 'chart.js'
import type { FigureChart } from '../../../charts/chart-config'
import type { FigureDot, FigurePoint, FigureSeries } from '../../../core/figures/figure'

/** What lies under the pointer: a point of a series, and the single run where a dot was hit. */
export interface FigureMark {
  readonly series: FigureSeries
  readonly point: FigurePoint
  readonly dot: FigureDot | undefined
  /** CSS pixels within the canvas. */
  readonly x: number
  readonly y: number
}

/** The mark nearest to the pointer, undefined where none is near. */
export function markAt(chart: Chart, drawn: FigureChart, event: MouseEvent): FigureMark | undefined {
  const found = chart.getElementsAtEventForMode(event, 'nearest', { intersect: true }, false)[0]
  if (!found) return undefined
  const meaning = drawn.meanings[found.datasetIndex]
  if (meaning?.series.role !== 'measured') return undefined
  const { series, kind } = meaning
  const { x, y } = found.element
  if (kind === 'points') {
    const point = series.points[found.index]
    return point && { series, point, dot: undefined, x, y }
  }
  let rest = found.index
  for (const point of series.points) {
    const dot = point.dots[rest]
    if (dot) return { series, point, dot, x, y }
    rest -= point.dots.length
  }
  return undefined
}
