import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { databaseMagic } from '../../files/is-database'
import { fileSystemError } from './file-system-error'
import { applicationId } from './format'
import { journalPathOf, refuseForeignJournal } from './journal'
import { ReviewFileError } from './review-file-error'
import { damagedFile } from './storage-error'

/** What the first 100 bytes of a results file say (sqlite.org/fileformat.html, section 1.3). */
export interface FileFacts {
  /** `user_version`: the format version. */
  readonly version: number
  readonly pageBytes: number
  readonly sizeBytes: number
  /** Path of its rollback journal, if there is one. */
  readonly journal: string
  /** The journal exists and is not empty: a write is in progress or was cut off. */
  readonly hasJournal: boolean
}

const headerBytes = 100

/**
 * Examines a file before SQLite does, and refuses anything that is not a results file this program can read.
 * Only reads; no connection of this process may be inside a transaction on the file (closing a descriptor
 * drops its locks).
 */
export function inspectFile(path: string, newestVersion: number): FileFacts {
  const { header, sizeBytes } = readHeader(path)
  if (sizeBytes === 0) {
    throw new ReviewFileError(
      'empty',
      path,
      `${path} is empty (0 bytes).`,
      'Open a backup or another copy; a file that was cut off while copying must be copied again.',
    )
  }
  if (
    header.toString('latin1', 0, Math.min(databaseMagic.length, header.length)) !==
    databaseMagic.slice(0, header.length)
  ) {
    throw new ReviewFileError(
      'not-a-results-file',
      path,
      `${path} is not a Benchwright results file.`,
      path.endsWith('.benchwright')
        ? 'Only its name ends like one: open a backup, or find out what wrote it. The output of a benchmark is imported, not opened.'
        : 'Choose a file that ends in .benchwright.',
    )
  }
  if (header.length < headerBytes) throw truncated(path)
  const foundId = header.readUInt32BE(68)
  if (foundId !== applicationId) {
    throw new ReviewFileError(
      'foreign',
      path,
      `${path} is a database of another program.`,
      'Choose a file that was saved by Benchwright.',
    )
  }
  if (header[18] === 2 || header[19] === 2 || existsSync(`${path}-wal`)) {
    throw new ReviewFileError(
      'write-ahead-log',
      path,
      `Another program switched ${path} to write-ahead logging, so part of it may be in the file ${path}-wal.`,
      `Keep both files together and run: sqlite3 "${path}" "PRAGMA journal_mode=DELETE". Then open it again.`,
    )
  }
  const version = header.readUInt32BE(60)
  if (version > newestVersion) {
    throw new ReviewFileError(
      'newer',
      path,
      `${path} was written by a newer Benchwright: its format is version ${version}, this program reads up to version ${newestVersion}.`,
      'Open it with the newer Benchwright, or update this one.',
    )
  }
  if (version < 1) throw damagedFile(path)
  const journal = journalPathOf(path)
  const hasJournal = refuseForeignJournal(path, journal) > 0
  const pageBytes = checkLength(path, header, sizeBytes, hasJournal)
  return { version, pageBytes, sizeBytes, journal, hasJournal }
}

/** Returns the page size in bytes. */
function checkLength(path: string, header: Buffer, sizeBytes: number, hasJournal: boolean): number {
  const storedPageSize = header.readUInt16BE(16)
  const pageBytes = storedPageSize === 1 ? 65536 : storedPageSize
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0) throw damagedFile(path)
  // The page count is valid only if it was written by the same change as the change counter.
  const pageCountValid = header.readUInt32BE(24) === header.readUInt32BE(92)
  if (!hasJournal && pageCountValid && header.readUInt32BE(28) * pageBytes > sizeBytes) throw truncated(path)
  return pageBytes
}

function readHeader(path: string): { header: Buffer; sizeBytes: number } {
  try {
    const status = statSync(path)
    if (!status.isFile()) {
      throw new ReviewFileError(
        'not-a-file',
        path,
        `${path} is not a file.`,
        'Choose a file that ends in .benchwright.',
      )
    }
    const descriptor = openSync(path, 'r')
    try {
      const header = Buffer.alloc(headerBytes)
      return {
        header: header.subarray(0, readSync(descriptor, header, 0, headerBytes, 0)),
        sizeBytes: status.size,
      }
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throw fileSystemError(error, path)
  }
}

function truncated(path: string): ReviewFileError {
  return new ReviewFileError(
    'truncated',
    path,
    `${path} is incomplete: its end is missing.`,
    'Copy it again from where it came from, or open a backup.',
  )
}
