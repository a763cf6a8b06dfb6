import { levelText } from '../../plan/cases'
import { mapRows } from '../../iterables'
import { type Table } from '../figure/table'

/** A table without the columns that are the same in every row, except those in `kept`, or the first if none is left. */
export function withoutConstants({ columns, rows, units }: Table, kept: (key: string) => boolean): Table {
  const first: (string | undefined)[] = []
  const varies = columns.map(() => false)
  for (const row of rows) {
    columns.forEach((_, at) => {
      if (varies[at] === true) return
      const text = levelText(row[at])
      first[at] ??= text
      if (first[at] !== text) varies[at] = true
    })
  }
  const places = columns.map((_, at) => at)
  const isKept = (at: number) => kept(columns[at]?.key ?? '')
  const names = places.filter((at) => !isKept(at) && varies[at] === true)
  const shown = places.filter((at) => isKept(at) || names.includes(at) || (names.length === 0 && at === 0))
  return {
    columns: shown.flatMap((at) => columns[at] ?? []),
    rows: mapRows(rows, (row) => shown.map((at) => row[at])),
    ...(units && { units }),
  }
}
