import { levelText } from '../plan/case-key'
import type { Table } from './table'

/** A table without the columns that say the same in every row; those of `kept` stay, and the first where none else does. */
export function withoutConstants({ columns, rows }: Table, kept: (key: string) => boolean): Table {
  const varies = (at: number) => new Set(rows.map((row) => levelText(row[at]))).size > 1
  const places = columns.map((_, at) => at)
  const names = places.filter((at) => !kept(columns[at]?.key ?? '') && varies(at))
  const shown = places.filter(
    (at) => kept(columns[at]?.key ?? '') || names.includes(at) || (names.length === 0 && at === 0),
  )
  return {
    columns: shown.flatMap((at) => columns[at] ?? []),
    rows: rows.map((row) => shown.map((at) => row[at])),
  }
}
