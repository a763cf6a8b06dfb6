import type { PrintedTable } from '../../core/document/printed-table'
import { mapRows } from '../../core/units/iterables'
import type { TextMeasure } from '../ink'
import { textWidth, type TextStyle } from '../text'

/** What a column's texts require, in CSS pixels. */
export interface ColumnNeed {
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
export function columnNeeds(
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
export function shareWidth(
  needs: readonly ColumnNeed[],
  gap: number,
  width: number,
): readonly number[] | undefined {
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
