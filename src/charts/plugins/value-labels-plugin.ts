import type { Plugin, Scale } from 'chart.js'
import { sideBeyond, withinAxis } from '../../core/figures/figure/beyond-axis'
import { valueLabelKey } from '../../core/figures/figure/figure-look'
import type { Figure, FigurePoint, FigureSeries } from '../../core/figures/figure/figure'
import { formatAtMark, signedDigits } from '../../core/units/number-format'
import { overlap, type Box } from '../bar-fill'
import { markerRadius, type FigureChartType } from '../datasets'
import type { FigureLayout } from '../figure-layout'
import type { Ink } from '../ink'
import { lineColor, type Palette } from '../palette'
import { barsLie, scalesOf, turned } from '../lying-bars'
import { crosses, pixelsOf, segmentsOf, type Segment } from './obstacles'
import { placeX, placeY, yAxisOf } from '../panel-places'
import { capHeight, fontOf, type TextRegion, type TextStyle, textWidth } from '../text'

/**
 * Draws the number of each mark: above it, else below or next to it (for a bar: further up), wherever that is within
 * the plot and free of other marks and numbers, and, if there is such a place, of lines. Omitted if there is no free position, unless a person has placed it:
 * then it stays within the plot, with a line to its mark.
 */
export function valueLabelsPlugin(
  figure: Figure,
  { scale, styles }: FigureLayout,
  palette: Palette,
  regions: TextRegion[],
): Plugin<FigureChartType> {
  const size = Math.round(styles.axis.size * 9) / 10
  const style: TextStyle = { ...styles.axis, size, lineHeight: size * 1.15, weight: 500 }
  return {
    id: 'figure-value-labels',
    afterDatasetsDraw(chart) {
      const moved = figure.show.valueLabels
      const { x: across, y: upright } = chart.scales
      const { y: yScale } = scalesOf(chart, figure)
      if (moved === undefined || !across || !upright || !yScale) return
      const ink: Ink = chart.ctx
      const lies = barsLie(figure)
      ink.save()
      ink.font = fontOf(style)
      ink.textAlign = 'left'
      ink.textBaseline = 'alphabetic'
      const marks = labelledSeries(figure).flatMap((series) =>
        series.points.flatMap((point) => {
          const { y } = point
          if (point.label === '' || y === undefined || sideBeyond(yAxisOf(figure, series), y) !== 0) return []
          const pixels = (value: number) => yScale.getPixelForValue(placeY(figure, series, value))
          const place = turned(figure, {
            x: placeX(figure, series, point.x),
            y: placeY(figure, series, y),
          })
          const at = { x: across.getPixelForValue(place.x), y: upright.getPixelForValue(place.y) }
          const intervalEnd =
            lies && figure.show.intervals ? pixels(withinAxis(figure.y, point.high ?? y)) : 0
          const beyond = Math.max(0, intervalEnd - at.x)
          return [{ series, point, ...at, beyond, pixels, radius: markerRadius(series, scale) + 2.5 * scale }]
        }),
      )
      const { left, right, top, bottom } = chart.chartArea
      const taken: Box[] = [
        ...regions.filter(({ part }) => typeof part === 'object' && 'reference' in part),
        ...marks.flatMap((mark) => intervalBox(figure, mark, scale)),
        ...marks.map(({ x, y, radius }) => ({
          x: x - radius,
          y: y - radius,
          width: 2 * radius,
          height: 2 * radius,
        })),
      ]
      const lines = lies ? [] : linesOf(figure, across, upright, scale)
      for (const mark of marks) {
        const key = valueLabelKey(mark.series.id, mark.point.x)
        const text = labelOf(figure, mark.point)
        const width = textWidth(ink, text, style)
        const place = mark.series.mark !== 'bar' ? placesOf : lies ? placesBesideBar : placesOverBar
        const places = place(mark, width, style.lineHeight)
        const shift = moved[key]
        const [over] = places
        const free = places.filter(
          (one) =>
            one.x >= left &&
            one.x + width <= right &&
            one.y >= top - one.height &&
            one.y + one.height <= bottom &&
            taken.every((other) => !overlap(apart(one, 2 * scale), other)),
        )
        const box =
          shift === undefined || over === undefined
            ? (free.find((one) => !lines.some((line) => crosses(line, one))) ?? free[0])
            : {
                ...over,
                x: between(left, over.x + shift.dx * size, right - width),
                y: between(top - over.height, over.y + shift.dy * size, bottom - over.height),
              }
        if (!box) continue
        if (shift !== undefined) drawLeader(ink, box, mark, { color: palette.axis, width: 0.75 * scale })
        taken.push(box)
        ink.fillStyle = palette.ground
        ink.globalAlpha = 0.7
        ink.fillRect(box.x - scale, box.y, width + 2 * scale, box.height)
        ink.globalAlpha = 1
        ink.fillStyle = mark.series.mark === 'bar' ? palette.text : lineColor(palette, mark.series)
        ink.fillText(text, box.x, box.y + (box.height + size * capHeight) / 2)
        const from = shift ?? (over && { dx: (box.x - over.x) / size, dy: (box.y - over.y) / size })
        regions.push({ part: { value: key }, ...box, text, size, ...(from && { shift: from }) })
      }
      ink.restore()
    },
  }
}

/** A thin line from a mark to its number, if the number is more than a line of text away from it. */
function drawLeader(
  ink: Ink,
  box: Box,
  { x, y, radius }: Parameters<typeof placesOf>[0],
  { color, width }: { readonly color: string; readonly width: number },
): void {
  const end = { x: between(box.x, x, box.x + box.width), y: between(box.y, y, box.y + box.height) }
  const distance = Math.hypot(end.x - x, end.y - y)
  if (distance < radius + box.height) return
  ink.strokeStyle = color
  ink.lineWidth = width
  ink.beginPath()
  ink.moveTo(x + ((end.x - x) * radius) / distance, y + ((end.y - y) * radius) / distance)
  ink.lineTo(end.x, end.y)
  ink.stroke()
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** The lines that cross the plot, in pixels. */
function linesOf(figure: Figure, xScale: Scale, yScale: Scale, scale: number): readonly Segment[] {
  const toPixels = pixelsOf(figure, xScale, yScale)
  return figure.series
    .filter(({ visible, mark }) => visible && mark !== 'bar')
    .flatMap((series) => segmentsOf(figure, series, { scale, toPixels }))
}

/** Totals represent their parts. */
function labelledSeries({ series }: Figure): readonly FigureSeries[] {
  const shown = series.filter(({ visible, role }) => visible && role === 'measured')
  const totals = new Set(shown.filter(({ part }) => part === 'total').map(({ line }) => line))
  return shown.filter(({ part, line }) => part === 'total' || !totals.has(line))
}

/** Its own label; otherwise its number. */
function labelOf({ y: axis }: Figure, { y = 0, low, high, label, printed }: FigurePoint): string {
  if (label !== undefined) return label
  if (printed !== undefined) return printed.mean
  if (axis.zeroLine === true) return signedDigits(y)
  return formatAtMark(y, low !== undefined && high !== undefined && high > low ? (high - low) / 2 : undefined)
}

/** The upright interval of a mark that is not a bar, which would strike out a number on it. */
function intervalBox(
  figure: Figure,
  {
    x,
    series,
    point: { low, high },
    pixels,
  }: {
    readonly x: number
    readonly series: FigureSeries
    readonly point: FigurePoint
    readonly pixels: (value: number) => number
  },
  scale: number,
): readonly Box[] {
  if (!figure.show.intervals || series.mark === 'bar' || low === undefined || high === undefined) return []
  const axis = yAxisOf(figure, series)
  const [top, bottom] = [high, low].map((value) => pixels(withinAxis(axis, value)))
  if (top === undefined || bottom === undefined) return []
  return [{ x: x - 1.5 * scale, y: top, width: 3 * scale, height: bottom - top }]
}

/** Above, below, beside the interval, right and left of a mark. */
function placesOf(
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
  width: number,
  height: number,
): readonly Box[] {
  const size = { width, height }
  return [
    { x: x - width / 2, y: y - radius - height, ...size },
    { x: x - width / 2, y: y + radius, ...size },
    { x: x + radius, y: y - radius - height, ...size },
    { x: x - radius - width, y: y - radius - height, ...size },
    { x: x + radius, y: y + radius, ...size },
    { x: x - radius - width, y: y + radius, ...size },
    { x: x + 1.5 * radius, y: y - height / 2, ...size },
    { x: x - 1.5 * radius - width, y: y - height / 2, ...size },
  ]
}

/** Above a bar, then further up: other bars are next to it, and its own body is below its end. */
function placesOverBar(mark: Parameters<typeof placesOf>[0], width: number, height: number): readonly Box[] {
  const [over] = placesOf(mark, width, height)
  return over ? [0, 1, 2].map((lines) => ({ ...over, y: over.y - lines * height })) : []
}

/** Right of a horizontal bar and its interval, else at the inner side of its end. */
function placesBesideBar(
  { x, y, radius, beyond }: Parameters<typeof placesOf>[0] & { readonly beyond: number },
  width: number,
  height: number,
): readonly Box[] {
  const size = { width, height }
  return [
    { x: x + beyond + 2 * radius, y: y - height / 2, ...size },
    { x: x - 2 * radius - width, y: y - height / 2, ...size },
  ]
}

/** A box with the margin it keeps on both sides. */
function apart(box: Box, gap: number): Box {
  return { ...box, x: box.x - gap, width: box.width + 2 * gap }
}
