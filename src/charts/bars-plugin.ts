import type { Plugin } from 'chart.js'
import { withinAxis } from '../core/figures/beyond-axis'
import type { Figure } from '../core/figures/figure'
import type { FigureChartType } from './datasets'
import type { Ink } from './ink'
import { fillBar } from './bar-fill'
import type { Palette } from './palette'
import { placeX, placeY, yAxisOf } from './panel-places'

/** Draws the bars of the series that have them, from 0, behind intervals and single runs. */
export function barsPlugin(figure: Figure, palette: Palette, scale: number): Plugin<FigureChartType> {
  return {
    id: 'figure-bars',
    beforeDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = chart.scales
      if (!xScale || !yScale) return
      const ink: Ink = chart.ctx
      ink.save()
      for (const series of figure.series) {
        if (!series.visible || series.mark !== 'bar') continue
        ink.series = series.id
        const axis = yAxisOf(figure, series)
        const half = (series.barWidth ?? 0.8) / 2
        const zero = yScale.getPixelForValue(placeY(figure, series, Math.max(0, axis.min ?? 0)))
        for (const { x, y } of series.points) {
          if (y === undefined) continue
          const middle = placeX(figure, series, x)
          const left = xScale.getPixelForValue(middle - half)
          const right = xScale.getPixelForValue(middle + half)
          const end = yScale.getPixelForValue(placeY(figure, series, withinAxis(axis, y)))
          const box = {
            x: left,
            y: Math.min(end, zero),
            width: right - left,
            height: Math.abs(zero - end),
          }
          fillBar(ink, palette, series.group, box, scale)
        }
      }
      ink.series = undefined
      ink.restore()
    },
  }
}
