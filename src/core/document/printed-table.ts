import { formatByInterval } from '../units/number-format'
import { mapRows, type Rows } from '../units/iterables'
import { cellText, headingText } from './cell-text'
import type { Cell, Table, TableColumn } from '../figures/tables/table'

/** A table as it is printed: texts only, ready to be escaped for a format. */
export interface PrintedTable {
  readonly columns: readonly PrintedColumn[]
  readonly rows: Rows<readonly string[]>
}

export interface PrintedColumn {
  readonly heading: string
  readonly align: 'left' | 'right'
}

/**
 * The columns of a table that a page has room for, as texts: without single runs, which the CSV has, without columns that
 * say nothing (all cells absent, no failed run, the unit that stands in the headings).
 */
export function printedTable({ columns, rows }: Table): PrintedTable {
  const contents = columns.map((): Contents => ({ isKnown: false, hasOther: false, hasCount: false }))
  for (const row of rows) contents.forEach((found, at) => note(found, row[at]))
  const hasUnits = columns.some(({ unit }) => unit !== undefined && unit !== '%' && unit !== '')
  const shown = columns
    .map((column, at) => ({ column, at, found: contents[at] }))
    .filter(({ column, found }) => {
      if (isRun(column.key) || found === undefined) return false
      return rows.length === 0 || saysSomething(column.key, found, hasUnits)
    })
  return {
    columns: shown.map(({ column, found }) => ({
      heading: headingText(column),
      align: isRightAligned(column, found) ? 'right' : 'left',
    })),
    rows: mapRows(rows, (row) => {
      const half = halfWidth(columns, row)
      return shown.map(({ column, at }) => {
        const cell = row[at]
        return half !== undefined && typeof cell === 'number' && followsInterval.has(column.key)
          ? formatByInterval(cell, half).replace(/^-/, '\u2212')
          : cellText(cell, column)
      })
    }),
  }
}

/** Columns in the unit of `low` and `high`, printed with as many digits as the interval of the row is worth. */
const followsInterval: ReadonlySet<string> = new Set(['mean', 'median', 'sd', 'low', 'high', 'ideal'])

function halfWidth(columns: Table['columns'], row: readonly Cell[]): number | undefined {
  const [low, high] = ['low', 'high'].map((end) => row[columns.findIndex(({ key }) => key === end)])
  return typeof low === 'number' && typeof high === 'number' && high > low ? (high - low) / 2 : undefined
}

/** What the cells of a column are. */
interface Contents {
  isKnown: boolean
  /** Something other than a number. */
  hasOther: boolean
  /** Something other than 0. */
  hasCount: boolean
}

function note(found: Contents, cell: Cell): void {
  if (cell !== 0) found.hasCount = true
  if (cell === undefined) return
  found.isKnown = true
  if (typeof cell !== 'number') found.hasOther = true
}

/** True where a column's cells line up on the right: numbers, and texts that stand for numbers. */
function isRightAligned(column: TableColumn, found: Contents | undefined): boolean {
  return column.align === 'right' || (found?.isKnown === true && !found.hasOther)
}

/** `run_1` of a figure, `baseline_run_1` of a comparison. */
function isRun(key: string): boolean {
  return /(^|_)run_\d+$/.test(key)
}

function saysSomething(key: string, found: Contents, hasUnits: boolean): boolean {
  if (key === 'unit') return !hasUnits
  return key === 'failed_runs' ? found.hasCount : found.isKnown
}
