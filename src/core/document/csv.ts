import { blockTitle, isDataBlock, type ReviewDocument } from './document'
import type { PrintedTable } from './printed-table'
import type { Cell, Table, TableColumn } from '../figures/figure/table'

/**
 * A table as CSV (RFC 4180), one row a piece: comma, CRLF, a header line of column keys with their units, quotes where
 * needed; an absent cell is empty. Text that a spreadsheet would run as a formula gets an apostrophe before it; numbers never do.
 */
export function* tableToCsv(table: Table): Iterable<string> {
  const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`
  const hasUnits = table.columns.some(({ key }) => key === 'unit')
  yield line(table.columns.map((column) => text(hasUnits ? column.key : heading(column))))
  for (const row of table.rows) yield line(row.map(cell))
}

/** "bandwidth (MB/s)"; a key such as `sold_gb` or `low_percent` says its unit itself. */
function heading({ key, unit = '' }: TableColumn): string {
  const inKey = unit === '%' ? 'percent' : unit.toLowerCase()
  return unit === '' || key.split('_').includes(inKey) ? key : `${key} (${unit.replaceAll('\u202f', ' ')})`
}

/** The numbers of a document: of one block its table; for several, each under a line with its title, separated by an empty line. */
export function* documentToCsv({ blocks }: ReviewDocument): Iterable<string> {
  let isFirst = true
  for (const block of blocks) {
    if (!isDataBlock(block)) continue
    if (blocks.length > 1) yield `${isFirst ? '' : '\r\n'}${text(blockTitle(block))}\r\n`
    isFirst = false
    yield* tableToCsv(block.data ?? printedCells(block.table))
  }
}

function printedCells({ columns, rows }: PrintedTable): Table {
  return { columns: columns.map(({ heading }) => ({ key: heading, label: heading })), rows }
}

function cell(value: Cell): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return text(value)
  return typeof value === 'number' ? number(value) : String(value)
}

/** Digits of a number that was printed or entered; one that needs more is written exactly. */
const mostEntered = 13

/** Shortest text that reads back as the same number, without the last bits of a quotient: 0.75923, not 0.7592300000000001. */
function number(value: number): string {
  if (!Number.isFinite(value))
    throw new RangeError(`A table holds ${value}; an absent number must be left out.`)
  const [digits = ''] = value.toExponential(14).split('e')
  const isEntered = digits.replace(/^-?(\d)\.(\d+?)0*$/, '$1$2').length <= mostEntered
  return value === 0 ? '0' : String(isEntered ? Number(value.toPrecision(15)) : value)
}

/** First characters that make spreadsheets treat a cell as a formula (OWASP, CSV injection), full-width forms included. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

function text(value: string): string {
  const guarded = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(guarded) ? `"${guarded.replace(/"/g, '""')}"` : guarded
}
