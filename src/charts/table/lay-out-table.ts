import type { TextMeasure } from '../ink'
import { textStyles, wrapText, textWidth, type TextStyle, type TextStyles } from '../text'
import type { TableContent } from '../../core/document/document'
import type { PrintedTable } from '../../core/document/printed-table'
import { mapRows } from '../../core/iterables'

/** A table laid out on one or more pages; CSS pixels. */
export interface TableLayout {
  readonly width: number
  readonly scale: number
  readonly margin: number
  readonly styles: TextStyles
  /** Style of cells and headings, which are smaller if the table is wide. */
  readonly cell: TextStyle
  readonly head: TextStyle
  readonly columns: readonly TableColumnPlace[]
  readonly heading: readonly (readonly string[])[]
  readonly headingHeight: number
  readonly pages: readonly TablePage[]
}

export interface TableColumnPlace {
  readonly left: number
  readonly width: number
  readonly align: 'left' | 'right'
}

export interface TablePage {
  readonly height: number
  /** Lines of text above the table; on the first page only. */
  readonly title: readonly string[]
  readonly subtitle: readonly string[]
  readonly rows: readonly TableRow[]
  /** Lines below it; on the last page only. */
  readonly caption: readonly string[]
  readonly smallPrint: readonly string[]
  /** "2 of 5"; unset on a single page. */
  readonly number?: string
}

/** Lines of each cell. */
export interface TableRow {
  readonly cells: readonly (readonly string[])[]
  readonly height: number
}

export interface TableChoice {
  /** CSS pixels; a table that cannot be made to fit is wider. */
  readonly width: number
  readonly scale: number
  /** Unset: one page, as high as needed. */
  readonly pageHeight?: number
  readonly family?: string
  /** Font size in points; by default `scale` times the window's. */
  readonly points?: number | undefined
}

/** Relative font sizes that are tried until the table fits. */
const cellSizes = [1, 0.9, 0.8, 0.72]

/** Cells are set smaller down to this size before their texts wrap; smaller only if the table requires it. */
const smallestWithoutNeed = 0.8

/** Lays out a table: columns share the width, cells wrap, and rows continue on further pages if a page is limited. */
export function layOutTable(document: TableContent, choice: TableChoice, measure: TextMeasure): TableLayout {
  const { scale } = choice
  const styles = textStyles(scale, choice.family, choice.points)
  const margin = Math.round(14 * scale)
  const fit = fitted(document, choice, styles, margin, measure)
  const { cell, head, widths, gap, width } = fit
  const inner = width - 2 * margin
  const columns: TableColumnPlace[] = []
  let left = margin
  document.table.columns.forEach(({ align }, at) => {
    columns.push({ left, width: widths[at] ?? 0, align })
    left += (widths[at] ?? 0) + gap
  })
  const wrapped = (texts: readonly string[], style: TextStyle) =>
    texts.map((text, at) => wrapText(measure, text, style, widths[at] ?? inner))
  const heading = wrapped(
    document.table.columns.map((column) => column.heading),
    head,
  )
  const lineCount = (cells: readonly (readonly string[])[]) =>
    cells.reduce((most, lines) => Math.max(most, lines.length), 1)
  const rows = Array.from(document.table.rows, (row): TableRow => {
    const cells = wrapped(row, cell)
    return { cells, height: lineCount(cells) * cell.lineHeight + rowPadding * scale }
  })
  const headingHeight = lineCount(heading) * head.lineHeight + 2 * rowPadding * scale
  const wrap = (text: string, style: TextStyle) => wrapText(measure, text, style, inner)
  const texts = {
    title: wrap(document.title, styles.title),
    subtitle: wrap(document.subtitle, styles.subtitle),
    caption: wrap([document.caption, ...document.notes].join(' '), styles.caption),
    smallPrint: document.smallPrint.flatMap((line) => wrap(line, styles.smallPrint)),
  }
  const layout = { width, scale, margin, styles, cell, head, columns, heading, headingHeight }
  return { ...layout, pages: pages(texts, rows, layout, choice.pageHeight) }
}

/** Total space above and below the lines of a row, and before the footer, at scale 1. */
const rowPadding = 5
const footRoom = 10
const columnGap = 12

interface Fit {
  readonly cell: TextStyle
  readonly head: TextStyle
  readonly widths: readonly number[]
  readonly gap: number
  readonly width: number
}

/** The largest cells that fit the width; if none do, the smallest on a wider page. */
function fitted(
  { table }: TableContent,
  { width, scale }: TableChoice,
  styles: TextStyles,
  margin: number,
  measure: TextMeasure,
): Fit {
  const inner = width - 2 * margin
  let last: Fit | undefined
  let wrapped: Fit | undefined
  for (const size of cellSizes) {
    const sized = (style: TextStyle): TextStyle => ({
      ...style,
      size: Math.round(style.size * size * 10) / 10,
      lineHeight: Math.round(style.lineHeight * size * 10) / 10,
    })
    const cell = sized(styles.axis)
    const head = { ...cell, weight: 600 as const }
    const gap = columnGap * scale * size
    const needs = columnNeeds(table, { cell, head }, inner, measure)
    const widths = shareWidth(needs, gap, inner)
    const room = inner - gap * (needs.length - 1)
    const isWhole = needs.reduce((sum, need) => sum + need.most, 0) <= room
    if (widths && isWhole && size >= smallestWithoutNeed) return { cell, head, widths, gap, width }
    if (widths) wrapped ??= { cell, head, widths, gap, width }
    if (wrapped) continue
    const least = needs.map((need) => need.least)
    const whole = least.reduce((sum, one) => sum + one, gap * (least.length - 1))
    last = { cell, head, widths: least, gap, width: Math.ceil(whole + 2 * margin) }
  }
  return wrapped ?? last ?? { cell: styles.axis, head: styles.label, widths: [], gap: 0, width }
}

type Texts = Pick<TablePage, 'title' | 'subtitle' | 'caption' | 'smallPrint'>

function pages(
  texts: Texts,
  rows: readonly TableRow[],
  layout: Omit<TableLayout, 'pages'>,
  pageHeight: number | undefined,
): readonly TablePage[] {
  const { styles, margin, scale, headingHeight } = layout
  const titleRoom =
    texts.title.length * styles.title.lineHeight +
    texts.subtitle.length * styles.subtitle.lineHeight +
    8 * scale
  const foot =
    footRoom * scale +
    texts.caption.length * styles.caption.lineHeight +
    texts.smallPrint.length * styles.smallPrint.lineHeight
  const numberRoom = pageHeight === undefined ? 0 : styles.smallPrint.lineHeight
  const height = (list: readonly TableRow[]) => list.reduce((sum, row) => sum + row.height, 0)
  const empty = { title: [], subtitle: [], caption: [], smallPrint: [] }
  const above = (isFirst: boolean) => 2 * margin + headingHeight + numberRoom + (isFirst ? titleRoom : 0)
  const whole = above(true) - numberRoom + height(rows) + foot
  if (pageHeight === undefined || whole <= pageHeight) return [{ ...texts, rows, height: Math.ceil(whole) }]
  const chunks: TableRow[][] = [[]]
  let used = above(true)
  for (const row of rows) {
    const chunk = chunks.at(-1)
    if (chunk && (chunk.length === 0 || used + row.height <= pageHeight)) {
      chunk.push(row)
      used += row.height
    } else {
      chunks.push([row])
      used = above(false) + row.height
    }
  }
  // The footer gets a separate page if the last one has no space for it.
  if (used + foot > pageHeight) chunks.push([])
  return chunks.map((chunk, at) => ({
    ...empty,
    ...(at === 0 && { title: texts.title, subtitle: texts.subtitle }),
    ...(at === chunks.length - 1 && { caption: texts.caption, smallPrint: texts.smallPrint }),
    rows: chunk,
    height: pageHeight,
    number: `${at + 1} of ${chunks.length}`,
  }))
}

/** What a column's texts require, in CSS pixels. */
interface ColumnNeed {
  /** Its longest word; a longer one is broken. */
  readonly least: number
  /** Its longest cell on one line. */
  readonly most: number
  /** What its heading needs on one line if it is short, otherwise on two. */
  readonly wish: number
}

/** Maximum share of the page that a column takes before it wraps. */
const widestColumn = 0.5

/** Ems of a heading that stays on one line if there is space. */
const shortHeading = 8
/** Two lines of words are seldom equally long. */
const linesOfHeading = 1.7

/** The minimum and preferred width of each column. */
function columnNeeds(
  { columns, rows }: PrintedTable,
  styles: { readonly head: TextStyle; readonly cell: TextStyle },
  width: number,
  measure: TextMeasure,
): readonly ColumnNeed[] {
  return columns.map(({ heading, align }, at) => {
    const words = heading.split(' ').map((word) => textWidth(measure, word, styles.head))
    const cells = [...new Set(mapRows(rows, (row) => row[at] ?? ''))]
    const whole = cells.map((cell) => textWidth(measure, cell, styles.cell))
    // Numbers stay on one line; texts break between words.
    const parts =
      align === 'right'
        ? whole
        : cells.flatMap((cell) => cell.split(' ').map((word) => textWidth(measure, word, styles.cell)))
    const largest = (values: readonly number[]) => values.reduce((most, one) => Math.max(most, one), 0)
    const least = Math.max(largest(words), Math.min(largest(parts), width * widestColumn))
    const most = Math.max(least, Math.min(largest(whole), width * widestColumn), headingWidth(words, least))
    const line = textWidth(measure, heading, styles.head)
    const wish = Math.max(most, line <= shortHeading * styles.head.size ? line : line / linesOfHeading)
    return { least: Math.ceil(least), most: Math.ceil(most), wish: Math.ceil(wish) }
  })
}

/** A heading takes up to three lines before it widens its column. */
function headingWidth(words: readonly number[], least: number): number {
  return Math.max(least, words.reduce((sum, one) => sum + one, 0) / 3)
}

/**
 * Distributes `width`: first what every column needs, the rest to those that prefer more; undefined if it is too
 * narrow.
 */
function shareWidth(needs: readonly ColumnNeed[], gap: number, width: number): readonly number[] | undefined {
  const room = width - gap * (needs.length - 1)
  const least = needs.reduce((sum, need) => sum + need.least, 0)
  const most = needs.reduce((sum, need) => sum + need.most, 0)
  if (least > room) return undefined
  if (most <= room) {
    const wish = needs.reduce((sum, need) => sum + need.wish, 0)
    const part = wish <= room ? 1 : (room - most) / (wish - most)
    return needs.map((need) => need.most + part * (need.wish - need.most))
  }
  const share = (room - least) / (most - least)
  return needs.map((need) => need.least + share * (need.most - need.least))
}
