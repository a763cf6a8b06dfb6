import type { Figure } from '../core/figures/figure/figure'
import type { DrawnMark } from './article-style'
import type { Box } from './bar-fill'
import type { TextMeasure } from './ink'
import { printedSmallPrint } from '../core/figures/figure/small-print'
import type { SmallPrintLength } from '../core/figures/figure/figure-look'
import { legendEntries, type LegendEntry } from './legend'
import { barsLie, lyingNames, lyingSlot } from './lying-bars'
import { panelRows, panelsOnly } from './panel-places'
import { missingStrip } from './panels/missing-strip'
import { roomAbove, roomBetween, rowShare, xAxisHeight } from './panels/panel-gaps'
import { type EndLabel, endLabels, spreadLabels } from './end-labels'
import { layOutRadial } from './radial-places'
import { textStyles, textWidth, wrapText, type TextStyle, type TextStyles } from './text'
import { largestOf } from '../core/iterables'

export interface PlacedEntry extends LegendEntry {
  readonly x: number
  /** Its text; a name wider than the picture has several, each in the room of a row. */
  readonly lines: readonly string[]
}

export interface LayoutChoice {
  /** CSS pixels. */
  readonly width: number
  /** CSS pixels; by default, what the texts and a plot slightly more than half as high as wide need. */
  readonly height?: number
  readonly scale: number
  /** CSS font families; the usual ones if unset. */
  readonly family?: string
  readonly mark?: DrawnMark | undefined
  /** Font size of the axes in points; by default `scale` times the window's. */
  readonly points?: number | undefined
  /** Applies unless the figure says otherwise; unset: all. */
  readonly smallPrint?: SmallPrintLength | undefined
}

/** Length of the line sample before a legend text and the gaps around it, at scale 1. */
const keyLength = 24
export const keyGap = 6
const entryGap = 16

/** Share of the width that the names at line ends may take. */
const widestNames = 0.26
/** Minimum height of the plot, including axes, at scale 1. */
const lowestPlot = 120

/** Approximate share of the plot's height that the x axis takes, at scale 1. */
const axisRoom = 40
/** Height of a radar against the width. */
const radialHeight = 0.62
/** How many lines of text a name may be moved from the end of its line. */
const furthestName = 1.6

/** Whether every name fits near the end of its line. */
function stayNear(figure: Figure, names: readonly EndLabel[], height: number, lineHeight: number): boolean {
  const { kind, min = 0, max = 1 } = figure.y
  const scaled = kind === 'log10' ? Math.log10 : (value: number) => value
  const wanted = names.map(({ y }) => (height * (scaled(max) - scaled(y))) / (scaled(max) - scaled(min)))
  const placed = spreadLabels(wanted, lineHeight, 0, height)
  return wanted.every((y, index) => Math.abs((placed[index] ?? y) - y) <= furthestName * lineHeight)
}

/** Positions of everything in a picture that Chart.js does not place itself; CSS pixels. */
export type FigureLayout = ReturnType<typeof layOutFigure>

/** Lays out a picture: texts wrapped to its width, the plot in the remaining space. */
export function layOutFigure(figure: Figure, choice: LayoutChoice, measure: TextMeasure) {
  const { width, scale } = choice
  const styles = textStyles(scale, choice.family, choice.points)
  const margin = Math.round(14 * scale)
  const inner = width - 2 * margin
  const wrap = (text: string, style: TextStyle) => wrapText(measure, text, style, inner)
  const names = endLabels(figure)
  const widest = largestOf(
    names.map(({ text }) => textWidth(measure, text, styles.label)),
    0,
  )
  const barNames = lyingNames(figure, inner, measure, styles.axis)
  const nameLines = barNames.reduce((most, { length }) => Math.max(most, length), 1)
  const slot = Math.max(lyingSlot * scale, (nameLines + 0.4) * styles.axis.lineHeight)
  const barsHeight = barNames.length * slot + axisRoom * scale
  const gap = roomBetween(figure, { ...styles, scale })
  const usualPlot = figure.panels
    ? panelsHeight(figure, inner, scale, gap)
    : Math.round(
        missingStrip(figure, scale) +
          Math.max(
            lowestPlot * scale,
            barsLie(figure) ? barsHeight : width * (figure.radial === true ? radialHeight : 0.5),
          ),
      )
  const namesAtEnds =
    names.length > 0 &&
    widest <= width * widestNames &&
    stayNear(figure, names, usualPlot - axisRoom * scale, styles.label.lineHeight)
  const logo = placeLogo(choice, styles, margin)
  const beside = logo ? logo.x - margin - 10 * scale : inner
  const title = wrapText(measure, figure.title, styles.title, beside)
  const subtitle = wrapText(measure, figure.subtitle, styles.subtitle, beside)
  const headHeight = Math.max(
    title.length * styles.title.lineHeight + subtitle.length * styles.subtitle.lineHeight,
    logo ? logo.height + 4 * scale : 0,
  )
  const legend = placeLegend(legendEntries(figure, namesAtEnds), inner, margin, scale, measure, styles)
  const valueLabel = wrap(figure.y.label, styles.axis)
  const caption = wrap(figure.caption, styles.caption)
  const smallPrint = printedSmallPrint(figure, choice.smallPrint).flatMap((line) =>
    wrap(line, styles.smallPrint),
  )
  const top =
    margin +
    headHeight +
    (legend.length === 0 ? 0 : headGap(scale)) +
    legend.length * styles.legend.lineHeight +
    headGap(scale) +
    valueLabel.length * styles.axis.lineHeight +
    8 * scale -
    (figure.panels ? gap - roomAbove({ ...styles, scale }) : 0)
  const bottom =
    (caption.length + smallPrint.length === 0 ? 0 : footGap(scale)) +
    caption.length * styles.caption.lineHeight +
    (smallPrint.length === 0 ? 0 : footGap(scale) / 2) +
    smallPrint.length * styles.smallPrint.lineHeight +
    margin
  const right = namesAtEnds ? widest + margin + 9 * scale : margin + 6 * scale
  const height = Math.max(
    choice.height ?? 0,
    Math.ceil(
      top + bottom + (choice.height === undefined || barsLie(figure) ? usualPlot : lowestPlot * scale),
    ),
  )
  const plot = { width: width - margin - right, height: height - top - bottom }
  return {
    width,
    height,
    /** Scale of texts and marks relative to the window's. */
    scale,
    styles,
    /** Of a radar. */
    ...(figure.radial === true && { radial: layOutRadial(figure, plot, measure, styles.axis, scale) }),
    /** The gap between rows of panels; see `PanelGap`. */
    ...(figure.panels && {
      rowGap: rowShare(figure, plot.height - missingStrip(figure, scale), gap, scale),
    }),
    margin,
    title,
    subtitle,
    /** Space for title, subtitle and logo. */
    headHeight,
    /** Position of the logo; a watermark is in the plot. */
    ...(logo && { logo }),
    /** Rows of keys, each with its x; rows into which a long name continues are empty. */
    legend,
    /** What the value axis shows; above it, so that it can be read without turning the head. */
    valueLabel,
    caption,
    smallPrint,
    /** Names of horizontal bars in lines, by index. */
    barNames,
    /** The names of the lines are at their right ends. */
    namesAtEnds,
    /** Space above, below and right of the plot with its axes. */
    top,
    bottom,
    right,
  }
}

/** The logo's position at the upper right, at most a third of the picture wide. */
function placeLogo({ width, mark }: LayoutChoice, styles: TextStyles, margin: number): Box | undefined {
  if (mark?.kind !== 'logo') return undefined
  const height = mark.size * styles.title.lineHeight
  const ratio = Math.min(1, width / 3 / (height * (mark.width / mark.height)))
  const size = { width: height * (mark.width / mark.height) * ratio, height: height * ratio }
  return { x: width - margin - size.width, y: margin, ...size }
}

/** Height of a grid of panels slightly more than half as high as wide, never too low to read, with the axis below. */
function panelsHeight(figure: Figure, width: number, scale: number, gap: number): number {
  const panel = panelHeight(figure, width, scale)
  return Math.round(
    panelsOnly(figure) * panel + panelRows(figure) * gap + xAxisHeight * scale + missingStrip(figure, scale),
  )
}

function panelHeight(figure: Figure, width: number, scale: number): number {
  const { panels } = figure
  // Panels stacked vertically are flat: what they share is read along x. One that is alone has the room of a plot.
  if (panels?.axes) return Math.max(64 * scale, width * Math.max(0.2, 0.35 / panelsOnly(figure)))
  return Math.max(64 * scale, (width / (panels?.columns ?? 1)) * 0.55)
}

/** Gaps between title and legend, and between plot, caption and small print. */
export function headGap(scale: number): number {
  return 5 * scale
}
export function footGap(scale: number): number {
  return 9 * scale
}

function placeLegend(
  entries: readonly LegendEntry[],
  width: number,
  margin: number,
  scale: number,
  measure: TextMeasure,
  styles: TextStyles,
): readonly (readonly PlacedEntry[])[] {
  const rows: PlacedEntry[][] = []
  let row: PlacedEntry[] = []
  let x = 0
  for (const entry of entries) {
    const key = keyWidth(entry, scale) + keyGap * scale
    const lines = wrapText(measure, entry.text, styles.legend, width - key)
    const own =
      key +
      largestOf(
        lines.map((line) => textWidth(measure, line, styles.legend)),
        0,
      )
    if (row.length > 0 && x + own > width) {
      rows.push(row)
      row = []
      x = 0
    }
    row.push({ ...entry, x: margin + x, lines })
    x += own + entryGap * scale
    if (lines.length > 1) {
      rows.push(row)
      for (let line = 1; line < lines.length; line++) rows.push([])
      row = []
      x = 0
    }
  }
  return row.length > 0 ? [...rows, row] : rows
}

/** Space a key takes before its text. */
export function keyWidth(entry: LegendEntry, scale: number): number {
  return (entry.dash === undefined ? 8 : keyLength) * scale
}
