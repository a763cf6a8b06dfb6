import type { Scale } from 'chart.js'
import type { Figure, FigureSeries } from '../../core/figures/figure/figure'
import type { Box } from '../bar-fill'
import { markerRadius } from '../datasets'
import { placeX, placeY } from '../panel-places'

/** What words in a plot must not cover, in pixels. */

/** From the middle of an interval's end to the end of its stroke. */
const capLength = 4

/** Pixel coordinates of a position in a figure. */
export type ToPixels = (series: FigureSeries, x: number, y: number) => readonly [x: number, y: number]

/** Pixel coordinates in the plot of a figure. */
export function pixelsOf(figure: Figure, xScale: Scale, yScale: Scale): ToPixels {
  return (series, x, y) => [
    xScale.getPixelForValue(placeX(figure, series, x)),
    yScale.getPixelForValue(placeY(figure, series, y)),
  ]
}

/** A straight section of a line, in pixels. */
export interface Segment {
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
}

/** Lines between points, lines that are columns, and intervals with their ends. */
export function segmentsOf(
  figure: Figure,
  series: FigureSeries,
  { scale, toPixels }: { readonly scale: number; readonly toPixels: ToPixels },
): readonly Segment[] {
  const joined = series.mark === undefined || series.mark === 'line' ? pathOf(series) : []
  const steps = joined.slice(1).flatMap((to, at): readonly Segment[] => {
    const from = joined[at]
    return from === undefined ? [] : [{ from: toPixels(series, ...from), to: toPixels(series, ...to) }]
  })
  if (!figure.show.intervals) return steps
  const bars = series.points.flatMap(({ x, y, low, high, xLow, xHigh }): readonly Segment[] => [
    ...(low !== undefined && high !== undefined
      ? [{ from: toPixels(series, x, low), to: toPixels(series, x, high) }]
      : []),
    ...(y !== undefined && xLow !== undefined && xHigh !== undefined
      ? acrossOf(toPixels(series, xLow, y), toPixels(series, xHigh, y), capLength * scale)
      : []),
  ])
  return [...steps, ...bars]
}

/** A horizontal interval: a line and the strokes at its ends. */
function acrossOf(from: Segment['from'], to: Segment['to'], cap: number): readonly Segment[] {
  const end = ([x, y]: Segment['from']): Segment => ({ from: [x, y - cap], to: [x, y + cap] })
  return [{ from, to }, end(from), end(to)]
}

function pathOf({ points, columns }: FigureSeries): readonly (readonly [x: number, y: number])[] {
  if (columns?.x === undefined)
    return points.flatMap(({ x, y }) => (y === undefined ? [] : [[x, y] as const]))
  const { x: xs, y: ys = [] } = columns
  return Array.from(xs, (x, at) => [x, ys[at] ?? NaN] as const).filter(([, y]) => Number.isFinite(y))
}

export function marksOf(series: FigureSeries, scale: number, toPixels: ToPixels): readonly Box[] {
  if (series.marker === 'none') return []
  const radius = markerRadius(series, scale)
  return series.points.flatMap(({ x, y }) => {
    if (y === undefined) return []
    const [px, py] = toPixels(series, x, y)
    return [{ x: px - radius, y: py - radius, width: 2 * radius, height: 2 * radius }]
  })
}

export function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

/** Whether a segment of a line has a part within a box (Liang-Barsky clipping). */
export function crosses({ from, to }: Segment, { x, y, width, height }: Box): boolean {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  let [enters, leaves] = [0, 1]
  for (const [step, room] of [
    [-dx, from[0] - x],
    [dx, x + width - from[0]],
    [-dy, from[1] - y],
    [dy, y + height - from[1]],
  ] as const) {
    if (step === 0) {
      if (room < 0) return false
    } else if (step < 0) enters = Math.max(enters, room / step)
    else leaves = Math.min(leaves, room / step)
  }
  return enters <= leaves
}
