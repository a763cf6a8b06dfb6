import type { Chart, Plugin } from 'chart.js'
import type { Figure } from '../../core/figures/figure/figure'
import type { DrawnMark, PictureStyle } from '../article-style'
import { fillBar } from '../bar-fill'
import { dashes, markerRadius, type FigureChartType } from '../datasets'
import { footGap, headGap, keyGap, keyWidth, type FigureLayout, type PlacedEntry } from '../figure-layout'
import type { Ink } from '../ink'
import { drawMarker } from '../markers'
import { lineDash, lineColor, type Palette } from '../palette'
import { barsLie } from '../lying-bars'
import { crossRadius, missingMarks } from '../panels/missing-strip'
import { panelEnds, placeOn } from '../panel-places'
import { endLabels, spreadLabels } from '../end-labels'
import { capHeight, drawLines, shortened, type TextRegion } from '../text'

/** A picture being drawn. */
interface Frame {
  readonly figure: Figure
  readonly layout: FigureLayout
  readonly palette: Palette
  readonly mark: DrawnMark | undefined
  readonly regions: TextRegion[]
}

/** Draws what is around the plot: background, title, legend, names at the line ends, caption and small print. */
export function framePlugin(
  figure: Figure,
  layout: FigureLayout,
  { palette, mark }: PictureStyle,
  regions: TextRegion[],
): Plugin<FigureChartType> {
  const frame: Frame = { figure, layout, palette, mark, regions }
  return {
    id: 'figure-frame',
    beforeDraw(chart) {
      const ink: Ink = chart.ctx
      ink.save()
      ink.fillStyle = palette.ground
      ink.fillRect(0, 0, chart.width, chart.height)
      drawWatermark(ink, chart, frame)
      ink.restore()
    },
    afterDraw(chart) {
      const ink: Ink = chart.ctx
      addRegions(chart, frame)
      ink.save()
      ink.textBaseline = 'alphabetic'
      ink.textAlign = 'left'
      drawHead(ink, frame)
      drawMissing(ink, chart, frame)
      if (layout.namesAtEnds) drawNames(ink, chart, frame)
      drawFoot(ink, frame, chart.height)
      ink.restore()
    },
  }
}

/** Positions of the texts around the plot, which a person can change. */
function addRegions(chart: Chart<FigureChartType>, { figure, layout, regions }: Frame): void {
  const { margin, width, styles, scale } = layout
  const box = { x: margin, width: width - 2 * margin }
  const head = [
    { part: 'title', lines: layout.title, text: figure.title, style: styles.title },
    { part: 'subtitle', lines: layout.subtitle, text: figure.subtitle, style: styles.subtitle },
  ] as const
  let y = margin
  for (const { part, lines, text, style } of head) {
    const height = lines.length * style.lineHeight
    regions.push({ part, ...box, y, height, text, size: style.size })
    y += height
  }
  y = margin + layout.headHeight
  if (layout.legend.length > 0) y += headGap(scale)
  for (const row of layout.legend) {
    for (const entry of row) {
      if (entry.line === undefined) continue
      const { legend } = styles
      const left = entry.x + keyWidth(entry, scale) + keyGap * scale
      regions.push({
        part: { line: entry.line },
        x: left,
        y,
        width: Math.min(entry.text.length * legend.size * 0.6, width - margin - left),
        height: entry.lines.length * legend.lineHeight,
        text: entry.text,
        size: legend.size,
      })
    }
    y += styles.legend.lineHeight
  }
  const { axis } = styles
  const height = layout.valueLabel.length * axis.lineHeight
  regions.push({
    part: 'yLabel',
    ...box,
    y: y + headGap(scale),
    height,
    text: figure.y.label,
    size: axis.size,
  })
  const { x: xScale } = chart.scales
  if (!xScale) return
  regions.push({
    part: 'xLabel',
    ...box,
    y: xScale.bottom - axis.lineHeight,
    height: axis.lineHeight,
    text: figure.x.label,
    size: axis.size,
  })
}

/** Pale, in the middle of the plot, behind the data. */
function drawWatermark(ink: Ink, { chartArea }: Chart<FigureChartType>, { mark }: Frame): void {
  if (mark?.kind !== 'watermark') return
  const [plotWidth, plotHeight] = [chartArea.right - chartArea.left, chartArea.bottom - chartArea.top]
  const wanted = (plotWidth * mark.size) / 100
  const width = Math.min(wanted, plotHeight * 0.9 * (mark.width / mark.height))
  const height = width * (mark.height / mark.width)
  ink.globalAlpha = mark.opacityPercent / 100
  ink.drawImage(
    mark.image,
    chartArea.left + (plotWidth - width) / 2,
    chartArea.top + (plotHeight - height) / 2,
    width,
    height,
  )
  ink.globalAlpha = 1
}

function drawHead(ink: Ink, { layout, palette, mark }: Frame): void {
  const { styles, scale, logo } = layout
  const below = drawLines(ink, layout.title, layout.margin, layout.margin, styles.title, palette.text)
  drawLines(ink, layout.subtitle, layout.margin, below, styles.subtitle, palette.quietText)
  if (logo && mark) {
    ink.globalAlpha = mark.opacityPercent / 100
    ink.drawImage(mark.image, logo.x, logo.y, logo.width, logo.height)
    ink.globalAlpha = 1
  }
  let y = layout.margin + layout.headHeight
  if (layout.legend.length > 0) y += headGap(scale)
  for (const row of layout.legend) {
    for (const entry of row) drawKey(ink, entry, y, layout, palette)
    y += styles.legend.lineHeight
  }
  drawLines(ink, layout.valueLabel, layout.margin, y + headGap(scale), styles.axis, palette.quietText)
}

function drawFoot(ink: Ink, { layout, palette }: Frame, height: number): void {
  const { styles, scale } = layout
  const y = drawLines(
    ink,
    layout.caption,
    layout.margin,
    height - layout.bottom + footGap(scale),
    styles.caption,
    palette.text,
  )
  drawLines(
    ink,
    layout.smallPrint,
    layout.margin,
    y + footGap(scale) / 2,
    styles.smallPrint,
    palette.quietText,
  )
}

function drawKey(ink: Ink, entry: PlacedEntry, top: number, layout: FigureLayout, palette: Palette): void {
  const { scale, styles } = layout
  const color =
    entry.group === undefined ? palette.quietText : lineColor(palette, { ...entry, group: entry.group })
  const y = top + styles.legend.lineHeight / 2
  const width = keyWidth(entry, scale)
  const isTotal = entry.part === 'total' && (entry.dash ?? 'solid') === 'solid'
  ink.strokeStyle = color
  ink.fillStyle = isTotal ? color : palette.ground
  if (entry.dash !== undefined) {
    const dash =
      entry.dash === 'solid' && entry.group !== undefined
        ? lineDash(palette, entry.group)
        : dashes[entry.dash]
    ink.lineWidth = (isTotal ? 2.1 : 1.1) * scale
    ink.setLineDash(dash.map((length) => length * scale))
    ink.beginPath()
    ink.moveTo(entry.x, y)
    ink.lineTo(entry.x + width, y)
    ink.stroke()
    ink.setLineDash([])
  }
  ink.lineWidth = 1.2 * scale
  if (entry.isBar === true && entry.group !== undefined) {
    const box = { x: entry.x, y: y - 4.5 * scale, width, height: 9 * scale }
    fillBar(ink, palette, { ...entry, group: entry.group }, box, scale)
  } else drawMarker(ink, entry.marker, entry.x + width / 2, y, markerRadius(entry, scale))
  drawLines(ink, entry.lines, entry.x + width + keyGap * scale, top, styles.legend, palette.text)
}

/** A cross below the axis where a line has no data, so that a gap is not mistaken for a straight section. */
function drawMissing(ink: Ink, chart: Chart<FigureChartType>, { figure, layout, palette }: Frame): void {
  const { x: xScale, y: yScale } = chart.scales
  if (!xScale || !yScale) return
  const { scale } = layout
  const { left, bottom } = chart.chartArea
  ink.lineWidth = 1.2 * scale
  for (const { series, at, panel, depth } of missingMarks(figure)) {
    ink.strokeStyle = lineColor(palette, series)
    const radius = crossRadius * scale
    if (barsLie(figure)) drawMarker(ink, 'cross', left + depth * scale, yScale.getPixelForValue(at), radius)
    else {
      const floor = figure.panels ? yScale.getPixelForValue(panelEnds(figure, panel).bottom) : bottom
      drawMarker(ink, 'cross', xScale.getPixelForValue(at), floor + depth * scale, radius)
    }
  }
}

function drawNames(
  ink: Ink,
  chart: Chart<FigureChartType>,
  { figure, layout, palette, regions }: Frame,
): void {
  const { x: xScale, y: yScale } = chart.scales
  if (!xScale || !yScale) return
  const { scale, styles } = layout
  const names = endLabels(figure)
  const wanted = names.map(({ y }) => yScale.getPixelForValue(y))
  const { top, bottom, right } = chart.chartArea
  const placed = spreadLabels(wanted, styles.label.lineHeight, top, bottom)
  const textX = right + 9 * scale
  names.forEach((name, index) => {
    // The name of a line belongs to its first series.
    ink.series = figure.series.find((series) => series.visible && series.line === name.line)?.id
    const at = wanted[index] ?? top
    const y = placed[index] ?? at
    const color = lineColor(palette, name)
    const from = xScale.getPixelForValue(placeOn(figure.x, name.x)) + 5 * scale
    const isMoved = Math.abs(at - y) > styles.label.size / 3
    if (isMoved || textX - from > 12 * scale)
      drawLeader(ink, [from, at], [textX - 2 * scale, y], palette, scale)
    ink.fillStyle = color
    const room = layout.width - textX - layout.margin / 2
    const text = shortened(ink, name.text, styles.label, room)
    ink.fillText(text, textX, y + (styles.label.size * capHeight) / 2)
    const { lineHeight, size } = styles.label
    regions.push({
      part: { line: name.line },
      x: textX,
      y: y - lineHeight / 2,
      width: room,
      height: lineHeight,
      text: name.text,
      size,
    })
  })
  ink.series = undefined
}

/**
 * A thin grey line from the end of a line to its name, if the name is not next to it; it is not mistaken for data.
 */
function drawLeader(
  ink: Ink,
  from: readonly [number, number],
  to: readonly [number, number],
  palette: Palette,
  scale: number,
): void {
  ink.strokeStyle = palette.axis
  ink.lineWidth = 0.5 * scale
  ink.beginPath()
  ink.moveTo(...from)
  ink.lineTo(...to)
  ink.stroke()
}
