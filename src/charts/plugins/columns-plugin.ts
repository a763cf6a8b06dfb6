import type { Plugin } from 'chart.js'
import { withinAxis } from '../../core/figures/figure/beyond-axis'
import {
  columnLength,
  type Figure,
  type FigureSeries,
  type MarkColumns,
} from '../../core/figures/figure/figure'
import type { FigureChartType } from '../datasets'
import type { FigureLayout } from '../figure-layout'
import type { Ink } from '../ink'
import { placesOn, type Places } from './intervals-plugin'
import { blended, lineColor, withAlpha, type Palette } from '../palette'
import { panelEnds, placeX, placeY, yAxisOf } from '../panel-places'
import { baselineOf, fontOf, type TextStyle, textWidth, wrapText } from '../text'

/** What a mark is drawn with: its values, and their positions in CSS pixels. */
interface Pen {
  readonly ink: Ink
  readonly palette: Palette
  readonly scale: number
  readonly series: FigureSeries
  readonly columns: MarkColumns
  readonly color: string
  /** Clamped to the ends of the axis. */
  x(value: number): number
  y(value: number): number
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Marks behind the lines, from the rearmost. */
const behind = ['cell', 'area', 'band', 'bar', 'box'] as const

/**
 * Draws the marks whose values are columns: cells, areas, bands, bars and boxes behind the lines, rules over them.
 */
export function columnsPlugin(
  figure: Figure,
  { scale, styles }: FigureLayout,
  palette: Palette,
): Plugin<FigureChartType> {
  const draw = (
    chart: Parameters<NonNullable<Plugin<FigureChartType>['afterDatasetsDraw']>>[0],
    marks: readonly string[],
  ) => {
    const { x: xScale, y: yScale } = chart.scales
    if (!xScale || !yScale) return
    const places = placesOn(xScale, yScale)
    const ink: Ink = chart.ctx
    const namedRules = new Map<number, number>()
    ink.save()
    for (const mark of marks)
      for (const series of figure.series) {
        if (!series.visible || series.mark !== mark || series.columns === undefined) continue
        ink.series = series.id
        const pen = penOf(figure, series, series.columns, { ink, palette, scale, places })
        drawers[mark]?.(pen)
        const { panel = 0 } = series
        const row = namedRules.get(panel) ?? 0
        namedRules.set(panel, nameRules(pen, { ...styles.axis, weight: 500 }, row))
      }
    ink.series = undefined
    ink.restore()
  }
  return {
    id: 'figure-columns',
    beforeDatasetsDraw: (chart) => draw(chart, behind),
    afterDatasetsDraw: (chart) => draw(chart, ['rule']),
  }
}

function penOf(
  figure: Figure,
  series: FigureSeries,
  columns: MarkColumns,
  { ink, palette, scale, places }: Pick<Pen, 'ink' | 'palette' | 'scale'> & { readonly places: Places },
): Pen {
  const axis = yAxisOf(figure, series)
  const ends = figure.panels
    ? panelEnds(figure, series.panel ?? 0)
    : {
        left: placeX(figure, series, figure.x.min ?? 0),
        right: placeX(figure, series, figure.x.max ?? 1),
        bottom: axis.min ?? 0,
        top: axis.max ?? 1,
      }
  const [left, right] = [places.x(ends.left), places.x(ends.right)].sort((a, b) => a - b)
  return {
    ...{ ink, palette, scale, series, columns, color: lineColor(palette, series) },
    x: (value) => Math.min(Math.max(places.x(placeX(figure, series, value)), left ?? 0), right ?? 0),
    y: (value) => places.y(placeY(figure, series, withinAxis(axis, value))),
    top: places.y(ends.top),
    bottom: places.y(ends.bottom),
    left: left ?? 0,
    right: right ?? 0,
  }
}

const drawers: Readonly<Partial<Record<string, (pen: Pen) => void>>> = {
  cell: drawCells,
  area: drawArea,
  band: ({ columns: { x, low, high }, ...pen }) => fillBetween(pen, x, high, low),
  bar: drawBars,
  box: drawBoxes,
  rule: drawRules,
}

/**
 * Cells of a heat map in shades from the background to the colour of the series; faint if they only shade a section.
 */
function drawCells({ ink, palette, columns, color, ...pen }: Pen): void {
  const { x = [], xEnd = x, low, high, value } = columns
  for (let at = 0; at < x.length; at++) {
    const share = value?.[at]
    if (share !== undefined && !(share > 0)) continue
    const [left, right] = [pen.x(x[at] ?? 0), pen.x(xEnd[at] ?? 0)]
    const bottom = low === undefined ? pen.bottom : pen.y(low[at] ?? 0)
    const top = high === undefined ? pen.top : pen.y(high[at] ?? 0)
    ink.fillStyle =
      share === undefined ? withAlpha(palette.axis, 0.22) : blended(color, palette.ground, Math.min(1, share))
    // Slightly larger, so that no background is visible between neighbours.
    const hair = share === undefined ? 0 : 0.4
    ink.fillRect(
      Math.min(left, right),
      Math.min(top, bottom) - hair,
      Math.abs(right - left) + hair,
      Math.abs(bottom - top) + hair,
    )
  }
}

function drawArea({ columns: { x, y }, ...pen }: Pen): void {
  const { ink, color } = pen
  const foot = pen.y(0)
  ink.fillStyle = withAlpha(color, 0.25)
  for (const [from, to] of stretches(x, y)) {
    ink.beginPath()
    ink.moveTo(pen.x(x?.[from] ?? 0), foot)
    for (let at = from; at < to; at++) ink.lineTo(pen.x(x?.[at] ?? 0), pen.y(y?.[at] ?? 0))
    ink.lineTo(pen.x(x?.[to - 1] ?? 0), foot)
    ink.fill()
  }
}

function fillBetween(
  { ink, color, ...pen }: Omit<Pen, 'columns'>,
  x: ArrayLike<number> | undefined,
  upper: ArrayLike<number> | undefined,
  lower: ArrayLike<number> | undefined,
): void {
  ink.fillStyle = withAlpha(color, 0.22)
  for (const [from, to] of stretches(x, upper, lower)) {
    ink.beginPath()
    ink.moveTo(pen.x(x?.[from] ?? 0), pen.y(upper?.[from] ?? 0))
    for (let at = from + 1; at < to; at++) ink.lineTo(pen.x(x?.[at] ?? 0), pen.y(upper?.[at] ?? 0))
    for (let at = to - 1; at >= from; at--) ink.lineTo(pen.x(x?.[at] ?? 0), pen.y(lower?.[at] ?? 0))
    ink.fill()
  }
}

/** Ranges without an absent value: start, and the index after the end. */
function stretches(
  x: ArrayLike<number> | undefined,
  ...values: readonly (ArrayLike<number> | undefined)[]
): readonly (readonly [from: number, to: number])[] {
  const found: (readonly [number, number])[] = []
  const length = x?.length ?? 0
  let from = 0
  for (let at = 0; at <= length; at++) {
    if (at < length && values.every((column) => Number.isFinite(column?.[at]))) continue
    if (at > from) found.push([from, at])
    from = at + 1
  }
  return found
}

function drawBars({ ink, color, columns, series, ...pen }: Pen): void {
  const { x = [], y = [] } = columns
  const half = (series.barWidth ?? 0.8) / 2
  const foot = pen.y(0)
  ink.fillStyle = color
  for (let at = 0; at < x.length; at++) {
    const [middle, value] = [x[at] ?? 0, y[at] ?? Number.NaN]
    if (!Number.isFinite(value)) continue
    const [left, right, end] = [pen.x(middle - half), pen.x(middle + half), pen.y(value)]
    ink.fillRect(Math.min(left, right), Math.min(end, foot), Math.abs(right - left), Math.abs(foot - end))
  }
}

/** A box from quartile to quartile, the median across it, whiskers to both ends. */
function drawBoxes({ ink, palette, color, columns, series, scale, ...pen }: Pen): void {
  const half = (series.barWidth ?? 0.6) / 2
  ink.lineWidth = 1.2 * scale
  ink.strokeStyle = color
  for (let at = 0; at < columnLength(columns); at++) {
    const x = columns.x?.[at] ?? 0
    const [low, lower, median, upper, high] = [
      columns.low,
      columns.lowerQuartile,
      columns.y,
      columns.upperQuartile,
      columns.high,
    ].map((column) => pen.y(column?.[at] ?? Number.NaN))
    if ([low, lower, median, upper, high].some((value) => value === undefined || Number.isNaN(value)))
      continue
    const [left, middle, right] = [pen.x(x - half), pen.x(x), pen.x(x + half)]
    const [from, width] = [Math.min(left, right), Math.abs(right - left)]
    ink.fillStyle = blended(color, palette.ground, 0.25)
    ink.fillRect(from, upper ?? 0, width, (lower ?? 0) - (upper ?? 0))
    ink.beginPath()
    ink.rect(from, upper ?? 0, width, (lower ?? 0) - (upper ?? 0))
    for (const [y, x1, x2] of [
      [median, left, right],
      [low, (left + middle) / 2, (right + middle) / 2],
      [high, (left + middle) / 2, (right + middle) / 2],
    ] as const) {
      ink.moveTo(x1, y ?? 0)
      ink.lineTo(x2, y ?? 0)
    }
    ink.moveTo(middle, lower ?? 0)
    ink.lineTo(middle, low ?? 0)
    ink.moveTo(middle, upper ?? 0)
    ink.lineTo(middle, high ?? 0)
    ink.stroke()
  }
}

/** Levels across the panel, or moments from bottom to top. */
function drawRules({ ink, palette, columns, series, scale, ...pen }: Pen): void {
  ink.strokeStyle = series.group < 0 ? palette.quietText : lineColor(palette, series)
  ink.lineWidth = 1.1 * scale
  const dashes = { solid: [], dashed: [4, 3], dotted: [1.5, 3] }[series.dash]
  ink.setLineDash(dashes.map((length) => length * scale))
  ink.beginPath()
  const { x, y } = columns
  for (let at = 0; at < columnLength(columns); at++) {
    if (x === undefined) {
      ink.moveTo(pen.left, pen.y(y?.[at] ?? 0))
      ink.lineTo(pen.right, pen.y(y?.[at] ?? 0))
    } else {
      ink.moveTo(pen.x(x[at] ?? 0), pen.bottom)
      ink.lineTo(pen.x(x[at] ?? 0), pen.top)
    }
  }
  ink.stroke()
  ink.setLineDash([])
}

/**
 * Writes the names of vertical rules next to their tops, each in rows below the previous one. Returns the next free
 * row.
 */
function nameRules(
  { ink, palette, columns, color, scale, ...pen }: Pen,
  style: TextStyle,
  firstRow: number,
): number {
  let row = firstRow
  const gap = 4 * scale
  columns.labels?.forEach((label, at) => {
    const foot = pen.x(columns.x?.[at] ?? 0)
    const [onLeft, onRight] = [foot - pen.left - 2 * gap, pen.right - foot - 2 * gap]
    const isRight = textWidth(ink, label, style) <= onRight || onRight >= onLeft
    for (const text of wrapText(ink, label, style, Math.max(onLeft, onRight))) {
      const width = textWidth(ink, text, style)
      const left = isRight ? foot + gap : foot - gap - width
      const top = pen.top + gap + row * style.lineHeight
      row++
      ink.fillStyle = palette.ground
      ink.globalAlpha = 0.8
      ink.fillRect(left - gap / 2, top, width + gap, style.lineHeight)
      ink.globalAlpha = 1
      ink.fillStyle = color
      ink.font = fontOf(style)
      ink.textAlign = 'left'
      ink.textBaseline = 'alphabetic'
      ink.fillText(text, left, baselineOf(style, top))
    }
  })
  return row
}
