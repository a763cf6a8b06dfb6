import type { Plugin } from 'chart.js'
import { sideBeyond } from '../core/figures/beyond-axis'
import type { Figure } from '../core/figures/figure'
import type { FigureChartType } from './datasets'
import type { FigureLayout } from './figure-layout'
import type { Ink } from './ink'
import type { Palette } from './palette'
import { barsLie, scalesOf, turnedStrokes } from './lying-bars'
import { panelEnds, placeY } from './panel-places'
import { fontOf, shortened, type TextRegion, type TextStyle, textWidth } from './text'

/**
 * Draws the reference lines through every panel, with their names above their right ends in the last panel of a row.
 */
export function referenceLinesPlugin(
  figure: Figure,
  { scale, styles }: FigureLayout,
  palette: Palette,
  regions: TextRegion[],
): Plugin<FigureChartType> {
  const style: TextStyle = { ...styles.axis, weight: 500 }
  return {
    id: 'figure-reference-lines',
    afterDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = scalesOf(chart, figure)
      if (!xScale || !yScale) return
      const ink: Ink = chart.ctx
      const lies = barsLie(figure)
      const strokes = turnedStrokes(figure, ink)
      const { top: areaTop, bottom: areaBottom } = chart.chartArea
      ink.save()
      const panels = figure.panels ? figure.panels.titles.map((_, panel) => panel) : [undefined]
      for (const [reference, { value, label }] of (figure.y.lines ?? []).entries()) {
        if (sideBeyond(figure.y, value) !== 0) continue
        for (const panel of panels) {
          const y = yScale.getPixelForValue(placeY(figure, { panel }, value))
          const ends = panel === undefined ? undefined : panelEnds(figure, panel)
          const left = ends ? xScale.getPixelForValue(ends.left) : chart.chartArea.left
          const right = ends ? xScale.getPixelForValue(ends.right) : chart.chartArea.right
          ink.strokeStyle = palette.text
          ink.lineWidth = 1.1 * scale
          ink.setLineDash([6 * scale, 3 * scale])
          strokes.beginPath()
          strokes.moveTo(lies ? areaTop : left, y)
          strokes.lineTo(lies ? areaBottom : right, y)
          strokes.stroke()
          ink.setLineDash([])
          if ((panel ?? 0) > 0) continue
          const text = shortened(ink, label, style, right - left)
          const width = textWidth(ink, text, style)
          const height = style.lineHeight - scale
          // Next to a line through horizontal bars, at its lower end, where bars are shortest.
          const box = lies
            ? { x: Math.min(y + 3 * scale, right - width), y: areaBottom - height, width, height }
            : { x: right - width, y: y - style.lineHeight, width, height }
          // Above the line, or below it where the plot ends.
          const isHigh = box.y < chart.chartArea.top - style.lineHeight
          const top = isHigh ? y + 2 * scale : box.y
          ink.fillStyle = palette.ground
          ink.globalAlpha = 0.75
          ink.fillRect(box.x - 2 * scale, top, width + 2 * scale, box.height)
          ink.globalAlpha = 1
          ink.fillStyle = palette.text
          ink.font = fontOf(style)
          ink.textAlign = 'left'
          ink.textBaseline = 'alphabetic'
          ink.fillText(text, box.x, top + style.size)
          regions.push({ part: { reference }, ...box, y: top, text: label, size: style.size })
        }
      }
      ink.restore()
    },
  }
}
