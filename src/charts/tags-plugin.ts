import type { Plugin } from 'chart.js'
import type { Figure } from '../core/figures/figure'
import type { Box } from './bar-fill'
import { markerRadius, type FigureChartType } from './datasets'
import type { FigureLayout } from './figure-layout'
import type { Ink } from './ink'
import { seriesColor, type Palette } from './palette'
import { placeX, placeY } from './panel-places'
import { capHeight, fontOf, textWidth, type TextStyle } from './text'

/** Draws the tags of points above them to the left, where lines that rise to the right leave room; one that would cover another tag is left out. */
export function tagsPlugin(
  figure: Figure,
  { scale, styles }: FigureLayout,
  palette: Palette,
): Plugin<FigureChartType> {
  const style: TextStyle = { ...styles.axis, size: styles.axis.size * 0.88, weight: 500 }
  return {
    id: 'figure-tags',
    afterDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = chart.scales
      if (!xScale || !yScale) return
      const ink: Ink = chart.ctx
      const taken: Box[] = []
      ink.save()
      ink.font = fontOf(style)
      ink.textAlign = 'right'
      ink.textBaseline = 'alphabetic'
      for (const series of figure.series) {
        if (!series.visible) continue
        const gap = markerRadius(series, scale) + 2 * scale
        ink.fillStyle = seriesColor(palette, series.group)
        // The last points of a saturated drive lie over each other; the highest load is worth most.
        for (const { tag, x, y } of [...series.points].reverse()) {
          if (tag === undefined || y === undefined) continue
          const at = xScale.getPixelForValue(placeX(figure, series, x))
          const height = style.size * capHeight
          // Beside a line of points that lead, those that do not have their names on the other side.
          const isBehind = series.group < 0 && series.mark === 'point'
          const middle = yScale.getPixelForValue(placeY(figure, series, y))
          const foot = isBehind ? middle + gap + height : middle - gap
          const width = textWidth(ink, tag, style)
          // A name that would leave the plot on the left stands on the right.
          const isRight = isBehind
            ? at + gap + width <= chart.chartArea.right
            : at - gap - width < chart.chartArea.left
          const right = isRight ? at + gap + width : at - gap
          const box = {
            x: right - width,
            y: foot - height,
            width,
            height,
          }
          if (taken.some((other) => overlaps(box, other, scale))) continue
          taken.push(box)
          ink.fillText(tag, right, foot)
        }
      }
      ink.restore()
    },
  }
}

function overlaps(one: Box, other: Box, gap: number): boolean {
  return (
    one.x < other.x + other.width + gap &&
    other.x < one.x + one.width + gap &&
    one.y < other.y + other.height + gap &&
    other.y < one.y + one.height + gap
  )
}
