import type { Plugin } from 'chart.js'
import type { Figure } from '../core/figures/figure'
import type { FigureChartType } from './datasets'
import type { Ink } from './ink'
import { seriesColor, type Palette } from './palette'
import { placeX, placeY } from './panel-places'

/** Draws the bars of the series that have them, from 0, behind intervals and single runs. */
export function barsPlugin(figure: Figure, palette: Palette): Plugin<FigureChartType> {
  return {
    id: 'figure-bars',
    beforeDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = chart.scales
      if (!xScale || !yScale) return
      const ink: Ink = chart.ctx
      ink.save()
      for (const series of figure.series) {
        if (!series.visible || series.mark !== 'bar') continue
        ink.fillStyle = barColor(palette, series.group)
        const half = (series.barWidth ?? 0.8) / 2
        const zero = yScale.getPixelForValue(placeY(figure, series, Math.max(0, figure.y.min ?? 0)))
        for (const { x, y } of series.points) {
          if (y === undefined) continue
          const middle = placeX(figure, series, x)
          const left = xScale.getPixelForValue(middle - half)
          const right = xScale.getPixelForValue(middle + half)
          const end = yScale.getPixelForValue(placeY(figure, series, y))
          ink.fillRect(left, Math.min(end, zero), right - left, Math.abs(zero - end))
        }
      }
      ink.restore()
    },
  }
}

/** Bars cover much ground, so they are paler than lines and markers, and dots and intervals stand out on them. */
export function barColor(palette: Palette, group: number): string {
  return blended(seriesColor(palette, group), palette.ground, group < palette.series.length ? 0.6 : 0.3)
}

/** A colour laid over a ground, as an opaque one: no grid shows through. Both are #rrggbb. */
function blended(color: string, ground: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [over, under] = [color, ground].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round(share * (over ?? 0) + (1 - share) * (under ?? 0))
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
