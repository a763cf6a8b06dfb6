import {
  absentText,
  formatAmount,
  formatDecimals,
  formatNumber,
  formatPrinted,
  mostPrintedDigits,
  withUnit,
} from '../units/number-format'
import { mapRows, type Rows } from '../iterables'
import { isAsPrinted, printedPrefix, type Cell, type Table, type TableColumn } from '../figures/figure/table'
import { cleanText } from '../figures/figure/clean-text'
import { unitFactor } from '../results/display-unit'
import { findMetric } from '../results/metrics'
import { pText } from '../comparison/texts/percent-text'
import { formatLevel, usualKind } from '../plan/levels/format-level'
import { wordLabel } from '../plan/levels/level-words'

/** A printed table: texts only, ready to be escaped for a format. */
export interface PrintedTable {
  readonly columns: readonly PrintedColumn[]
  readonly rows: Rows<readonly string[]>
}

export interface PrintedColumn {
  readonly heading: string
  readonly align: 'left' | 'right'
}

/**
 * The columns of a table that a page has room for, as texts: without single runs, which the CSV has, and without
 * empty columns (all cells absent, no failed run, the unit that is in the headings).
 */
export function printedTable(table: Table): PrintedTable {
  const { columns, rows } = table
  const contents = columns.map((): Contents => ({ isKnown: false, hasOther: false, hasCount: false }))
  for (const row of rows) contents.forEach((found, at) => note(found, row[at]))
  const hasUnits = columns.some(
    ({ key, unit }) => key === 'value' || (unit !== undefined && unit !== '%' && unit !== ''),
  )
  const shown = columns
    .map((column, at) => ({ column, at, found: contents[at] }))
    .filter(({ column, found }) => {
      if (isRun(column.key) || isAsPrinted(column.key) || found === undefined) return false
      return rows.length === 0 || saysSomething(column.key, found, hasUnits)
    })
  const textOf = cellTexts(table)
  return {
    columns: shown.map(({ column, found }) => ({
      heading: headingText(column),
      align: isRightAligned(column, found) ? 'right' : 'left',
    })),
    rows: mapRows(rows, (row) => shown.map(({ at }) => textOf(row, at))),
  }
}

/** The text of each cell of a table, by row and column, as every page and window shows it. */
export function cellTexts(table: Table): (row: readonly Cell[], at: number) => string {
  const { columns } = table
  const placeOf = new Map(columns.map(({ key }, at) => [key, at]))
  const cellOf = (row: readonly Cell[], key: string) => row[placeOf.get(key) ?? -1]
  const isMeasurements = placeOf.has('metric') && placeOf.has('value')
  let lastRow: readonly Cell[] | undefined
  let halfOf: (key: string) => number | undefined = () => undefined
  return (row, at) => {
    const [column, cell] = [columns[at], row[at]]
    if (column === undefined) return absentText
    const { key } = column
    const asPrinted = cellOf(row, `${printedPrefix}${key}`)
    if (typeof asPrinted === 'string') return cleanText(asPrinted, longestCell)
    if (key === 'metric') return findMetric(String(cell))?.label ?? cellText(cell, column)
    if (typeof cell !== 'number') return cellText(cell, column)
    if (cell === column.exact?.value) return formatDecimals(cell, column.exact.decimals)
    if (key === 'cv_percent') return formatNumber(cell, 2)
    if (isMeasurements && (key === 'value' || key === 'standard_deviation')) {
      const metric = findMetric(String(cellOf(row, 'metric')))
      const unit = metric && table.units?.[metric.id]
      const number =
        metric === undefined || unit === undefined
          ? cellText(cell, column)
          : formatNumber(cell / unitFactor(metric.unit, unit), 4)
      return withUnit(number, unit ?? String(cellOf(row, 'unit') ?? ''))
    }
    if (row !== lastRow) halfOf = intervalOf(columns, row)
    lastRow = row
    const half = halfOf(key)
    if (half !== undefined) return formatPrinted(cell, half)
    return isPrintedMean(columns, row, key)
      ? formatPrinted(cell, undefined, mostPrintedDigits)
      : cellText(cell, column)
  }
}

/** A printed mean whose form was not kept has its own digits. */
function isPrintedMean(columns: Table['columns'], row: readonly Cell[], key: string): boolean {
  return key === 'mean' && row[columns.findIndex((column) => column.key === 'source')] === 'published'
}

/**
 * Half the width of the interval that determines the digits of a number in this row, by the key of its column;
 * undefined for a column that does not follow the interval, and if the row has none.
 */
function intervalOf(columns: Table['columns'], row: readonly Cell[]): (key: string) => number | undefined {
  const half = halfWidth(columns, row)
  const ideal = row[columns.findIndex(({ key }) => key === 'ideal')]
  return (key) => {
    const own = halfWidth(
      columns,
      row,
      key.replace(/_(low|high)(?=_percent$|$)/, '').replace(/_percent$/, ''),
    )
    if (own !== undefined) return own
    const base = columns.find((column) => column.key === key)?.multipleOf
    if (base !== undefined) return multipleOf(columns, row, key, base)
    const isMarked = columns.some((column) => column.key === key && column.followsInterval === true)
    if (!isMarked && !followsInterval.has(key)) return undefined
    return key === 'penalty_percent' ? percentOf(half, ideal) : half
  }
}

/**
 * Columns printed with as many digits as the interval of the row justifies: those in the unit of `low` and `high`
 * and the loss of a mix against its ideal, in percent of that.
 */
const followsInterval: ReadonlySet<string> = new Set([
  'mean',
  'median',
  'sd',
  'low',
  'high',
  'ideal',
  'penalty_percent',
  'difference_percent',
])

/** The half width of a column of multiples: that of `base`, in proportion. */
function multipleOf(
  columns: Table['columns'],
  row: readonly Cell[],
  key: string,
  base: string,
): number | undefined {
  const [own, value] = [key, base].map((name) => row[columns.findIndex((column) => column.key === name)])
  const half = intervalOf(columns, row)(base)
  if (half === undefined || typeof own !== 'number' || typeof value !== 'number' || value === 0)
    return undefined
  return Math.abs((half * own) / value)
}

/** Undefined if there is no interval, or nothing to relate it to. */
function percentOf(half: number | undefined, ideal: Cell): number | undefined {
  return half === undefined || typeof ideal !== 'number' || ideal <= 0 ? undefined : (100 * half) / ideal
}

/** `of`: the quantity whose ends are in columns such as `latency_low` or `drop_low_percent`. */
function halfWidth(columns: Table['columns'], row: readonly Cell[], of?: string): number | undefined {
  const [low, high] = ['low', 'high'].map((end) => {
    const name = of === undefined ? end : `${of}_${end}`
    return row[columns.findIndex(({ key }) => key === name || key === `${name}_percent`)]
  })
  return typeof low === 'number' && typeof high === 'number' && high > low ? (high - low) / 2 : undefined
}

/** The kind of a column's cells. */
interface Contents {
  isKnown: boolean
  /** Something other than a number. */
  hasOther: boolean
  /** Something other than 0. */
  hasCount: boolean
}

function note(found: Contents, cell: Cell): void {
  if (cell === undefined) return
  if (cell !== 0) found.hasCount = true
  found.isKnown = true
  if (typeof cell !== 'number') found.hasOther = true
}

/** True if a column's cells are right-aligned: numbers, and texts that represent numbers. */
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

/** Longest text of a cell that is printed; longer ones are cut with an ellipsis. */
const longestCell = 300

/**
 * A cell for readers: sizes with their unit ("4 KiB"), tests and other coded words by name, numbers with four digits and a real minus, an
 * absent one as a dash, text without control and direction characters. Not escaped for any format.
 */
function cellText(cell: Cell, column: TableColumn): string {
  if (cell === undefined) return absentText
  if (typeof cell === 'string')
    return cleanText(wordLabel(column.key, cell), column.isProse ? Infinity : longestCell)
  if (typeof cell === 'boolean') return isFact(column.key) ? (cell ? 'yes' : 'no') : formatLevel(cell)
  return numberText(cell, column)
}

/** A finding, such as `is_knee`; parameters are on or off. */
function isFact(key: string): boolean {
  return key.startsWith('is_')
}

function numberText(value: number, { key }: TableColumn): string {
  const kind = usualKind(key)
  if (kind !== undefined) return formatLevel(value, kind)
  if (key === 'p' || key === 'adjusted_p') return pText(value)
  if (key === 'price') return formatAmount(value)
  return formatPrinted(value)
}

/** Heading of a column with its unit. */
function headingText({ label, unit = '' }: TableColumn): string {
  // "k IOPS" says IOPS itself.
  const heading = unit === '' ? label : unit.endsWith(label) ? unit : `${label} (${unit})`
  return cleanText(heading, longestCell)
}
