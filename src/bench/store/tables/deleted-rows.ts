import type { Connection } from '../file/connection'
import type { Encoded } from '../file/encode'

/** Tables whose rows stay in the file when they are deleted, until the bin is emptied. */
export const binnedTables = [
  'campaign',
  'plan',
  'figure',
  'document',
  'device_card',
  'scorecard',
  'article_preset',
] as const
export type BinnedTable = (typeof binnedTables)[number]

export function isBinned(table: string): table is BinnedTable {
  return binnedTables.some((one) => one === table)
}

/**
 * From now on, statements that name one of these tables without its schema see only what was not deleted, and no campaign
 * whose import has not ended. Statements that write, or mean every row, use `file.` before the name. Does nothing in a
 * file of a format without a bin.
 */
export function hideDeleted(connection: Connection): void {
  const known = connection.first(
    "SELECT 1 FROM pragma_table_info('campaign', 'file') WHERE name = 'deleted_ms'",
  )
  if (!known) return
  const views = binnedTables.map((table) => {
    // Plans are listed in the order of their rows.
    const columns = table === 'plan' ? 'rowid, *' : '*'
    const isImported = table === 'campaign' ? " AND (source = 'measured' OR state = 'done')" : ''
    return `DROP VIEW IF EXISTS temp.${table};
CREATE TEMP VIEW ${table} AS SELECT ${columns} FROM file.${table} WHERE deleted_ms IS NULL${isImported};`
  })
  connection.execute(views.join('\n'))
}

/** VACUUM finds the tables by names without a schema, so the views must be away. */
export function vacuum(connection: Connection, into?: Encoded): void {
  const isHiding = connection.first("SELECT 1 FROM temp.sqlite_schema WHERE name = 'document'") !== undefined
  if (isHiding) connection.execute(binnedTables.map((table) => `DROP VIEW temp.${table};`).join('\n'))
  try {
    if (into === undefined) connection.execute('VACUUM file')
    else connection.change('VACUUM file INTO ?', into)
  } finally {
    if (isHiding) hideDeleted(connection)
  }
}
