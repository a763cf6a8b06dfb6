import type { ChartDataset, ScriptableLineSegmentContext } from 'chart.js'
import { sideBeyond, withinAxis } from '../core/figures/figure/beyond-axis'
import { isOfFewRuns } from '../core/figures/dress/dress-figure'
import type { Figure, FigurePoint, FigureSeries, MarkColumns } from '../core/figures/figure/figure'
import { greyGroup } from '../core/figures/dress/styled-series'
import { markerRotation, pointStyles } from './markers'
import { lineDash, lineColor, seriesColor, withAlpha, type Palette } from './palette'
import { barsLie, lyingSlot, turned } from './lying-bars'
import { placeOn, placeX, placeY, yAxisOf } from './panel-places'
import { standsAlone, thinnedLine } from './thinned-line'

export type FigureChartType = 'line' | 'scatter'

/** What a drawn mark represents, for hovering and clicking. */
export interface DatasetMeaning {
  readonly series: FigureSeries
  /** Points of the series, or its single runs, in the order of the data. */
  readonly kind: 'points' | 'dots'
}

export interface MeaningfulDataset {
  readonly dataset: ChartDataset<FigureChartType, { x: number; y: number }[]>
  readonly meaning: DatasetMeaning
}

/** What all datasets of a picture have in common. */
interface Pen {
  readonly figure: Figure
  readonly palette: Palette
  /** Marks grow with the texts. */
  readonly scale: number
  /** Approximate width of the plot in CSS pixels. */
  readonly plotWidth: number
}

/** Depth of each kind of mark; what is drawn last is in front. */
const depth = { total: 1, part: 2, dot: 3, reference: 4 } as const
/** Marks may extend this far out of the plot. */
const overhang = 10

/** Lengths of dashes and gaps. */
export const dashes = { solid: [], dashed: [5, 3.5], dotted: [1.5, 3] } as const

/** Lines with their markers, single runs, and the dashed references. */
export function figureDatasets(
  figure: Figure,
  palette: Palette,
  scale: number,
  plotWidth: number,
): readonly MeaningfulDataset[] {
  const pen: Pen = { figure, palette, scale, plotWidth }
  const visible = figure.series.filter((series) => series.visible)
  const measured = visible.filter((series) => series.role === 'measured')
  return [
    ...visible.filter(isJoinedOrPoints).map((series): MeaningfulDataset => {
      const columns = series.columns && seenColumns(figure, series, series.columns, plotWidth)
      const data = columns
        ? placedColumns(figure, series, columns)
        : series.points.map((point) => place(figure, series, point))
      return { meaning: { series, kind: 'points' }, dataset: { data, ...lineStyle(pen, series, columns) } }
    }),
    ...(figure.show.dots || figure.show.fewRuns === true ? measured.map((series) => dots(pen, series)) : []),
  ]
}

/** Radii at which markers look equally large; hollow ones must be slightly larger. */
const radii = {
  circle: 2.9,
  triangle: 3.6,
  square: 3.7,
  diamond: 3.6,
  inverted: 3.6,
  left: 3.6,
  right: 3.6,
  cross: 3.6,
} as const
const hollowExtra = 0.1

/** Radius of a series' markers in CSS pixels. */
export function markerRadius(
  { part, marker, mark, size = 1 }: Pick<FigureSeries, 'part' | 'marker' | 'mark' | 'size'>,
  scale: number,
): number {
  if (marker === 'none' || mark === 'bar') return 0
  return (radii[marker] + (part === 'total' ? 0 : hollowExtra)) * size * scale
}

/** Width of a series' line in CSS pixels. */
export function lineWidth(
  { part, role, emphasis }: Pick<FigureSeries, 'part' | 'role' | 'emphasis'>,
  scale: number,
): number {
  return (part === 'total' && role !== 'reference' ? 2.1 : 1.1) * (emphasis === 'strong' ? 1.5 : 1) * scale
}

/** Radius of a value of a line that is not joined to another, in CSS pixels. */
export function loneRadius(series: Pick<FigureSeries, 'part' | 'role' | 'emphasis'>, scale: number): number {
  return 1.5 * lineWidth(series, scale)
}

/** A dataset of joined or single points without its data. */
function lineStyle(
  { figure, palette, scale }: Pen,
  series: FigureSeries,
  columns: MarkColumns | undefined,
): Omit<ChartDataset<'line', { x: number; y: number }[]>, 'data'> {
  const color = lineColor(palette, series)
  const isTotal = series.part === 'total'
  const isReference = series.role === 'reference'
  const isStrong = series.emphasis === 'strong'
  const radius = markerRadius(series, scale)
  const dash = series.dash === 'solid' ? lineDash(palette, series.group) : dashes[series.dash]
  const style = pointStyles[series.marker]
  const beyond = series.points.map(({ y }) => y !== undefined && sideBeyond(yAxisOf(figure, series), y) !== 0)
  // What is no result of what was asked for is grey, whatever the colour of its line.
  const grey = seriesColor(palette, greyGroup)
  const isInvalid = series.points.some((point) => point.isInvalid === true)
  const colorOf = (point: FigurePoint) => (point.isInvalid === true ? grey : color)
  const fills = series.columns
    ? color
    : series.points.map((point) => (isTotal && point.filled !== false ? colorOf(point) : palette.ground))
  return {
    type: 'line',
    label: series.label,
    // The outline of a radar is closed; see radial-plugin.ts.
    showLine: (series.mark ?? 'line') === 'line' && figure.radial !== true,
    borderColor: isReference ? withAlpha(color, 0.8) : isTotal ? color : withAlpha(color, 0.65),
    borderWidth: lineWidth(series, scale),
    borderDash: dash.map((length) => length * scale),
    borderJoinStyle: 'round',
    // An arrow represents what is beyond the axis, see cut-marks-plugin.ts.
    pointStyle: beyond.includes(true) ? beyond.map((is) => (is ? false : style)) : style,
    ...(beyond.includes(true) && {
      // There is no data along the end of the axis.
      segment: {
        borderColor: ({ p0DataIndex, p1DataIndex }: ScriptableLineSegmentContext) =>
          beyond[p0DataIndex] && beyond[p1DataIndex] ? 'transparent' : undefined,
      },
    }),
    ...(markerRotation(series.marker) !== 0 && { pointRotation: markerRotation(series.marker) }),
    pointRadius: radius,
    pointHoverRadius: radius + 1.5 * scale,
    pointHitRadius: isReference ? 0 : 8 * scale,
    pointBorderColor: isInvalid ? series.points.map(colorOf) : color,
    pointBorderWidth: 1.2 * scale,
    pointHoverBorderWidth: 1.2 * scale,
    pointBackgroundColor: fills,
    pointHoverBackgroundColor: fills,
    spanGaps: false,
    tension: 0,
    ...(columns &&
      (series.mark ?? 'line') === 'line' &&
      loneMarkers(columns, loneRadius(series, scale), color)),
    order:
      (isReference ? depth.reference : isTotal ? depth.total : depth.part) -
      (isStrong ? 0.5 : series.emphasis === 'grey' ? -5 : 0),
    clip: overhang,
  }
}

function dots(pen: Pen, series: FigureSeries): MeaningfulDataset {
  const { figure, palette, scale } = pen
  const radius = dotRadius(pen, series)
  const rim = Math.min(0.6 * scale, 0.3 * radius)
  const { show } = figure
  const color = lineColor(palette, series)
  return {
    meaning: { series, kind: 'dots' },
    dataset: {
      type: 'scatter',
      label: series.label,
      data: series.points.flatMap((point) =>
        (show.dots || isOfFewRuns(point) ? point.dots : []).map(({ y }, at) =>
          turned(figure, {
            x: placeX(figure, series, point.x) + dotShift(pen, series, point.x, at, point.dots.length),
            // A value beyond the axis has no position on it.
            y: sideBeyond(yAxisOf(figure, series), y) === 0 ? placeY(figure, series, y) : Number.NaN,
          }),
        ),
      ),
      pointStyle: 'circle',
      pointRadius: radius,
      pointHoverRadius: 3.5 * scale,
      pointHitRadius: 3 * scale,
      // An outline in the background colour separates them from each other and from the interval behind them.
      pointBorderWidth: rim,
      pointHoverBorderWidth: rim,
      pointBorderColor: palette.ground,
      pointHoverBorderColor: palette.ground,
      pointBackgroundColor: withAlpha(color, 0.6),
      pointHoverBackgroundColor: color,
      order: depth.dot,
      clip: overhang,
    },
  }
}

/** Share of a bar's width over which its runs are spread, in their order. */
const dotSpread = 0.64

/** Dots of a narrow bar are smaller, so that they remain distinguishable. */
function dotRadius({ figure, scale, plotWidth }: Pen, { mark, barWidth = 0, points }: FigureSeries): number {
  if (mark !== 'bar') return 2 * scale
  const { min = 0, max = 1 } = figure.x
  const most = points.reduce((count, { dots: runs }) => Math.max(count, runs.length), 1)
  const bar = barsLie(figure)
    ? barWidth * lyingSlot * scale
    : (barWidth * plotWidth) / ((figure.panels?.columns ?? 1) * (max - min))
  return Math.min(2, Math.max(1, (dotSpread * bar) / most / 2 / scale)) * scale
}

/** Widest spread of the runs of a point, at scale 1, and as a share of the space between two levels. */
const widestSpread = 11
const spreadOfLevel = 0.4

/**
 * Runs are shown side by side in their order, so that they hide neither each other nor the interval in the middle:
 * over the width of their bar, or within a few pixels of their point. Axis units.
 */
function dotShift(
  { figure, scale, plotWidth }: Pen,
  series: FigureSeries,
  level: number,
  at: number,
  count: number,
): number {
  if (figure.show.jitter === false) return 0
  const place = (at + 0.5) / count - 0.5
  if (series.mark === 'bar') return place * dotSpread * (series.barWidth ?? 0)
  const { x: axis, panels } = figure
  const [first, last] = [placeOn(axis, axis.min ?? 0), placeOn(axis, axis.max ?? 0)]
  const range = (last - first) * (panels?.columns ?? 1)
  const levels = series.points.length
  if (!(range > 0) || levels === 0) return 0
  const room = Math.min(widestSpread * scale, (spreadOfLevel * plotWidth) / levels / (panels?.columns ?? 1))
  const spread = (room * range) / plotWidth
  // At the ends of the axis they are on its inner side.
  const x = placeOn(axis, level)
  if (x - first < spread / 2) return (place / 2 + 0.25) * spread
  if (last - x < spread / 2) return (place / 2 - 0.25) * spread
  return place * spread
}

/** Areas, bands, rules, cells and boxes are drawn by columns-plugin.ts. */
function isJoinedOrPoints({ mark = 'line' }: FigureSeries): boolean {
  return mark === 'line' || mark === 'point' || mark === 'bar'
}

/**
 * A marker for every value of a long column would hide its line. A value that is not joined to another, such as the
 * only bin of a short run, would be invisible without one.
 */
function loneMarkers({ y = [] }: MarkColumns, radius: number, color: string) {
  const lone = Array.from(y, (_, at) => (standsAlone(y, at) ? radius : 0))
  const plain = { pointHoverRadius: 0, pointHitRadius: 0 }
  if (lone.every((one) => one === 0)) return { ...plain, pointRadius: 0 }
  return {
    ...{ ...plain, pointRadius: lone, pointStyle: 'circle' },
    ...{ pointBorderWidth: 0, pointBackgroundColor: color },
  }
}

/** For a line with far more points than pixels, the visible ones. */
function seenColumns(
  figure: Figure,
  { mark = 'line', panel = 0 }: FigureSeries,
  columns: MarkColumns,
  plotWidth: number,
): MarkColumns {
  const { kind, min, max } = figure.panels?.axes?.[panel]?.x ?? figure.x
  if (mark !== 'line' || kind !== 'linear' || min === undefined || max === undefined) return columns
  return thinnedLine(columns, { from: min, to: max, pixels: plotWidth })
}

function placedColumns(
  figure: Figure,
  series: FigureSeries,
  { x, y }: MarkColumns,
): { x: number; y: number }[] {
  if (x === undefined || y === undefined) return []
  const axis = yAxisOf(figure, series)
  return Array.from(x, (at, index) => ({
    x: placeX(figure, series, at),
    y: placeY(figure, series, withinAxis(axis, y[index] ?? Number.NaN)),
  }))
}

function place(figure: Figure, series: FigureSeries, point: FigurePoint): { x: number; y: number } {
  // Chart.js represents a gap by NaN.
  const y =
    point.y === undefined ? Number.NaN : placeY(figure, series, withinAxis(yAxisOf(figure, series), point.y))
  return turned(figure, { x: placeX(figure, series, point.x), y })
}
