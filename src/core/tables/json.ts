import type { Cell, Table } from './table'

/** A table as objects, one per row, keyed by column; an absent cell is null, so that every row has every key. */
export function tableToObjects(
  table: Table,
): readonly Readonly<Record<string, Exclude<Cell, undefined> | null>>[] {
  return table.rows.map((row) => {
    const entries = table.columns.map(({ key }, index) => [key, row[index] ?? null] as const)
    return Object.fromEntries(entries)
  })
}

/** The same as JSON text, one row per line so that a difference reads well. */
export function tableToJson(table: Table): string {
  const rows = tableToObjects(table).map((row) => `  ${JSON.stringify(row)}`)
  return rows.length === 0 ? '[]\n' : `[\n${rows.join(',\n')}\n]\n`
}
