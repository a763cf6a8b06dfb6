import type { Plugin } from 'chart.js'
import type { Figure } from '../../core/figures/figure/figure'
import type { FigureChartType } from '../datasets'
import type { FigureLayout } from '../figure-layout'
import type { Ink } from '../ink'
import type { Palette } from '../palette'
import { panelEnds, placeX } from '../panel-places'

/** How far the gaps of a break are above the axis, at scale 1. */
const depths = [6, 10] as const

/**
 * Marks a value axis that does not start at 0: it is drawn as a line, with two slanting strokes through it at the
 * lower left of each plot, and gaps at the same height through every bar, because the length of bars is then
 * meaningless.
 */
export function axisBreakPlugin(
  figure: Figure,
  { scale }: FigureLayout,
  palette: Palette,
): Plugin<FigureChartType> {
  return {
    id: 'figure-axis-break',
    afterDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = chart.scales
      if (figure.y.broken !== true || !xScale || !yScale) return
      const ink: Ink = chart.ctx
      const floorOf = (panel = 0) =>
        figure.panels ? yScale.getPixelForValue(panelEnds(figure, panel).bottom) : chart.chartArea.bottom
      ink.save()
      for (const series of figure.series) {
        if (!series.visible || series.mark !== 'bar') continue
        const half = (series.barWidth ?? 0.8) / 2
        ink.strokeStyle = palette.ground
        ink.lineWidth = 1.8 * scale
        for (const { x, y } of series.points) {
          if (y === undefined) continue
          const middle = placeX(figure, series, x)
          const [left, right] = [
            xScale.getPixelForValue(middle - half),
            xScale.getPixelForValue(middle + half),
          ]
          for (const depth of depths)
            stroke(ink, left - scale, right + scale, floorOf(series.panel) - depth * scale, scale)
        }
      }
      const panels = figure.panels ? figure.panels.titles.map((_, panel) => panel) : [undefined]
      for (const panel of panels) {
        const x =
          panel === undefined ? chart.chartArea.left : xScale.getPixelForValue(panelEnds(figure, panel).left)
        const top =
          panel === undefined ? chart.chartArea.top : yScale.getPixelForValue(panelEnds(figure, panel).top)
        drawAxis(ink, { x, floor: floorOf(panel), top }, palette, scale)
      }
      ink.restore()
    },
  }
}

/** The axis with two strokes through it and a gap between them. */
function drawAxis(
  ink: Ink,
  { x, floor, top }: { readonly x: number; readonly floor: number; readonly top: number },
  palette: Palette,
  scale: number,
): void {
  const [low, high] = depths
  ink.strokeStyle = palette.quietText
  ink.lineWidth = 1.1 * scale
  ink.beginPath()
  ink.moveTo(x, floor)
  ink.lineTo(x, floor - low * scale)
  ink.moveTo(x, floor - high * scale)
  ink.lineTo(x, top)
  ink.stroke()
  for (const depth of depths) stroke(ink, x - 5 * scale, x + 5 * scale, floor - depth * scale, scale)
}

function stroke(ink: Ink, left: number, right: number, y: number, scale: number): void {
  ink.beginPath()
  ink.moveTo(left, y + 2 * scale)
  ink.lineTo(right, y - 2 * scale)
  ink.stroke()
}
