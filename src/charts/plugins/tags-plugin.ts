import type { Plugin } from 'chart.js'
import type { Figure, FigureSeries } from '../../core/figures/figure/figure'
import { overlap, type Box } from '../bar-fill'
import { markerRadius, type FigureChartType } from '../datasets'
import type { FigureLayout } from '../figure-layout'
import type { Ink } from '../ink'
import { crosses, grown, marksOf, pixelsOf, segmentsOf, type Segment, type ToPixels } from './obstacles'
import { type LineColor, lineColor, type Palette, withAlpha } from '../palette'
import { capHeight, fontOf, textWidth, type TextStyle } from '../text'

/** Draws the tags of points next to them, clear of lines, marks and each other; those further away with a line to their point. */
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
      const toPixels = pixelsOf(figure, xScale, yScale)
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
      tags.forEach((tag, at) => {
        const box = places[at]
        if (box === undefined) return
        ink.fillStyle = lineColor(palette, tag)
        drawLeader(ink, tag, box, withAlpha(lineColor(palette, tag), 0.6), scale)
        ink.fillText(tag.text, box.x, box.y + box.height)
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

/** A thin line from the point to a word that is not next to it. */
function drawLeader(ink: Ink, tag: Tagged, box: Box, color: string, scale: number): void {
  const x = Math.min(Math.max(tag.x, box.x), box.x + box.width)
  const y = Math.min(Math.max(tag.y, box.y), box.y + box.height)
  const away = Math.hypot(tag.x - x, tag.y - y)
  if (away <= tag.gap * nearest) return
  ink.strokeStyle = color
  ink.lineWidth = 0.8 * scale
  ink.beginPath()
  ink.moveTo(tag.x + ((x - tag.x) * tag.gap) / away, tag.y + ((y - tag.y) * tag.gap) / away)
  ink.lineTo(x, y)
  ink.stroke()
}

/** The last points of a saturated drive overlap; the highest load is most important, so it comes first. */
function tagsOf(
  series: FigureSeries,
  { ink, style, scale, toPixels }: Pen,
): readonly (Tagged & { readonly text: string } & LineColor)[] {
  // Along a line of leading points, the others have their names on the opposite side.
  const isBehind = series.group < 0 && series.mark === 'point'
  return [...series.points].reverse().flatMap(({ tag: text, x, y }) => {
    if (text === undefined || y === undefined) return []
    const [px, py] = toPixels(series, x, y)
    return [
      {
        ...{
          x: px,
          y: py,
          text,
          group: series.group,
          color: series.color,
          width: textWidth(ink, text, style),
        },
        height: style.size * capHeight,
        gap: markerRadius(series, scale) + 2 * scale,
        prefers: isBehind ? 'below-right' : 'above-left',
      },
    ]
  })
}

/** A point with the word that is drawn next to it, in pixels. */
export interface Tagged {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** From the middle of the point to the word. */
  readonly gap: number
  /** Preferred position, if there is space. */
  readonly prefers: 'above-left' | 'below-right'
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
/** Beyond this many gaps a word could be attributed to another point, and has a line to its own. */
const nearest = 2.6
/** Distances in gaps. */
const distances = [1, 1.8, nearest, ...Array.from({ length: 24 }, (_, at) => nearest + 1.5 * (at + 1))]

/**
 * Places words as near to their points as they cover no line, no mark and no other word; undefined if there is no
 * such position around the point. Earlier ones are placed first.
 */
export function placeTags(
  tags: readonly Tagged[],
  { segments, marks, area }: Obstacles,
  clearance: number,
): readonly (Box | undefined)[] {
  const taken: Box[] = []
  return tags.map((tag) => {
    for (const distance of distances)
      for (const [dx, dy] of tag.prefers === 'above-left' ? directions : directions.map(opposite)) {
        const box = boxAt(tag, dx, dy, distance)
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

function isWithin(box: Box, area: Box): boolean {
  return (
    box.x >= area.x &&
    box.y >= area.y &&
    box.x + box.width <= area.x + area.width &&
    box.y + box.height <= area.y + area.height
  )
}
