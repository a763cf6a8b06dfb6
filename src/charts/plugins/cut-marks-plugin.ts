import type { Plugin } from 'chart.js'
import { sideBeyond, withinAxis } from '../../core/figures/figure/beyond-axis'
import type { Figure, FigurePoint, FigureSeries } from '../../core/figures/figure/figure'
import { formatAtMark, signedDigits } from '../../core/units/number-format'
import { overlap, type Box } from '../bar-fill'
import { markerRadius, type FigureChartType } from '../datasets'
import type { FigureLayout } from '../figure-layout'
import type { Ink } from '../ink'
import { placesOn, type Places } from './intervals-plugin'
import { drawMarker } from '../markers'
import { lineColor, type Palette } from '../palette'
import { panelEnds, placeX, placeY, yAxisOf } from '../panel-places'
import { capHeight, fontOf, textWidth, type TextStyle } from '../text'
import { groupBy } from '../../core/iterables'

/** A mark beyond the value axis, with its marker inside the plot; CSS pixels. */
interface CutMark {
  readonly series: FigureSeries
  readonly isFilled: boolean
  readonly text: string
  /** 1 beyond the upper end, -1 beyond the lower one. */
  readonly side: 1 | -1
  readonly x: number
  readonly edge: number
  readonly y: number
  readonly radius: number
  /** Half the width of its bar, if it has one. */
  readonly halfBar?: number
}

/**
 * Draws what is beyond the value axis: the marker at its edge under an arrowhead, or the bar broken off there, with
 * the number next to it.
 */
export function cutMarksPlugin(
  figure: Figure,
  { scale, styles }: FigureLayout,
  palette: Palette,
): Plugin<FigureChartType> {
  const size = Math.round(styles.axis.size * 9) / 10
  const style: TextStyle = { ...styles.axis, size, lineHeight: size * 1.15, weight: 600 }
  return {
    id: 'figure-cut-marks',
    afterDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = chart.scales
      if (!xScale || !yScale) return
      const places = placesOn(xScale, yScale)
      const ink: Ink = chart.ctx
      ink.save()
      for (const [panel, series] of byPanel(figure)) {
        const cut = series.flatMap((one) => cutMarks(figure, one, scale, places))
        if (cut.length === 0) continue
        const ends = figure.panels
          ? { left: places.x(panelEnds(figure, panel).left), right: places.x(panelEnds(figure, panel).right) }
          : chart.chartArea
        const taken = [
          ...cut.map(markBox),
          ...series.flatMap((one) => shownBoxes(figure, one, scale, places)),
        ]
        const numbers = cut.map(({ series, text, side, x, y, radius, halfBar }) => ({
          x,
          y,
          gap: (halfBar ?? radius) + 3 * scale,
          width: textWidth(ink, text, style),
          height: style.lineHeight,
          inwards: side,
          // A line has many arrows, and its other marks show how large it is.
          isOptional: (series.mark ?? 'line') === 'line' && figure.y.zeroLine !== true,
        }))
        const boxes = placeNumbers(numbers, taken, ends)
        cut.forEach((mark, at) => drawCutMark(ink, mark, boxes[at], { palette, scale, style }))
      }
      ink.restore()
    },
  }
}

function byPanel(figure: Figure): ReadonlyMap<number, readonly FigureSeries[]> {
  const shown = figure.series.filter(({ visible, role }) => visible && role === 'measured')
  return groupBy(shown, ({ panel = 0 }) => panel)
}

function cutMarks(figure: Figure, series: FigureSeries, scale: number, places: Places): readonly CutMark[] {
  return series.points.flatMap(({ x, y, filled, printed }): CutMark[] => {
    const side = y === undefined ? 0 : sideBeyond(yAxisOf(figure, series), y)
    if (y === undefined || side === 0) return []
    const radius = markerRadius(series, scale)
    const edge = places.y(placeY(figure, series, withinAxis(yAxisOf(figure, series), y)))
    return [
      {
        series,
        isFilled: filled !== false,
        text: figure.y.zeroLine === true ? signedDigits(y) : (printed?.mean ?? formatAtMark(y)),
        side,
        x: places.x(placeX(figure, series, x)),
        edge,
        y: edge + side * (radius + 6 * scale),
        radius,
        ...(series.mark === 'bar' && { halfBar: halfBarOf(figure, series, x, places) }),
      },
    ]
  })
}

function halfBarOf(figure: Figure, series: FigureSeries, x: number, places: Places): number {
  const middle = placeX(figure, series, x)
  return places.x(middle + (series.barWidth ?? 0.8) / 2) - places.x(middle)
}

/** Space of a cut mark with its arrowhead. */
function markBox({ x, y, edge, radius, halfBar }: CutMark): Box {
  if (halfBar !== undefined)
    return { x: x - halfBar, y: edge, width: 2 * halfBar, height: Math.abs(y - edge) }
  const far = y + Math.sign(y - edge) * radius
  return { x: x - radius, y: Math.min(edge, far), width: 2 * radius, height: Math.abs(far - edge) }
}

/** Space of the marks that are within the axis. */
function shownBoxes(figure: Figure, series: FigureSeries, scale: number, places: Places): readonly Box[] {
  const radius = markerRadius(series, scale)
  return series.points.flatMap(({ x, y }: FigurePoint): Box[] => {
    if (y === undefined || sideBeyond(yAxisOf(figure, series), y) !== 0) return []
    const [middle, height] = [places.x(placeX(figure, series, x)), places.y(placeY(figure, series, y))]
    return [{ x: middle - radius, y: height - radius, width: 2 * radius, height: 2 * radius }]
  })
}

function drawCutMark(
  ink: Ink,
  mark: CutMark,
  box: Box | undefined,
  { palette, scale, style }: { readonly palette: Palette; readonly scale: number; readonly style: TextStyle },
): void {
  if (mark.halfBar === undefined) drawArrow(ink, mark, palette, scale)
  else drawBreak(ink, { ...mark, halfBar: mark.halfBar }, palette, scale)
  if (!box) return
  ink.fillStyle = palette.ground
  ink.globalAlpha = 0.8
  ink.fillRect(box.x, box.y, box.width, box.height)
  ink.globalAlpha = 1
  ink.fillStyle = mark.halfBar === undefined ? lineColor(palette, mark.series) : palette.text
  ink.font = fontOf(style)
  ink.textAlign = 'left'
  ink.textBaseline = 'alphabetic'
  ink.fillText(mark.text, box.x, box.y + (box.height + style.size * capHeight) / 2)
}

/** The marker under an arrowhead at the edge. */
function drawArrow(
  ink: Ink,
  { series, isFilled, side, x, edge, y, radius }: CutMark,
  palette: Palette,
  scale: number,
): void {
  const color = lineColor(palette, series)
  ink.strokeStyle = color
  ink.lineWidth = 1.4 * scale
  ink.beginPath()
  ink.moveTo(x - 3.2 * scale, edge + side * 4 * scale)
  ink.lineTo(x, edge)
  ink.lineTo(x + 3.2 * scale, edge + side * 4 * scale)
  ink.stroke()
  ink.lineWidth = 1.2 * scale
  ink.fillStyle = isFilled ? color : palette.ground
  drawMarker(ink, series.marker, x, y, radius)
}

/** Two slanting gaps through a bar near its end, as bars are broken off in print. */
function drawBreak(
  ink: Ink,
  { x, edge, side, halfBar }: CutMark & { readonly halfBar: number },
  palette: Palette,
  scale: number,
): void {
  const reach = halfBar + scale
  ink.strokeStyle = palette.ground
  ink.lineWidth = 1.8 * scale
  for (const depth of [5, 9]) {
    ink.beginPath()
    ink.moveTo(x - reach, edge + side * (depth + 2) * scale)
    ink.lineTo(x + reach, edge + side * (depth - 2) * scale)
    ink.stroke()
  }
}

/** A number shown next to a mark. */
export interface NumberToPlace {
  /** Middle of the mark, and the distance of the number from it; CSS pixels. */
  readonly x: number
  readonly y: number
  readonly gap: number
  readonly width: number
  readonly height: number
  /** Direction of further lines: 1 down, -1 up. */
  readonly inwards: 1 | -1
  /** Omitted if no place next to the mark is free; any other is also tried further away. */
  readonly isOptional: boolean
}

/** A number is tried at most this many lines away, and this many steps to the side. */
const mostLines = 5
const mostSteps = 8
/** One that may be omitted has no place further away than this, in heights of its line. */
const nearby = 2

/** Space between two numbers next to each other, in heights of their lines. */
const numberGap = 0.35

/**
 * Boxes for numbers next to their marks: to the right, else to the left, else the nearest position to the side or
 * further into the plot that is free of `taken` and other numbers, between `left` and `right`. If there is none, a
 * number that is not optional may cover marks, but no number touches another: it is undefined instead.
 */
export function placeNumbers(
  numbers: readonly NumberToPlace[],
  taken: readonly Box[],
  { left, right }: { readonly left: number; readonly right: number },
): readonly (Box | undefined)[] {
  const placed: Box[] = []
  const isInside = (box: Box) => box.x >= left && box.x + box.width <= right
  return numbers.map((number) => {
    const around = placesAround(number)
    const inside = around.filter(isInside)
    const { x, y, gap, width, height } = number
    const beside = { x: Math.max(left, Math.min(x + gap, right - width)), y: y - height / 2, width, height }
    const isApart = (box: Box) => {
      const wide = { ...box, x: box.x - numberGap * height, width: width + 2 * numberGap * height }
      return placed.every((other) => !overlap(wide, other))
    }
    const apart = inside.filter(isApart)
    const chosen =
      apart.find((box) => taken.every((other) => !overlap(box, other))) ??
      (number.isOptional ? undefined : (apart[0] ?? [beside].find(isApart)))
    if (chosen) placed.push(chosen)
    return chosen
  })
}

/** Positions for a number, the nearest first. */
function placesAround({ x, y, gap, width, height, inwards, isOptional }: NumberToPlace): readonly Box[] {
  const tried = Array.from({ length: mostLines * mostSteps }, (_, at) => {
    const down = Math.floor(at / mostSteps) * height
    const aside = ((at % mostSteps) * height) / 2
    const box = { y: y - height / 2 + inwards * down, width, height }
    return [
      { box: { x: x + gap + aside, ...box }, distance: Math.hypot(aside, down) },
      { box: { x: x - gap - width - aside, ...box }, distance: Math.hypot(aside, down) },
    ]
  }).flat()
  const farthest = isOptional ? nearby * height : Infinity
  return tried
    .filter(({ distance }) => distance <= farthest)
    .sort((a, b) => a.distance - b.distance)
    .map(({ box }) => box)
}
