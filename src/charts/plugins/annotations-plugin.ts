import type { Plugin } from 'chart.js'
import type { Figure } from '../../core/figures/figure/figure'
import type { FigureChartType } from '../datasets'
import type { FigureLayout } from '../figure-layout'
import type { Ink } from '../ink'
import type { Palette } from '../palette'
import { baselineOf, fontOf, type TextRegion, type TextStyle, textWidth, wrapText } from '../text'

/** Widest note, as a share of the plot's width. */
const widest = 0.45

/** Draws the notes that a person has put on the figure, with a thin line to what each points at. */
export function annotationsPlugin(
  figure: Figure,
  { scale, styles }: FigureLayout,
  palette: Palette,
  regions: TextRegion[],
): Plugin<FigureChartType> {
  const style: TextStyle = { ...styles.axis, lineHeight: styles.axis.size * 1.25 }
  return {
    id: 'figure-annotations',
    afterDraw(chart) {
      const { left, right, top, bottom } = chart.chartArea
      const [width, height] = [right - left, bottom - top]
      const ink: Ink = chart.ctx
      regions.push({ part: 'plot', x: left, y: top, width, height, text: '', size: style.size })
      ink.save()
      ink.textAlign = 'left'
      ink.textBaseline = 'alphabetic'
      for (const [annotation, { text, x, y, tip }] of (figure.annotations ?? []).entries()) {
        const lines = wrapText(ink, text, style, width * widest)
        const longest = lines.reduce((most, line) => Math.max(most, textWidth(ink, line, style)), 0)
        const box = {
          // Kept within the picture, however the plot has changed since.
          x: Math.max(0, Math.min(left + x * width, chart.width - longest)),
          y: Math.max(0, top + y * height - style.lineHeight / 2),
          width: longest,
          height: lines.length * style.lineHeight,
        }
        if (tip) drawPointer(ink, box, { x: left + tip.x * width, y: top + tip.y * height }, palette, scale)
        ink.fillStyle = palette.ground
        ink.globalAlpha = 0.8
        ink.fillRect(box.x - 2 * scale, box.y, box.width + 4 * scale, box.height)
        ink.globalAlpha = 1
        ink.fillStyle = palette.text
        ink.font = fontOf(style)
        lines.forEach((line, at) =>
          ink.fillText(line, box.x, baselineOf(style, box.y + at * style.lineHeight)),
        )
        regions.push({ part: { annotation }, ...box, text, size: style.size })
      }
      ink.restore()
    },
  }
}

/** A thin line from the nearest edge of a note to its tip, which has a small dot. */
function drawPointer(
  ink: Ink,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  tip: { readonly x: number; readonly y: number },
  palette: Palette,
  scale: number,
): void {
  const from = {
    x: Math.min(Math.max(tip.x, box.x), box.x + box.width),
    y: Math.min(Math.max(tip.y, box.y), box.y + box.height),
  }
  ink.strokeStyle = palette.quietText
  ink.fillStyle = palette.quietText
  ink.lineWidth = 0.8 * scale
  ink.beginPath()
  ink.moveTo(from.x, from.y)
  ink.lineTo(tip.x, tip.y)
  ink.stroke()
  ink.beginPath()
  ink.arc(tip.x, tip.y, 1.6 * scale, 0, 2 * Math.PI)
  ink.fill()
}
