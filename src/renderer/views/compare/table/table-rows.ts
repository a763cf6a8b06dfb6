import type { ComparisonReport } from '../../../../core/comparison/comparison-report'
import type { TableColumn } from './table-columns'

/** What a person narrows the table down to. */
export interface RowFilter {
  /** Words that must all occur in the texts of a row. */
  readonly query: string
  /** A verdict as it stands in the table; empty: all. */
  readonly verdict: string
  /** Only filled markers. */
  readonly significant: boolean
}

export interface RowOrder {
  readonly key: string
  readonly descending: boolean
}

/** Rows that pass the filter, in the given order; the order of the report where none is given. */
export function tableRows(
  report: ComparisonReport,
  columns: readonly TableColumn[],
  filter: RowFilter,
  order: RowOrder | undefined,
): Uint32Array {
  const passes = rowTest(report, columns, filter)
  const rows = Uint32Array.from({ length: report.cells.count }, (_, row) => row).filter(passes)
  const column = columns.find(({ key }) => key === order?.key)
  if (column === undefined || order === undefined) return rows
  return sortRows(rows, column, order.descending)
}

function rowTest(
  { cells }: ComparisonReport,
  columns: readonly TableColumn[],
  { query, verdict, significant }: RowFilter,
): (row: number) => boolean {
  const lists = columns.flatMap(({ words }) => (words === undefined ? [] : [words]))
  // Each word is looked up in the lists of texts once; a row then only asks by place.
  const asked = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) =>
      lists.map(({ list, places }) => ({
        hits: list.map((text) => plainText(text).includes(word)),
        places,
      })),
    )
  const wanted = cells.verdicts.list.indexOf(verdict)
  return (row) => {
    if (significant && cells.significant[row] !== 1) return false
    if (verdict !== '' && cells.verdicts.places[row] !== wanted) return false
    return asked.every((found) => found.some(({ hits, places }) => hits[places[row] ?? 0] === true))
  }
}

/** As typed: with a plain space between number and unit, and without one. */
function plainText(text: string): string {
  const plain = text.toLowerCase()
  return `${plain.replaceAll('\u2009', ' ')} ${plain.replaceAll('\u2009', '')}`
}

/** Stable; rows without a value stand last in either direction. */
function sortRows(rows: Uint32Array, { sortValue }: TableColumn, descending: boolean): Uint32Array {
  const sign = descending ? -1 : 1
  const values = Array.from(rows, sortValue)
  const isAbsent = (value: number | string | undefined) => value === undefined || Number.isNaN(value)
  const places = values.map((_, place) => place)
  const present = Uint32Array.from(places.filter((place) => !isAbsent(values[place])))
  const absent = places.filter((place) => isAbsent(values[place]))
  // Numbers side by side sort several times as fast, which keeps the window free with tens of thousands of rows.
  if (present.every((place) => typeof values[place] === 'number')) {
    const numbers = Float64Array.from(values, Number)
    present.sort((a, b) => sign * ((numbers[a] ?? 0) - (numbers[b] ?? 0)) || a - b)
  } else {
    const texts = values.map(String)
    present.sort((a, b) => sign * compareTexts(texts[a] ?? '', texts[b] ?? '') || a - b)
  }
  return Uint32Array.from([...present, ...absent], (place) => rows[place] ?? 0)
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
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
