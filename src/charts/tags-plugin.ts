import type { Plugin } from 'chart.js'
import type { Figure, FigureSeries } from '../core/figures/figure'
import { overlap, type Box } from './bar-fill'
import { markerRadius, type FigureChartType } from './datasets'
import type { FigureLayout } from './figure-layout'
import type { Ink } from './ink'
import { withoutMiddle } from './lying-bars'
import { seriesColor, type Palette } from './palette'
import { placeX, placeY } from './panel-places'
import { capHeight, fontOf, textWidth, type TextStyle } from './text'

/** From the middle of an interval's end to the end of its stroke. */
const capLength = 4

/** Pixel coordinates of a position in a figure. */
type ToPixels = (series: FigureSeries, x: number, y: number) => readonly [x: number, y: number]

/** Draws the tags of points next to them, clear of lines, marks and each other; long ones are shortened and those that still do not fit omitted. */
export function tagsPlugin(
  figure: Figure,
  { scale, styles }: FigureLayout,
  palette: Palette,
): Plugin<FigureChartType> {
  const style: TextStyle = { ...styles.axis, size: styles.axis.size * 0.88, weight: 500 }
  const shown = figure.series.filter(({ visible }) => visible)
  const hasTags = shown.some(({ points }) => points.some(({ tag }) => tag !== undefined))
  return {
    id: 'figure-tags',
    afterDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = chart.scales
      if (!hasTags || !xScale || !yScale) return
      const ink: Ink = chart.ctx
      const toPixels: ToPixels = (series, x, y) => [
        xScale.getPixelForValue(placeX(figure, series, x)),
        yScale.getPixelForValue(placeY(figure, series, y)),
      ]
      const { left, top, width, height } = chart.chartArea
      ink.save()
      ink.font = fontOf(style)
      const tags = shown.flatMap((series) => tagsOf(series, { ink, style, scale, toPixels }))
      const places = placeTags(
        tags,
        {
          segments: shown.flatMap((series) => segmentsOf(figure, series, { scale, toPixels })),
          marks: shown.flatMap((series) => marksOf(series, scale, toPixels)),
          area: { x: left, y: top, width, height },
        },
        1.5 * scale,
      )
      ink.textAlign = 'left'
      ink.textBaseline = 'alphabetic'
      tags.forEach(({ words, group }, at) => {
        const box = places[at]
        const word = words.find(({ width: own }) => own === box?.width)
        if (box === undefined || word === undefined) return
        ink.fillStyle = seriesColor(palette, group)
        ink.fillText(word.text, box.x, box.y + box.height)
      })
      ink.restore()
    },
  }
}

interface Pen {
  readonly ink: Ink
  readonly style: TextStyle
  readonly scale: number
  readonly toPixels: ToPixels
}

/** A name and its shortened versions with their widths, longest first. */
type Words = readonly { readonly text: string; readonly width: number }[]

/** Characters to which a name is shortened if it does not fit; shorter names stay whole. */
const shortenedLengths = [24, 14]

function wordsOf(text: string, { ink, style }: Pick<Pen, 'ink' | 'style'>): Words {
  const length = Array.from(text).length
  const shorter = shortenedLengths
    .filter((most) => most < length)
    .map((most) => withoutMiddle(text, (tried) => Array.from(tried).length <= most))
  return [text, ...shorter].map((one) => ({ text: one, width: textWidth(ink, one, style) }))
}

/** The last points of a saturated drive overlap; the highest load is most important, so it comes first. */
function tagsOf(
  series: FigureSeries,
  { ink, style, scale, toPixels }: Pen,
): readonly (Tagged & { readonly words: Words; readonly group: number })[] {
  // Along a line of leading points, the others have their names on the opposite side.
  const isBehind = series.group < 0 && series.mark === 'point'
  return [...series.points].reverse().flatMap(({ tag: text, x, y }) => {
    if (text === undefined || y === undefined) return []
    const [px, py] = toPixels(series, x, y)
    const words = wordsOf(text, { ink, style })
    const [width = 0, ...narrower] = words.map((word) => word.width)
    return [
      {
        ...{ x: px, y: py, words, group: series.group, width, narrower },
        height: style.size * capHeight,
        gap: markerRadius(series, scale) + 2 * scale,
        prefers: isBehind ? 'below-right' : 'above-left',
      },
    ]
  })
}

/** Lines between points, lines that are columns, and intervals with their ends. */
function segmentsOf(
  figure: Figure,
  series: FigureSeries,
  { scale, toPixels }: Pick<Pen, 'scale' | 'toPixels'>,
): readonly Segment[] {
  const joined = series.mark === undefined || series.mark === 'line' ? pathOf(series) : []
  const steps = joined.slice(1).flatMap((to, at): readonly Segment[] => {
    const from = joined[at]
    return from === undefined ? [] : [{ from: toPixels(series, ...from), to: toPixels(series, ...to) }]
  })
  if (!figure.show.intervals) return steps
  const bars = series.points.flatMap(({ x, y, low, high, xLow, xHigh }): readonly Segment[] => [
    ...(low !== undefined && high !== undefined
      ? [{ from: toPixels(series, x, low), to: toPixels(series, x, high) }]
      : []),
    ...(y !== undefined && xLow !== undefined && xHigh !== undefined
      ? acrossOf(toPixels(series, xLow, y), toPixels(series, xHigh, y), capLength * scale)
      : []),
  ])
  return [...steps, ...bars]
}

/** A horizontal interval: a line and the strokes at its ends. */
function acrossOf(from: Segment['from'], to: Segment['to'], cap: number): readonly Segment[] {
  const end = ([x, y]: Segment['from']): Segment => ({ from: [x, y - cap], to: [x, y + cap] })
  return [{ from, to }, end(from), end(to)]
}

function pathOf({ points, columns }: FigureSeries): readonly (readonly [x: number, y: number])[] {
  if (columns?.x === undefined)
    return points.flatMap(({ x, y }) => (y === undefined ? [] : [[x, y] as const]))
  const { x: xs, y: ys = [] } = columns
  return Array.from(xs, (x, at) => [x, ys[at] ?? NaN] as const).filter(([, y]) => Number.isFinite(y))
}

function marksOf(series: FigureSeries, scale: number, toPixels: ToPixels): readonly Box[] {
  if (series.marker === 'none') return []
  const radius = markerRadius(series, scale)
  return series.points.flatMap(({ x, y }) => {
    if (y === undefined) return []
    const [px, py] = toPixels(series, x, y)
    return [{ x: px - radius, y: py - radius, width: 2 * radius, height: 2 * radius }]
  })
}

/** A point with the word that is drawn next to it, in pixels. */
export interface Tagged {
  readonly x: number
  readonly y: number
  readonly width: number
  /** Widths of shortened words, longest first, that are tried if there is no space for the whole one. */
  readonly narrower?: readonly number[]
  readonly height: number
  /** From the middle of the point to the word. */
  readonly gap: number
  /** Preferred position, if there is space. */
  readonly prefers: 'above-left' | 'below-right'
}

/** A straight section of a line, in pixels. */
export interface Segment {
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
}

/** What words must not cover. */
interface Obstacles {
  readonly segments: readonly Segment[]
  readonly marks: readonly Box[]
  /** What words must not leave. */
  readonly area: Box
}

/** Directions from a point, starting with those where lines that rise to the right leave space. */
const directions: readonly (readonly [dx: number, dy: number])[] = [
  ...([
    [-1, -1],
    [0, -1],
    [-1, 0],
    [1, 1],
  ] as const),
  ...([
    [1, 0],
    [0, 1],
    [1, -1],
    [-1, 1],
  ] as const),
]
/** Distances in gaps; beyond the last the word could be attributed to another point. */
const distances = [1, 1.8, 2.6]

/**
 * Places words next to their points so that they cover no line, no mark and no other word; undefined if there is no
 * such position near the point, even for a shortened word. Earlier ones are placed first.
 */
export function placeTags(
  tags: readonly Tagged[],
  { segments, marks, area }: Obstacles,
  clearance: number,
): readonly (Box | undefined)[] {
  const taken: Box[] = []
  return tags.map((tag) => {
    for (const width of [tag.width, ...(tag.narrower ?? [])])
      for (const distance of distances)
        for (const [dx, dy] of tag.prefers === 'above-left' ? directions : directions.map(opposite)) {
          const box = boxAt({ ...tag, width }, dx, dy, distance)
          const room = grown(box, clearance)
          const isFree =
            isWithin(box, area) &&
            !taken.some((other) => overlap(room, other)) &&
            !marks.some((mark) => overlap(room, mark)) &&
            !segments.some((segment) => crosses(segment, room))
          if (!isFree) continue
          taken.push(box)
          return box
        }
    return undefined
  })
}

function opposite([dx, dy]: readonly [number, number]): readonly [number, number] {
  return [-dx, -dy]
}

function boxAt({ x, y, width, height, gap }: Tagged, dx: number, dy: number, distance: number): Box {
  const away = gap * distance
  const middle = { x: x + dx * (away + width / 2), y: y + dy * (away + height / 2) }
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

function isWithin(box: Box, area: Box): boolean {
  return (
    box.x >= area.x &&
    box.y >= area.y &&
    box.x + box.width <= area.x + area.width &&
    box.y + box.height <= area.y + area.height
  )
}

/** Whether a segment of a line has a part within a box (Liang-Barsky clipping). */
function crosses({ from, to }: Segment, { x, y, width, height }: Box): boolean {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  let [enters, leaves] = [0, 1]
  for (const [step, room] of [
    [-dx, from[0] - x],
    [dx, x + width - from[0]],
    [-dy, from[1] - y],
    [dy, y + height - from[1]],
  ] as const) {
    if (step === 0) {
      if (room < 0) return false
    } else if (step < 0) enters = Math.max(enters, room / step)
    else leaves = Math.min(leaves, room / step)
  }
  return enters <= leaves
}
