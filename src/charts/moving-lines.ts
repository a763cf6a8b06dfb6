import type { Figure, FigureSeries, MarkColumns } from '../core/figures/figure/figure'
import type { Stretch } from '../core/figures/over-time/zoomed-figure'
import { linearTicks } from '../core/figures/figure/ticks'
import type { Box } from './bar-fill'
import { lineWidth, loneRadius } from './datasets'
import type { Ink } from './ink'
import { lineColor, type Palette } from './palette'
import { panelEnds, placeY, spreadY, yAxisOf } from './panel-places'
import { fontOf, type TextStyle } from './text'
import { standsAlone } from './thinned-line'

/** What the lines of a picture are drawn with. */
export interface LineDrawing {
  /** Position of the plot in the picture, in CSS pixels. */
  readonly plot: Box
  readonly palette: Palette
  readonly scale: number
  readonly axis: TextStyle
}

/** Space between the plot and its tick labels, and the length of a tick, at scale 1. */
const tickLength = 4
const labelGap = 3
/** Space that a wide line and the ends of tick labels need beyond the plot. */
const overhang = 2

/** Whether a figure consists of lines, so that drawing these is enough while it moves; a heat map does not. */
export function hasMovingLines({ series, panels }: Figure): boolean {
  if (panels?.axes === undefined) return false
  return series.every(
    ({ visible, mark, columns }) => !visible || mark !== 'cell' || columns?.value === undefined,
  )
}

/**
 * Redraws the plot of a figure over time for a section of its x axis, over its picture: the grid, the lines and the
 * tick labels. Everything else stays unchanged, including the value axes, so that it takes a fraction of the time of
 * a whole picture. `lines`: values by the id of their series, in units of the axes.
 */
export function drawMovingLines(
  ink: Ink & { clip(): void; lineJoin: string },
  figure: Figure,
  stretch: Stretch,
  lines: ReadonlyMap<string, MarkColumns>,
  drawing: LineDrawing,
): void {
  const { plot, palette, scale } = drawing
  const spread = spreadY(figure)
  const [bottom = 0, top = 1] = [spread.min, spread.max]
  const yOf = (value: number) => plot.y + (plot.height * (top - value)) / (top - bottom)
  const xOf = (value: number) => plot.x + (plot.width * (value - stretch.from)) / (stretch.to - stretch.from)
  ink.save()
  figure.panels?.titles.forEach((_, panel) => {
    const ends = panelEnds(figure, panel)
    const [head, foot] = [yOf(ends.top), yOf(ends.bottom)]
    ink.save()
    ink.beginPath()
    ink.rect(plot.x - overhang, head - overhang, plot.width + 2 * overhang, foot - head + 2 * overhang)
    ink.clip()
    ink.fillStyle = palette.ground
    ink.fillRect(plot.x - overhang, head - overhang, plot.width + 2 * overhang, foot - head + 2 * overhang)
    ink.strokeStyle = palette.grid
    ink.lineWidth = scale
    ink.beginPath()
    for (const { value } of yAxisOf(figure, { panel }).ticks ?? []) {
      const y = yOf(placeY(figure, { panel }, value))
      ink.moveTo(plot.x, y)
      ink.lineTo(plot.x + plot.width, y)
    }
    ink.stroke()
    for (const series of figure.series) {
      const columns = lines.get(series.id)
      if (series.visible && (series.panel ?? 0) === panel && columns)
        drawLine(ink, series, columns, stretch, {
          ...{ palette, scale, x: xOf },
          y: (value) => yOf(placeY(figure, series, value)),
        })
    }
    ink.restore()
  })
  drawTicks(ink, stretch, xOf, drawing)
  ink.restore()
}

function drawLine(
  ink: Ink & { lineJoin: string },
  series: FigureSeries,
  { x = [], y = [] }: MarkColumns,
  { from, to }: Stretch,
  pen: {
    readonly palette: Palette
    readonly scale: number
    readonly x: (value: number) => number
    readonly y: (value: number) => number
  },
): void {
  const first = Math.max(0, firstFrom(x, from) - 1)
  const end = Math.min(x.length, firstFrom(x, to) + 1)
  ink.strokeStyle = lineColor(pen.palette, series)
  ink.lineWidth = lineWidth(series, pen.scale)
  ink.lineJoin = 'bevel'
  ink.setLineDash([])
  ink.beginPath()
  let isJoined = false
  for (let at = first; at < end; at++) {
    const value = y[at] ?? NaN
    if (Number.isNaN(value)) isJoined = false
    else if (isJoined) ink.lineTo(pen.x(x[at] ?? 0), pen.y(value))
    else {
      ink.moveTo(pen.x(x[at] ?? 0), pen.y(value))
      isJoined = true
    }
  }
  ink.stroke()
  ink.fillStyle = ink.strokeStyle
  for (let at = first; at < end; at++)
    if (standsAlone(y, at)) {
      ink.beginPath()
      ink.arc(pen.x(x[at] ?? 0), pen.y(y[at] ?? NaN), loneRadius(series, pen.scale), 0, 2 * Math.PI)
      ink.fill()
    }
}

/** Index of the first value that is not below this one. */
function firstFrom(values: ArrayLike<number>, value: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? Infinity) < value) low = middle + 1
    else high = middle
  }
  return low
}

function drawTicks(
  ink: Ink,
  { from, to }: Stretch,
  xOf: (value: number) => number,
  { plot, palette, scale, axis }: LineDrawing,
): void {
  const foot = plot.y + plot.height
  const head = foot + (tickLength + labelGap) * scale
  ink.fillStyle = palette.ground
  ink.fillRect(plot.x - overhang, foot + overhang, plot.width + 2 * overhang, head - foot - overhang)
  // Left of the plot, the lowest label of the value axis extends below its end.
  ink.fillRect(0, head, plot.x + plot.width + 2 * plot.x, axis.size + overhang)
  ink.strokeStyle = palette.axis
  ink.lineWidth = scale
  ink.fillStyle = palette.quietText
  ink.font = fontOf(axis)
  ink.textAlign = 'center'
  ink.textBaseline = 'top'
  ink.beginPath()
  ink.moveTo(plot.x, foot)
  ink.lineTo(plot.x + plot.width, foot)
  for (const { value, label } of linearTicks(from, to, 8).ticks) {
    if (value < from || value > to) continue
    const x = xOf(value)
    ink.moveTo(x, foot)
    ink.lineTo(x, foot + tickLength * scale)
    ink.fillText(label, x, head)
  }
  ink.stroke()
}
