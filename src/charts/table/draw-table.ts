import type { Ink } from '../ink'
import type { Palette } from '../palette'
import { drawLines, type TextStyle } from '../text'
import type { TableLayout, TablePage, TableRow } from './lay-out-table'

/** Draws one page of a table: background, title, rules above and below, heading, rows, caption and small print. */
export function drawTablePage(ink: Ink, layout: TableLayout, page: TablePage, palette: Palette): void {
  const { styles, margin, scale, width } = layout
  ink.save()
  ink.textBaseline = 'alphabetic'
  ink.textAlign = 'left'
  ink.fillStyle = palette.ground
  ink.fillRect(0, 0, width, page.height)
  let y = margin
  y = drawLines(ink, page.title, margin, y, styles.title, palette.text)
  y = drawLines(ink, page.subtitle, margin, y, styles.subtitle, palette.quietText)
  if (page.title.length > 0) y += 8 * scale
  if (page.rows.length > 0) y = drawRows(ink, layout, page, palette, y)
  y += 10 * scale
  y = drawLines(ink, page.caption, margin, y, styles.caption, palette.text)
  drawLines(ink, page.smallPrint, margin, y, styles.smallPrint, palette.quietText)
  if (page.number !== undefined) {
    ink.textAlign = 'right'
    drawLines(
      ink,
      [page.number],
      width - margin,
      page.height - margin - styles.smallPrint.lineHeight / 2,
      styles.smallPrint,
      palette.quietText,
    )
  }
  ink.restore()
}

function drawRows(ink: Ink, layout: TableLayout, page: TablePage, palette: Palette, top: number): number {
  let y = drawTableHead(ink, layout, palette, top)
  page.rows.forEach((row, at) => {
    y = drawTableRow(ink, layout, row, palette, { top: y, isLast: at === page.rows.length - 1 })
  })
  return y
}

/** The headings of the columns between two rules, and where the first row begins. */
export function drawTableHead(ink: Ink, layout: TableLayout, palette: Palette, top: number): number {
  const { scale, heading, headingHeight, head } = layout
  drawRule(ink, layout, top, palette.axis, 1.4 * scale)
  drawCells(ink, layout, heading, top + 5 * scale, head, palette.text)
  drawRule(ink, layout, top + headingHeight, palette.axis, 0.9 * scale)
  return top + headingHeight
}

/** A row with the rule below it, and where the next one begins. */
export function drawTableRow(
  ink: Ink,
  layout: TableLayout,
  row: TableRow,
  palette: Palette,
  { top, isLast }: { readonly top: number; readonly isLast: boolean },
): number {
  const { scale, cell } = layout
  const bottom = top + row.height
  drawCells(ink, layout, row.cells, top + 2.5 * scale, cell, palette.text)
  drawRule(ink, layout, bottom, isLast ? palette.axis : palette.grid, (isLast ? 1.4 : 0.7) * scale)
  return bottom
}

function drawCells(
  ink: Ink,
  { columns }: TableLayout,
  cells: readonly (readonly string[])[],
  top: number,
  style: TextStyle,
  color: string,
): void {
  cells.forEach((lines, at) => {
    const column = columns[at]
    if (!column) return
    ink.textAlign = column.align
    drawLines(
      ink,
      lines,
      column.align === 'right' ? column.left + column.width : column.left,
      top,
      style,
      color,
    )
  })
  ink.textAlign = 'left'
}

function drawRule(ink: Ink, { columns, margin }: TableLayout, y: number, color: string, width: number): void {
  const last = columns.at(-1)
  ink.strokeStyle = color
  ink.lineWidth = width
  ink.beginPath()
  ink.moveTo(margin, y)
  ink.lineTo(last ? last.left + last.width : margin, y)
  ink.stroke()
}
