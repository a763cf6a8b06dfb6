import type { Plugin, Scale } from 'chart.js'
import { sideBeyond, withinAxis } from '../../core/figures/figure/beyond-axis'
import { isOfFewRuns } from '../../core/figures/dress/dress-figure'
import type { Figure, FigurePoint, FigureSeries } from '../../core/figures/figure/figure'
import { markerRadius, type FigureChartType } from '../datasets'
import { largestOf, smallestOf } from '../../core/iterables'
import type { Ink } from '../ink'
import { lineColor, withAlpha, type Palette } from '../palette'
import { scalesOf, swappedStrokes, turnedStrokes, type Strokes } from '../lying-bars'
import { placeX, placeY, yAxisOf } from '../panel-places'

/** One interval in CSS pixels; for a horizontal bar along x, with `x` its position on y. */
export interface DrawnInterval {
  readonly x: number
  readonly top: number
  readonly bottom: number
  /**
   * Half the length of the whiskers; 0 for parts, and if the marker covers the interval, because they would look like
   * wings.
   */
  readonly whisker: number
  /** It extends beyond the upper or lower end of the axis, where an arrowhead shows it. */
  readonly goesOn: { readonly up: boolean; readonly down: boolean }
}

/** Draws the intervals behind lines and markers, in their line's colour. */
export function intervalsPlugin(figure: Figure, palette: Palette, scale: number): Plugin<FigureChartType> {
  return {
    id: 'figure-intervals',
    beforeDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = scalesOf(chart, figure)
      if (!figure.show.intervals || !xScale || !yScale) return
      const places = placesOn(xScale, yScale)
      const ink: Ink = chart.ctx
      const strokes = turnedStrokes(figure, ink)
      ink.save()
      for (const series of figure.series) {
        if (!series.visible || series.role !== 'measured') continue
        ink.series = series.id
        const isTotal = series.part === 'total'
        ink.strokeStyle =
          series.mark === 'bar' ? palette.text : withAlpha(lineColor(palette, series), isTotal ? 0.75 : 0.45)
        ink.lineWidth = (isTotal ? 1.4 : 1) * scale
        for (const point of series.points) {
          const across = placeAcross(figure, series, point, scale, places)
          if (across) drawInterval(swappedStrokes(ink), across, scale)
          const isFew = figure.show.fewRuns === true && isOfFewRuns(point)
          const interval = placeInterval(figure, series, point, scale, places)
          if (!interval) continue
          if (!isFew) {
            drawInterval(strokes, interval, scale)
            continue
          }
          ink.save()
          ink.lineWidth = 0.8 * scale
          ink.globalAlpha = 0.6
          drawInterval(strokes, { ...interval, whisker: 0 }, scale)
          ink.restore()
        }
      }
      ink.series = undefined
      ink.restore()
    },
    afterDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = scalesOf(chart, figure)
      if (figure.show.fewRuns !== true || !xScale || !yScale) return
      const ink: Ink = chart.ctx
      const strokes = turnedStrokes(figure, ink)
      ink.save()
      ink.lineWidth = 2.2 * scale
      for (const series of figure.series) {
        if (!series.visible || series.role !== 'measured') continue
        ink.series = series.id
        ink.strokeStyle = series.mark === 'bar' ? palette.text : withAlpha(lineColor(palette, series), 0.9)
        for (const point of series.points.filter(isOfFewRuns)) {
          const ends = point.dots.map(({ y }) =>
            placeY(figure, series, withinAxis(yAxisOf(figure, series), y)),
          )
          const x = xScale.getPixelForValue(placeX(figure, series, point.x))
          strokes.beginPath()
          strokes.moveTo(x, yScale.getPixelForValue(smallestOf(ends)))
          strokes.lineTo(x, yScale.getPixelForValue(largestOf(ends)))
          strokes.stroke()
        }
      }
      ink.series = undefined
      ink.restore()
    },
  }
}

/** Position of a value in CSS pixels. */
export interface Places {
  x(value: number): number
  y(value: number): number
}

/** Positions on a chart's scales. */
export function placesOn(x: PixelScale, y: PixelScale): Places {
  return { x: (value) => x.getPixelForValue(value), y: (value) => y.getPixelForValue(value) }
}

type PixelScale = Pick<Scale, 'getPixelForValue'>

/** The interval of a point as far as it is on the axis; undefined if there is none. */
export function placeInterval(
  figure: Figure,
  series: Pick<FigureSeries, 'part' | 'marker' | 'mark' | 'offset' | 'barWidth' | 'panel'>,
  { x: level, y, low, high }: FigurePoint,
  scale: number,
  places: Places,
): DrawnInterval | undefined {
  if (low === undefined || high === undefined) return undefined
  const axis = yAxisOf(figure, series)
  if (sideBeyond(axis, low) === 1 || sideBeyond(axis, high) === -1) return undefined
  const bottom = places.y(placeY(figure, series, withinAxis(axis, low)))
  const top = places.y(placeY(figure, series, withinAxis(axis, high)))
  // A mark beyond the axis has its own arrow.
  const isShown = y === undefined || sideBeyond(axis, y) === 0
  const isCovered = Math.abs(bottom - top) < 2 * markerRadius(series, scale) + 1
  const x = placeX(figure, series, level)
  // Whiskers stay within their own bar or slot.
  const room =
    series.barWidth === undefined ? Infinity : Math.abs(places.x(x + 0.4 * series.barWidth) - places.x(x))
  return {
    x: places.x(x),
    top,
    bottom,
    whisker: isCovered || series.part !== 'total' ? 0 : Math.min(4.5 * scale, room),
    goesOn: { up: isShown && sideBeyond(axis, high) === 1, down: isShown && sideBeyond(axis, low) === -1 },
  }
}

/** The interval of x as far as it is on the axis, with `x` its position on y; undefined if a point has none. */
export function placeAcross(
  figure: Figure,
  series: Pick<FigureSeries, 'part' | 'marker' | 'mark' | 'panel'>,
  { y, xLow, xHigh }: FigurePoint,
  scale: number,
  places: Places,
): DrawnInterval | undefined {
  if (y === undefined || xLow === undefined || xHigh === undefined) return undefined
  if (sideBeyond(yAxisOf(figure, series), y) !== 0) return undefined
  const [bottom, top] = [xLow, xHigh].map((value) =>
    places.x(placeX(figure, series, withinAxis(figure.x, value))),
  )
  if (bottom === undefined || top === undefined) return undefined
  return {
    ...{ x: places.y(placeY(figure, series, y)), top, bottom },
    whisker: top - bottom < 2 * markerRadius(series, scale) + 1 ? 0 : 4.5 * scale,
    goesOn: { up: sideBeyond(figure.x, xHigh) === 1, down: sideBeyond(figure.x, xLow) === -1 },
  }
}

function drawInterval(ink: Strokes, { x, top, bottom, whisker, goesOn }: DrawnInterval, scale: number): void {
  const up = top > bottom ? 1 : -1
  ink.beginPath()
  ink.moveTo(x, bottom)
  ink.lineTo(x, top)
  const ends = [
    { y: bottom, isArrow: goesOn.down, inwards: up },
    { y: top, isArrow: goesOn.up, inwards: -up },
  ]
  for (const { y, isArrow, inwards } of ends) {
    const half = isArrow ? 2.6 * scale : whisker
    if (half === 0) continue
    ink.moveTo(x - half, isArrow ? y + 4 * inwards * scale : y)
    if (isArrow) ink.lineTo(x, y)
    ink.lineTo(x + half, isArrow ? y + 4 * inwards * scale : y)
  }
  ink.stroke()
}
