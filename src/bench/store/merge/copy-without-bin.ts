import type { Connection } from '../file/connection'
import { copyInto } from '../file/copy-review'
import { watchRows } from '../integrity/row-digests'
import { eraseFromBin, listBin } from '../tables/bin'

/** "Save as": a copy without the bin; see `copyInto`. */
export function copyWithoutBin(connection: Connection, destination: string): void {
  copyInto(connection, destination, emptyBin)
}

/** Removes all of it for good; returns how much there was. */
function emptyBin(connection: Connection): number {
  const items = listBin(connection)
  watchRows(connection)
  for (const { kind, key } of items) eraseFromBin(connection, kind, key)
  return items.length
}
