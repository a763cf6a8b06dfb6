import type { ComparisonReport } from '../../../../core/comparison/texts/comparison-report'
import type { RowOrder } from '../../../components/row-table/row-table'
import type { TableColumn } from './table-columns'

/** The filter of the table. */
export interface RowFilter {
  /** Words that must all occur in the texts of a row. */
  readonly query: string
  /** A verdict as it appears in the table; empty: all. */
  readonly verdict: string
  /** Only filled markers. */
  readonly significant: boolean
}

/** Every row in the given order, or in that of the report if none is given. */
export function orderedRows(
  { cells: { count } }: ComparisonReport,
  columns: readonly TableColumn[],
  order: RowOrder | undefined,
): Uint32Array {
  const column = columns.find(({ key }) => key === order?.key)
  if (column !== undefined && order !== undefined) return sortedPlaces(column.sortKeys(), order.descending)
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) rows[row] = row
  return rows
}

/** Those of the rows that pass the filter, in the same order. */
export function passingRows(
  report: ComparisonReport,
  columns: readonly TableColumn[],
  filter: RowFilter,
  rows: Uint32Array,
): Uint32Array {
  const tests = rowTests(report, columns, filter)
  if (tests.length === 0) return rows
  const passing = new Uint32Array(rows.length)
  let count = 0
  for (const row of rows) if (tests.every((passes) => passes(row))) passing[count++] = row
  return passing.subarray(0, count)
}

/** The tests for a row; empty if the filter is empty. */
function rowTests(
  { cells }: ComparisonReport,
  columns: readonly TableColumn[],
  { query, verdict, significant }: RowFilter,
): readonly ((row: number) => boolean)[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const tests: ((row: number) => boolean)[] = words.map((word) => wordTest(columns, word))
  if (significant) tests.push((row) => cells.significant[row] === 1)
  if (verdict !== '') {
    const wanted = cells.verdicts.list.indexOf(verdict)
    tests.push((row) => cells.verdicts.places[row] === wanted)
  }
  return tests
}

/** A word is looked up in the lists of texts once; each row is then checked by index. */
function wordTest(columns: readonly TableColumn[], word: string): (row: number) => boolean {
  const found = columns.flatMap(({ words }) => {
    const hits = words?.list.map((text) => plainText(text).includes(word))
    return words && hits?.includes(true) === true ? [{ hits, places: words.places }] : []
  })
  return (row) => found.some(({ hits, places }) => hits[places[row] ?? 0] === true)
}

/** As typed: with a plain space between number and unit, and without one. */
function plainText(text: string): string {
  const plain = text.toLowerCase()
  return `${plain.replaceAll('\u202f', ' ')} ${plain.replaceAll('\u202f', '')}`
}

/** How many rows have each verdict, the most frequent first. */
export function verdictCounts({
  cells: { verdicts },
}: ComparisonReport): readonly { readonly verdict: string; readonly count: number }[] {
  const counts = verdicts.list.map(() => 0)
  for (const place of verdicts.places) counts[place] = (counts[place] ?? 0) + 1
  return verdicts.list
    .map((verdict, place) => ({ verdict, count: counts[place] ?? 0 }))
    .sort((a, b) => b.count - a.count)
}

/**
 * The indices of `keys` by size, the smallest first or last; stable, and NaN is last either way. Takes some
 * milliseconds for tens of thousands: plain numbers sort many times faster than indices with a comparison function,
 * so the numbers are sorted, and each index is then placed where its number is.
 */
export function sortedPlaces(keys: Float64Array, descending: boolean): Uint32Array {
  const signed = descending ? keys.map((key) => -key) : keys
  // Without a comparison function, NaN comes last.
  const sorted = Float64Array.from(signed).sort()
  const taken = new Uint32Array(keys.length)
  const order = new Uint32Array(keys.length)
  const present = firstAbsent(sorted)
  let absent = present
  for (let place = 0; place < signed.length; place++) {
    const key = signed[place] ?? NaN
    if (Number.isNaN(key)) {
      order[absent++] = place
      continue
    }
    const first = firstNotBelow(sorted, key, present)
    const before = taken[first] ?? 0
    taken[first] = before + 1
    order[first + before] = place
  }
  return order
}

/** The count of numbers; NaNs follow them. */
function firstAbsent(sorted: Float64Array): number {
  let end = sorted.length
  while (end > 0 && Number.isNaN(sorted[end - 1])) end--
  return end
}

function firstNotBelow(sorted: Float64Array, key: number, end: number): number {
  let [low, high] = [0, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? NaN) < key) low = middle + 1
    else high = middle
  }
  return low
}
