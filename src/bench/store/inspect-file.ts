import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { applicationId } from './format'
import { ReviewFileError } from './review-file-error'
import { damagedFile } from './storage-error'

/** What the first 100 bytes of a results file say (sqlite.org/fileformat.html, section 1.3). */
export interface FileFacts {
  /** `user_version`: the format version. */
  readonly version: number
  /** A non-empty `-journal` lies beside it: a write is going on or was cut off. */
  readonly hasJournal: boolean
}

const headerBytes = 100
const magic = 'SQLite format 3\0'

/**
 * Looks at a file before SQLite does and refuses what is not a results file this program can read. Reads only; no
 * connection of this process may be inside a transaction on the file (closing a descriptor drops its locks).
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
  if (header.toString('latin1', 0, Math.min(magic.length, header.length)) !== magic.slice(0, header.length)) {
    throw new ReviewFileError(
      'not-a-results-file',
      path,
      `${path} is not a Benchwright results file.`,
      'Choose a file that ends in .benchwright.',
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
      `Another program switched ${path} to write-ahead logging, so part of it may lie in the file ${path}-wal.`,
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
  const hasJournal = sizeOf(`${path}-journal`) > 0
  checkLength(path, header, sizeBytes, hasJournal)
  return { version, hasJournal }
}

function checkLength(path: string, header: Buffer, sizeBytes: number, hasJournal: boolean): void {
  const storedPageSize = header.readUInt16BE(16)
  const pageBytes = storedPageSize === 1 ? 65536 : storedPageSize
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0) throw damagedFile(path)
  // The page count is valid only when it was written by the same change as the change counter.
  const pageCountValid = header.readUInt32BE(24) === header.readUInt32BE(92)
  if (!hasJournal && pageCountValid && header.readUInt32BE(28) * pageBytes > sizeBytes) throw truncated(path)
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

/** Names an error of the file system; other errors pass unchanged. */
export function fileSystemError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ReviewFileError(
        'missing',
        path,
        `There is no file ${path}.`,
        'Check the path; the file may have been moved or its disk is not connected.',
        error,
      )
    case 'EACCES':
    case 'EPERM':
      return new ReviewFileError(
        'no-permission',
        path,
        `You may not open ${path}.`,
        'Ask its owner for permission to read it, or copy it with an account that may.',
        error,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return new ReviewFileError(
        'disk-full',
        path,
        `There is not enough space for ${path}.`,
        'Free some space on that disk, then try again.',
        error,
      )
    case 'EROFS':
      return new ReviewFileError(
        'read-only',
        path,
        `${path} is on read-only media.`,
        'Choose a folder that can be written.',
        error,
      )
    case 'EIO':
      return new ReviewFileError(
        'input-output',
        path,
        `Reading ${path} failed.`,
        'Check the disk and its cable or network, then try again.',
        error,
      )
    default:
      return error
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

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
