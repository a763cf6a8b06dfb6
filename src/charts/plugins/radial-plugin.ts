import type { Plugin } from 'chart.js'
import type { Figure, FigureAxis } from '../../core/figures/figure/figure'
import { dashes, type FigureChartType, lineWidth } from '../datasets'
import type { FigureLayout } from '../figure-layout'
import type { Ink } from '../ink'
import { lineDash, type Palette, lineColor } from '../palette'
import { angleOf, nameGap, type RadialLayout, radialPlace } from '../radial-places'
import { baselineOf, fontOf, type TextStyle, textWidth } from '../text'

/** Draws rings, spokes, outlines and names, all behind the markers. */
export function radialPlugin(
  figure: Figure,
  { radial, scale, styles }: FigureLayout,
  palette: Palette,
): Plugin<FigureChartType> {
  return {
    id: 'figure-radial',
    beforeDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = chart.scales
      const count = figure.x.ticks?.length ?? 0
      if (radial === undefined || count === 0 || !xScale || !yScale) return
      const pixels = (spoke: number, value: number) => {
        const { x, y } = radialPlace(figure, { x: spoke, y: value })
        return { x: xScale.getPixelForValue(x), y: yScale.getPixelForValue(y) }
      }
      const ink: Ink = chart.ctx
      ink.save()
      drawRings(ink, figure.y, count, pixels, palette, scale)
      for (const series of figure.series) {
        if (!series.visible) continue
        ink.series = series.id
        ink.strokeStyle = lineColor(palette, series)
        ink.lineWidth = lineWidth(series, scale)
        const dash = series.dash === 'solid' ? lineDash(palette, series.group) : dashes[series.dash]
        ink.setLineDash(dash.map((length) => length * scale))
        ink.beginPath()
        series.points.forEach(({ x, y }, at) => {
          // The last point is joined to the first; gaps are not bridged.
          const next = series.points[(at + 1) % count]
          if (y === undefined || next?.y === undefined) return
          const [from, to] = [pixels(x, y), pixels(next.x, next.y)]
          ink.moveTo(from.x, from.y)
          ink.lineTo(to.x, to.y)
        })
        ink.stroke()
      }
      ink.series = undefined
      ink.setLineDash([])
      drawNames(ink, figure.y, radial.names, pixels, styles.axis, palette, scale)
      ink.restore()
    },
  }
}

type Pixels = (spoke: number, value: number) => { readonly x: number; readonly y: number }

/** A ring with straight sides at each tick, a spoke to each name, and the ticks' numbers beside the first spoke. */
function drawRings(
  ink: Ink,
  { ticks = [], min = 0, max = 1 }: FigureAxis,
  count: number,
  pixels: Pixels,
  palette: Palette,
  scale: number,
): void {
  ink.lineWidth = scale
  ink.strokeStyle = palette.grid
  ink.beginPath()
  for (const { value } of ticks)
    for (let spoke = 0; spoke < count; spoke++) {
      const [from, to] = [pixels(spoke, value), pixels(spoke + 1, value)]
      ink.moveTo(from.x, from.y)
      ink.lineTo(to.x, to.y)
    }
  ink.stroke()
  ink.strokeStyle = palette.axis
  ink.beginPath()
  for (let spoke = 0; spoke < count; spoke++) {
    const [from, to] = [pixels(spoke, min), pixels(spoke, max)]
    ink.moveTo(from.x, from.y)
    ink.lineTo(to.x, to.y)
  }
  ink.stroke()
}

function drawNames(
  ink: Ink,
  { ticks = [], max = 1 }: FigureAxis,
  names: RadialLayout['names'],
  pixels: Pixels,
  style: TextStyle,
  palette: Palette,
  scale: number,
): void {
  ink.font = fontOf(style)
  ink.textAlign = 'left'
  ink.textBaseline = 'alphabetic'
  for (const { value, label } of ticks) {
    const { x, y } = pixels(0, value)
    const width = textWidth(ink, label, style)
    const [left, top] = [x - width - 6 * scale, y - style.lineHeight / 2]
    // Outlines cross here.
    ink.fillStyle = palette.ground
    ink.globalAlpha = 0.75
    ink.fillRect(left - scale, top, width + 2 * scale, style.lineHeight)
    ink.globalAlpha = 1
    ink.fillStyle = palette.quietText
    ink.fillText(label, left, baselineOf(style, top))
  }
  ink.fillStyle = palette.text
  names.forEach((lines, spoke) => {
    const end = pixels(spoke, max)
    const angle = angleOf(spoke, names.length)
    const [right, up] = [Math.sin(angle), Math.cos(angle)]
    const height = lines.length * style.lineHeight
    const top = end.y - up * (nameGap * scale + height / 2) - height / 2
    lines.forEach((line, at) => {
      const width = textWidth(ink, line, style)
      // Names are centred at the top and bottom, and next to their spokes at the sides.
      const share = Math.abs(right) < 0.2 ? 0.5 : right > 0 ? 0 : 1
      ink.fillText(
        line,
        end.x + right * nameGap * scale - share * width,
        baselineOf(style, top + at * style.lineHeight),
      )
    })
  })
}
