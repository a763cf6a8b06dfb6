import { cellText, headingText, isRightAligned } from './cell-text'
import { formatByInterval } from '../units/number-format'
import type { Cell, Table } from './table'

/** A table as it is printed: texts only, ready to be escaped for a format. */
export interface PrintedTable {
  readonly columns: readonly PrintedColumn[]
  readonly rows: readonly (readonly string[])[]
}

export interface PrintedColumn {
  readonly heading: string
  readonly align: 'left' | 'right'
}

/**
 * The columns of a table that a page has room for, as texts: without single runs, which the CSV has, without columns that
 * say nothing (all cells absent, no failed run, the unit that stands in the headings).
 */
export function printedTable(table: Table): PrintedTable {
  const hasUnits = table.columns.some(({ unit }) => unit !== undefined && unit !== '%' && unit !== '')
  const shown = table.columns
    .map((column, at) => ({ column, at, cells: table.rows.map((row) => row[at]) }))
    .filter(({ column, cells }) => !isRun(column.key) && saysSomething(column.key, cells, hasUnits))
  return {
    columns: shown.map(({ column, cells }) => ({
      heading: headingText(column),
      align: isRightAligned(column, cells) ? 'right' : 'left',
    })),
    rows: table.rows.map((row) => {
      const half = halfWidth(table, row)
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

function halfWidth({ columns }: Table, row: Table['rows'][number]): number | undefined {
  const [low, high] = ['low', 'high'].map((end) => row[columns.findIndex(({ key }) => key === end)])
  return typeof low === 'number' && typeof high === 'number' && high > low ? (high - low) / 2 : undefined
}

/** `run_1` of a figure, `baseline_run_1` of a comparison. */
function isRun(key: string): boolean {
  return /(^|_)run_\d+$/.test(key)
}

function saysSomething(key: string, cells: readonly Cell[], hasUnits: boolean): boolean {
  if (cells.length === 0) return true
  if (key === 'unit') return !hasUnits
  if (key === 'failed_runs') return cells.some((cell) => cell !== 0)
  return cells.some((cell) => cell !== undefined)
}
