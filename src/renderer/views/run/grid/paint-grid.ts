import type { RunColumns } from '../../../../core/results/run-columns'
import { isWarned, stateAt } from '../campaign-runs'
import type { GridLayout } from './grid-layout'

/** Sizes of the heat grid in CSS pixels. */
export const gridMetrics = {
  /** Width for the names of the cases: this, more for longer names if the cells leave room, less for shorter ones if not. */
  usualLabels: 232,
  rowHeight: 22,
  headHeight: 20,
  gap: 2,
  widestCell: 76,
  narrowestCell: 8,
}

/** Gap between a name and the first cell. */
const labelGap = 12

/** Space beside the number of a cell, on its right and at least on its left. */
const cellPadding = { right: 6, left: 2 }

/** From this strength of the accent on, text in its own colour has less contrast than text for the accent. */
const onAccentFrom = 0.74

export interface GridColors {
  readonly text: string
  readonly quietText: string
  readonly accent: string
  readonly onAccent: string
  readonly danger: string
  readonly warning: string
  readonly line: string
  readonly empty: string
  readonly font: string
}

export interface GridPicture {
  readonly layout: GridLayout
  readonly runs: RunColumns
  /** Label for the case of a row. */
  readonly label: (row: number) => string
  readonly colors: GridColors
  readonly width: number
  readonly height: number
  readonly scrollTop: number
  readonly cellWidth: number
  readonly labelWidth: number
  readonly focusRow: number
  readonly focusColumn: number
  /** Position, 0 to 1, of a done run's value between the smallest and largest of the campaign, on a log scale. */
  readonly shade: (index: number) => number
  /** The value of a done run, short enough for a cell. */
  readonly written: (index: number) => string
}

/**
 * Width at which no name is cut off, as long as there is room for cells of full width. Short names leave what they do
 * not need to cells that would be narrower.
 */
export function labelWidthFor(width: number, columns: number, longestName: number): number {
  const { usualLabels, widestCell } = gridMetrics
  const room = width - Math.max(1, columns) * widestCell
  const needed = Math.ceil(longestName) + labelGap
  return Math.max(Math.min(usualLabels, Math.max(needed, room)), Math.min(needed, room))
}

/** Width of one cell at which all repetitions fit, within limits. */
export function cellWidthFor(width: number, columns: number, labelWidth: number): number {
  const space = width - labelWidth
  return Math.max(
    gridMetrics.narrowestCell,
    Math.min(gridMetrics.widestCell, Math.floor(space / Math.max(1, columns))),
  )
}

/** First and last visible row. */
export function visibleRows(
  rows: number,
  scrollTop: number,
  height: number,
): { readonly first: number; readonly last: number } {
  const { rowHeight } = gridMetrics
  return {
    first: Math.floor(scrollTop / rowHeight),
    last: Math.min(rows - 1, Math.ceil((scrollTop + height) / rowHeight)),
  }
}

/** Draws the visible rows of the grid. */
export function paintGrid(context: CanvasRenderingContext2D, picture: GridPicture): void {
  const { layout, colors, width, height, scrollTop, cellWidth } = picture
  const { labelWidth } = picture
  const { rowHeight, headHeight } = gridMetrics
  context.clearRect(0, 0, width, height)
  context.textBaseline = 'middle'
  const { first, last } = visibleRows(layout.rows, scrollTop, height)
  for (let row = first; row <= last; row++) {
    const top = headHeight + row * rowHeight - scrollTop
    context.font = `12px ${colors.font}`
    context.fillStyle = row === picture.focusRow ? colors.text : colors.quietText
    context.fillText(fitText(context, picture.label(row), labelWidth - labelGap), 0, top + rowHeight / 2)
    for (let column = 0; column < layout.columns; column++) paintCell(context, picture, row, column, top)
  }
  context.clearRect(0, 0, width, headHeight)
  context.font = `11px ${colors.font}`
  context.fillStyle = colors.quietText
  context.textAlign = 'center'
  const every = cellWidth < 18 ? 5 : 1
  for (let column = 0; column < layout.columns; column++) {
    if (column % every === 0)
      context.fillText(String(column + 1), labelWidth + (column + 0.5) * cellWidth, headHeight / 2)
  }
  context.textAlign = 'left'
}

function paintCell(
  context: CanvasRenderingContext2D,
  picture: GridPicture,
  row: number,
  column: number,
  top: number,
): void {
  const { layout, colors, cellWidth } = picture
  const { rowHeight, gap } = gridMetrics
  const { labelWidth } = picture
  const index = layout.cells[row * layout.columns + column] ?? -1
  if (index === -1) return
  const state = stateAt(picture.runs, index)
  const x = labelWidth + column * cellWidth
  const w = cellWidth - gap
  const h = rowHeight - gap
  const y = top + gap / 2
  context.globalAlpha = 1
  context.fillStyle = colors.empty
  roundedRectangle(context, x, y, w, h)
  context.fill()
  if (state === 'done') {
    const strength = 0.18 + 0.82 * picture.shade(index)
    context.globalAlpha = strength
    context.fillStyle = colors.accent
    context.fill()
    context.globalAlpha = 1
    const text = picture.written(index)
    context.font = `11px ${colors.font}`
    if (context.measureText(text).width <= w - cellPadding.left - cellPadding.right) {
      context.fillStyle = strength > onAccentFrom ? colors.onAccent : colors.text
      context.textAlign = 'right'
      context.fillText(text, x + w - cellPadding.right, y + h / 2 + 0.5)
      context.textAlign = 'left'
    }
  } else if (state === 'failed') {
    context.fillStyle = colors.danger
    context.fill()
    mark(context, x, y, w, h, '×')
  } else if (state === 'running') {
    context.lineWidth = 2
    context.strokeStyle = colors.accent
    roundedRectangle(context, x + 1, y + 1, w - 2, h - 2)
    context.stroke()
  } else if (state !== 'waiting') {
    context.globalAlpha = 0.75
    context.fillStyle = state === 'skipped' ? colors.line : colors.warning
    context.fillRect(x + w / 4, y + h / 2 - 1, w / 2, 2)
  }
  context.globalAlpha = 1
  if (state === 'done' && isWarned(picture.runs, index)) {
    context.fillStyle = colors.warning
    context.beginPath()
    context.arc(x + 5, y + 5, 2.5, 0, 2 * Math.PI)
    context.fill()
  }
  if (row === picture.focusRow && column === picture.focusColumn) {
    context.lineWidth = 2
    context.strokeStyle = colors.text
    roundedRectangle(context, x, y, w, h)
    context.stroke()
  }
}

function mark(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
  sign: string,
): void {
  context.fillStyle = '#ffffff'
  context.textAlign = 'center'
  context.fillText(sign, x + w / 2, y + h / 2)
  context.textAlign = 'left'
}

function roundedRectangle(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  context.beginPath()
  context.roundRect(x, y, w, h, 3)
}

function fitText(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  let length = text.length
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) length--
  return `${text.slice(0, length)}…`
}

/** The current design tokens, for painting on a canvas. */
export function gridColors(): GridColors {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    text: token('text'),
    quietText: token('text-2'),
    accent: token('accent'),
    onAccent: token('on-accent'),
    danger: token('danger'),
    warning: token('warning'),
    line: token('line-strong'),
    empty: token('hover'),
    font: token('font'),
  }
}
