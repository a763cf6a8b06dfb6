import type { Plugin } from 'chart.js'
import type { Figure } from '../core/figures/figure'
import type { FigureChartType } from './datasets'
import type { FigureLayout } from './figure-layout'
import type { Ink } from './ink'
import type { Palette } from './palette'
import { panelEnds, placeY } from './panel-places'
import { fontOf, shortened, type TextStyle } from './text'

/** Draws the zero line, and the title above each panel. */
export function panelsPlugin(
  figure: Figure,
  layout: FigureLayout,
  palette: Palette,
): Plugin<FigureChartType> {
  const { scale, styles } = layout
  const isNarrow = (figure.panels?.columns ?? 1) > 3
  const style: TextStyle = { ...styles.axis, weight: 600, size: styles.axis.size * (isNarrow ? 0.88 : 1) }
  return {
    id: 'figure-panels',
    beforeDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = chart.scales
      if (!xScale || !yScale) return
      const ink: Ink = chart.ctx
      ink.save()
      ink.strokeStyle = palette.axis
      ink.lineWidth = 1.2 * scale
      if (figure.y.zeroLine === true) {
        const panels = figure.panels ? figure.panels.titles.map((_, panel) => panel) : [undefined]
        for (const panel of panels) {
          const y = yScale.getPixelForValue(placeY(figure, { panel }, 0))
          const ends = panel === undefined ? undefined : panelEnds(figure, panel)
          ink.beginPath()
          ink.moveTo(ends ? xScale.getPixelForValue(ends.left) : chart.chartArea.left, y)
          ink.lineTo(ends ? xScale.getPixelForValue(ends.right) : chart.chartArea.right, y)
          ink.stroke()
        }
      }
      ink.textAlign = 'left'
      ink.textBaseline = 'alphabetic'
      ink.fillStyle = palette.text
      figure.panels?.titles.forEach((title, panel) => {
        const { left, right, top } = panelEnds(figure, panel)
        const x = xScale.getPixelForValue(left)
        const text = shortened(ink, title, style, xScale.getPixelForValue(right) - x)
        ink.font = fontOf(style)
        ink.fillText(text, x, yScale.getPixelForValue(top) - 4 * scale)
      })
      ink.restore()
    },
  }
}
