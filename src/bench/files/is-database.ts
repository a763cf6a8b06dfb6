import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** The first 16 bytes of every SQLite file (sqlite.org/fileformat.html, section 1.3). */
export const databaseMagic = 'SQLite format 3\0'

/**
 * Whether an existing file is a database: a results file, whole or damaged, or one of another program. One that is
 * named like a results file counts without being opened. Of others 16 bytes are read; no connection of this process may
 * be inside a transaction on the file, because closing a descriptor drops its locks. What cannot be read is none.
 */
export function isDatabase(path: string): boolean {
  if (path.endsWith('.benchwright')) return true
  try {
    if (!statSync(path).isFile()) return false
    const descriptor = openSync(path, 'r')
    try {
      const start = Buffer.alloc(databaseMagic.length)
      return (
        readSync(descriptor, start, 0, start.length, 0) === start.length &&
        start.toString('latin1') === databaseMagic
      )
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return false
  }
}
