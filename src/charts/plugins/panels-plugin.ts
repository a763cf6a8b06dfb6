import type { Chart, Plugin } from 'chart.js'
import type { Figure } from '../../core/figures/figure/figure'
import type { FigureChartType } from '../datasets'
import type { FigureLayout } from '../figure-layout'
import type { Ink } from '../ink'
import type { Palette } from '../palette'
import { missingStrip } from '../panels/missing-strip'
import { titleLift } from '../panels/panel-gaps'
import { emptyPlaces, gapOf, hasOwnX, panelEnds, placeX, placeY, xAxisOf } from '../panel-places'
import { fontOf, shortened, textWidth, type TextStyle } from '../text'

/**
 * Titles that do not fit are all set equally smaller, down to this share of the axis labels; beyond that they are cut
 * off.
 */
export const smallestTitle = 0.78
/** Size of the titles of more than three columns of panels, as a share of the axis labels. */
export const narrowTitle = 0.88

/** Width for the title of a panel of this width: it may end in the gap to the next panel, a share of that width. */
export function titleRoom(panelWidth: number, gap: number): number {
  return panelWidth * (1 + gap * 0.6)
}

/** Draws the zero line, the title above each panel, and over the bars the line at which the sides are equal. */
export function panelsPlugin(
  figure: Figure,
  layout: FigureLayout,
  palette: Palette,
): Plugin<FigureChartType> {
  const { scale, styles } = layout
  const isNarrow = (figure.panels?.columns ?? 1) > 3
  const style: TextStyle = {
    ...styles.axis,
    weight: 600,
    size: styles.axis.size * (isNarrow ? narrowTitle : 1),
  }
  return {
    id: 'figure-panels',
    beforeDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = chart.scales
      if (!xScale || !yScale) return
      const ink: Ink = chart.ctx
      ink.save()
      drawGrounds(ink, chart, figure, layout, palette)
      drawTicksAboveEmpty(ink, chart, figure, layout, palette)
      ink.strokeStyle = palette.axis
      ink.lineWidth = 1.2 * scale
      if (figure.y.zeroLine === true) {
        drawLevel(ink, chart, figure, 0)
      }
      ink.textAlign = 'left'
      ink.textBaseline = 'alphabetic'
      ink.fillStyle = palette.text
      const titles = (figure.panels?.titles ?? []).map((title, panel) => {
        const { left, right, top } = panelEnds(figure, panel)
        const x = xScale.getPixelForValue(left)
        return {
          title,
          x,
          width: titleRoom(xScale.getPixelForValue(right) - x, gapOf(figure).x),
          y: yScale.getPixelForValue(top) - titleLift({ ...styles, scale }),
        }
      })
      const fitted = fittedStyle(ink, titles, style, styles.axis.size * smallestTitle)
      for (const { title, x, width, y } of titles) {
        const text = shortened(ink, title, fitted, width)
        ink.font = fontOf(fitted)
        ink.fillText(text, x, y)
      }
      drawOwnTicks(ink, chart, figure, layout, palette)
      ink.restore()
    },
    afterDatasetsDraw(chart) {
      const { lineAt } = figure.y
      if (lineAt === undefined) return
      const ink: Ink = chart.ctx
      ink.save()
      ink.strokeStyle = palette.text
      ink.lineWidth = scale
      ink.setLineDash([4 * scale, 3 * scale])
      drawLevel(ink, chart, figure, lineAt)
      ink.restore()
    },
  }
}

/** The grid of each panel and the axis at its foot, both as wide as the panel. */
function drawGrounds(
  ink: Ink,
  { scales: { x: xScale, y: yScale } }: Chart<FigureChartType>,
  figure: Figure,
  { scale }: FigureLayout,
  palette: Palette,
): void {
  if (!xScale || !yScale) return
  ink.lineWidth = scale
  figure.panels?.titles.forEach((_, panel) => {
    const { left, right, bottom, top } = panelEnds(figure, panel)
    const hair = 1e-9 * Math.abs(yScale.max)
    const levels = yScale.ticks.filter(({ value }) => value >= bottom - hair && value <= top + hair)
    for (const [color, values] of [
      [palette.grid, levels.map(({ value }) => value)],
      [palette.axis, [bottom]],
    ] as const) {
      ink.strokeStyle = color
      ink.beginPath()
      for (const value of values) {
        const y = yScale.getPixelForValue(value)
        ink.moveTo(xScale.getPixelForValue(left), y)
        ink.lineTo(xScale.getPixelForValue(right), y)
      }
      ink.stroke()
    }
  })
}

/** Ticks of the panels that are above the empty places of the last row. */
function drawTicksAboveEmpty(
  ink: Ink,
  { scales: { x: xScale, y: yScale } }: Chart<FigureChartType>,
  figure: Figure,
  { scale, styles }: FigureLayout,
  palette: Palette,
): void {
  const empty = emptyPlaces(figure)
  if (!xScale || !yScale || empty.length === 0) return
  ink.font = fontOf(styles.axis)
  ink.textAlign = 'center'
  ink.textBaseline = 'top'
  ink.fillStyle = palette.quietText
  ink.strokeStyle = palette.axis
  ink.lineWidth = scale
  const own = panelEnds(figure, 0)
  const ticks = xScale.ticks.filter(
    ({ value }) => value >= Math.min(own.left, own.right) && value <= Math.max(own.left, own.right),
  )
  for (const place of empty) {
    const ends = panelEnds(figure, place - (figure.panels?.columns ?? 1))
    const foot = yScale.getPixelForValue(ends.bottom)
    ink.beginPath()
    for (const { value, label } of ticks) {
      const x = xScale.getPixelForValue(value - own.left + ends.left)
      ink.moveTo(x, foot)
      ink.lineTo(x, foot + 4 * scale)
      ink.fillText(String(label ?? ''), x, foot + 9 * scale + missingStrip(figure, scale))
    }
    ink.stroke()
  }
}

/** Ticks and names of x axes below each panel but the last, which uses those of the scale. */
function drawOwnTicks(
  ink: Ink,
  { scales: { x: xScale, y: yScale } }: Chart<FigureChartType>,
  figure: Figure,
  { scale, styles }: FigureLayout,
  palette: Palette,
): void {
  if (!xScale || !yScale || !hasOwnX(figure)) return
  ink.font = fontOf(styles.axis)
  ink.textAlign = 'center'
  ink.textBaseline = 'top'
  ink.fillStyle = palette.quietText
  const last = (figure.panels?.titles.length ?? 0) - 1
  const reach = 4 * scale + missingStrip(figure, scale)
  figure.panels?.titles.forEach((_, panel) => {
    if (panel === last) return
    const axis = xAxisOf(figure, panel)
    const { left, right, bottom } = panelEnds(figure, panel)
    const foot = yScale.getPixelForValue(bottom)
    for (const { value, label } of axis.ticks ?? [])
      ink.fillText(label, xScale.getPixelForValue(placeX(figure, { panel }, value)), foot + reach)
    const middle = xScale.getPixelForValue((left + right) / 2)
    if (axis.label !== '') ink.fillText(axis.label, middle, foot + reach + styles.axis.lineHeight)
  })
}

/** A horizontal line through every panel. */
function drawLevel(
  ink: Ink,
  { scales: { x: xScale, y: yScale }, chartArea }: Chart<FigureChartType>,
  figure: Figure,
  value: number,
): void {
  if (!xScale || !yScale) return
  const panels = figure.panels ? figure.panels.titles.map((_, panel) => panel) : [undefined]
  for (const panel of panels) {
    const y = yScale.getPixelForValue(placeY(figure, { panel }, value))
    const ends = panel === undefined ? undefined : panelEnds(figure, panel)
    ink.beginPath()
    ink.moveTo(ends ? xScale.getPixelForValue(ends.left) : chartArea.left, y)
    ink.lineTo(ends ? xScale.getPixelForValue(ends.right) : chartArea.right, y)
    ink.stroke()
  }
}

function fittedStyle(
  ink: Ink,
  titles: readonly { readonly title: string; readonly width: number }[],
  style: TextStyle,
  smallestSize: number,
): TextStyle {
  const share = titles.reduce(
    (least, { title, width }) => Math.min(least, width / textWidth(ink, title, style)),
    1,
  )
  // Widths of letters do not scale exactly with their size.
  return share === 1 ? style : { ...style, size: Math.max(0.98 * share * style.size, smallestSize) }
}
