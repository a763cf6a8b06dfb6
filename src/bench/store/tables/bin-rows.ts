import type { Connection } from '../file/connection'
import type { BinnedTable } from './deleted-rows'
import { integer, time } from '../file/encode'
import { seal } from '../integrity/seal'

/** Puts a row into the bin, if it is there and not in the bin already. `rowId`: its rowid. */
export function putIntoBin(connection: Connection, table: BinnedTable, rowId: number): void {
  setDeleted(connection, table, rowId, Date.now())
}

/** Takes a row out of the bin. False if it is not in there. */
export function takeFromBin(connection: Connection, table: BinnedTable, rowId: number): boolean {
  return setDeleted(connection, table, rowId, undefined)
}

function setDeleted(
  connection: Connection,
  table: BinnedTable,
  rowId: number,
  atMs: number | undefined,
): boolean {
  const id = integer(rowId, 'A row')
  const changed = connection.change(
    `UPDATE file.${table} SET deleted_ms = ? WHERE rowid = ? AND (deleted_ms IS NULL) = ?`,
    atMs === undefined ? null : time(atMs, 'The time'),
    id,
    integer(atMs === undefined ? 0 : 1, 'Whether it is deleted'),
  )
  if (changed > 0) seal(connection, table, id)
  return changed > 0
}
