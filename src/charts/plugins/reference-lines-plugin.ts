import type { Plugin, Scale } from 'chart.js'
import { sideBeyond } from '../../core/figures/figure/beyond-axis'
import type { Figure, FigureSeries } from '../../core/figures/figure/figure'
import { overlap, type Box } from '../bar-fill'
import type { FigureChartType } from '../datasets'
import type { FigureLayout } from '../figure-layout'
import type { Ink } from '../ink'
import { crosses, grown, marksOf, pixelsOf, segmentsOf, type Segment } from './obstacles'
import type { Palette } from '../palette'
import { barsLie, scalesOf, turnedStrokes } from '../lying-bars'
import { panelEnds, placeY } from '../panel-places'
import { fontOf, shortened, type TextRegion, type TextStyle, textWidth } from '../text'

/**
 * Draws the reference lines through every panel, with their names at them in the first one: above the right end, or
 * wherever a name covers no line and no mark.
 */
export function referenceLinesPlugin(
  figure: Figure,
  { scale, styles }: FigureLayout,
  palette: Palette,
  regions: TextRegion[],
  bars: ReadonlyMap<FigureSeries, readonly (Box | undefined)[]>,
): Plugin<FigureChartType> {
  const style: TextStyle = { ...styles.axis, weight: 500 }
  return {
    id: 'figure-reference-lines',
    afterDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = scalesOf(chart, figure)
      if (!xScale || !yScale) return
      const ink: Ink = chart.ctx
      const lies = barsLie(figure)
      const strokes = turnedStrokes(figure, ink)
      const { top: areaTop, bottom: areaBottom } = chart.chartArea
      ink.save()
      const obstacles = lies ? undefined : obstaclesOf(figure, xScale, yScale, scale)
      const taken = [...bars.values()].flatMap((boxes) => boxes.flatMap((box) => box ?? []))
      const panels = figure.panels ? figure.panels.titles.map((_, panel) => panel) : [undefined]
      for (const [reference, { value, label }] of (figure.y.lines ?? []).entries()) {
        if (sideBeyond(figure.y, value) !== 0) continue
        for (const panel of panels) {
          const y = yScale.getPixelForValue(placeY(figure, { panel }, value))
          const ends = panel === undefined ? undefined : panelEnds(figure, panel)
          const left = ends ? xScale.getPixelForValue(ends.left) : chart.chartArea.left
          const right = ends ? xScale.getPixelForValue(ends.right) : chart.chartArea.right
          ink.strokeStyle = palette.text
          ink.lineWidth = 1.1 * scale
          ink.setLineDash([6 * scale, 3 * scale])
          strokes.beginPath()
          strokes.moveTo(lies ? areaTop : left, y)
          strokes.lineTo(lies ? areaBottom : right, y)
          strokes.stroke()
          ink.setLineDash([])
          if ((panel ?? 0) > 0) continue
          const text = shortened(ink, label, style, right - left)
          const width = textWidth(ink, text, style)
          const height = style.lineHeight - scale
          // Next to a line through horizontal bars, at its lower end, where bars are shortest.
          const box = lies
            ? { x: Math.min(y + 3 * scale, right - width), y: areaBottom - height, width, height }
            : nameBox(
                { left, right, y, top: areaTop - style.lineHeight, bottom: areaBottom },
                { width, height, gap: 2 * scale },
                { ...(obstacles ?? { segments: [] }), boxes: [...(obstacles?.boxes ?? []), ...taken] },
              )
          taken.push(box)
          ink.fillStyle = palette.ground
          ink.globalAlpha = 0.75
          ink.fillRect(box.x - 2 * scale, box.y, width + 2 * scale, box.height)
          ink.globalAlpha = 1
          ink.fillStyle = palette.text
          ink.font = fontOf(style)
          ink.textAlign = 'left'
          ink.textBaseline = 'alphabetic'
          ink.fillText(text, box.x, box.y + style.size)
          regions.push({ part: { reference }, ...box, text: label, size: style.size })
        }
      }
      ink.restore()
    },
  }
}

/** What the name of a line must not cover, in pixels. */
interface Obstacles {
  readonly segments: readonly Segment[]
  readonly boxes: readonly Box[]
}

function obstaclesOf(figure: Figure, xScale: Scale, yScale: Scale, scale: number): Obstacles {
  const toPixels = pixelsOf(figure, xScale, yScale)
  const shown = figure.series.filter(({ visible }) => visible)
  return {
    segments: shown.flatMap((series) => segmentsOf(figure, series, { scale, toPixels })),
    boxes: shown.flatMap((series) => marksOf(series, scale, toPixels)),
  }
}

/** Places along a line that are tried for its name, from the right end to the left. */
const triedPlaces = 9

/**
 * Where the name of a horizontal line is: above its right end if nothing is there, else the nearest place above or below
 * it that covers no obstacle; above the right end if there is none. Never beyond the plot's top or bottom.
 */
export function nameBox(
  line: {
    readonly left: number
    readonly right: number
    readonly y: number
    readonly top: number
    readonly bottom: number
  },
  { width, height, gap }: { readonly width: number; readonly height: number; readonly gap: number },
  { segments, boxes }: Obstacles,
): Box {
  const room = Math.max(0, line.right - line.left - width)
  const heights = [line.y - height - gap / 2, line.y + gap].filter(
    (y, at) => at === 0 || y + height <= line.bottom,
  )
  const inside = heights.filter((y) => y >= line.top)
  const places = Array.from(
    { length: triedPlaces },
    (_, at) => line.right - width - (at * room) / (triedPlaces - 1),
  )
  const found = places
    .flatMap((x) => inside.map((y) => ({ x, y, width, height })))
    .find((box) => {
      const own = grown(box, gap / 2)
      return !boxes.some((one) => overlap(own, one)) && !segments.some((segment) => crosses(segment, own))
    })
  return found ?? { x: line.right - width, y: inside[0] ?? line.y + gap, width, height }
}
