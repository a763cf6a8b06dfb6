import { integerOf, textOf } from './columns'
import type { Connection } from './connection'
import { integer, text } from './encode'
import type { CreatedFile } from './review-store'

export function listCreatedFiles(connection: Connection, hostId: string): readonly CreatedFile[] {
  const rows = connection.all(
    'SELECT host_id, path, device_number, inode, created_ms FROM created_file WHERE host_id = ? ORDER BY path',
    text(hostId, 'A host id'),
  )
  return rows.map((row) => ({
    hostId: textOf(row, 'host_id'),
    path: textOf(row, 'path'),
    deviceNumber: textOf(row, 'device_number'),
    inode: textOf(row, 'inode'),
    createdAtMs: integerOf(row, 'created_ms'),
  }))
}

/** Adds the file, or replaces the record of an earlier file at the same path. */
export function recordCreatedFile(connection: Connection, file: CreatedFile): void {
  connection.change(
    'INSERT OR REPLACE INTO created_file (host_id, path, device_number, inode, created_ms) VALUES (?, ?, ?, ?, ?)',
    text(file.hostId, 'A host id'),
    text(file.path, 'A path'),
    text(file.deviceNumber, 'A device number'),
    text(file.inode, 'An inode'),
    integer(Math.round(file.createdAtMs), 'The time'),
  )
}

export function forgetCreatedFile(connection: Connection, hostId: string, path: string): void {
  connection.change(
    'DELETE FROM created_file WHERE host_id = ? AND path = ?',
    text(hostId, 'A host id'),
    text(path, 'A path'),
  )
}
