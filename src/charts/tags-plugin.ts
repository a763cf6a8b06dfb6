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
          const right = xScale.getPixelForValue(placeX(figure, series, x)) - gap
          const foot = yScale.getPixelForValue(placeY(figure, series, y)) - gap
          const width = textWidth(ink, tag, style)
          const box = {
            x: right - width,
            y: foot - style.size * capHeight,
            width,
            height: style.size * capHeight,
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
