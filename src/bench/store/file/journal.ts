import { closeSync, fstatSync, lstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileSystemError } from './file-system-error'
import { ReviewFileError } from './review-file-error'

/** Begins each header of a rollback journal and ends a super-journal record (sqlite.org/fileformat.html, section 3). */
const magic = Buffer.from('d9d505f920a163d7', 'hex')

/** Magic, number of records, nonce, pages before the write, sector size, page size. */
const headerBytes = 28

/** What follows the name of the super-journal: its length, its checksum and the magic. */
const trailerBytes = 16

/** Longest path of any system. */
const longestNameBytes = 4096

/** "All records up to the end of the journal", as a number of records. */
const untilTheEnd = 0xffffffff

/**
 * Where SQLite keeps the rollback journal of a database: next to the file itself, even if it is opened
 * through a symbolic link.
 */
export function journalPathOf(path: string): string {
  try {
    return `${realpathSync(path)}-journal`
  } catch {
    // Not created yet.
    return `${join(realFolder(path), basename(path))}-journal`
  }
}

/**
 * Throws `bad-journal` for a journal that SQLite must not see: one that names another file, which SQLite
 * would delete, or one that is another file, into which it would write. Benchwright never attaches a second
 * file to a transaction, so its own journals do not end in such a name. Returns the size in bytes, 0 without
 * a journal.
 */
export function refuseForeignJournal(path: string, journal: string): number {
  const status = lstatSync(journal, { throwIfNoEntry: false })
  if (!status) return 0
  if (!status.isFile()) throw badJournal(path, journal, 'is not a regular file')
  if (status.nlink > 1)
    throw badJournal(
      path,
      journal,
      'has a second name on this disk, so writing to it would change another file',
    )
  const end = readEnd(journal)
  if (!end.subarray(-magic.length).equals(magic)) return status.size
  const name = superJournalName(end)
  throw badJournal(
    path,
    journal,
    name === undefined
      ? 'ends like one that names another file to be deleted'
      : `names another file, “${name}”, which would be deleted`,
  )
}

/**
 * Throws `bad-journal` if the first header of a journal does not fit the results file. Must not be called
 * while another process is writing: its journal is incomplete.
 */
export function checkJournalHeader(path: string, journal: string, pageBytes: number, pages: number): void {
  const journalBytes = statSync(journal, { throwIfNoEntry: false })?.size ?? 0
  const header = readHeader(journal)
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic)) return
  const recordBytes = pageBytes + 8
  const sectorBytes = header.readUInt32BE(20)
  const records = header.readUInt32BE(8)
  const room = Math.floor(Math.max(0, journalBytes - sectorBytes) / recordBytes)
  const pagesBefore = header.readUInt32BE(16)
  if (header.readUInt32BE(24) !== pageBytes)
    throw badJournal(path, journal, 'is of a file with another page size')
  if (sectorBytes < 32 || sectorBytes > 65536 || (sectorBytes & (sectorBytes - 1)) !== 0)
    throw badJournal(path, journal, `has a sector size of ${sectorBytes}`)
  if (records !== untilTheEnd && records > room)
    throw badJournal(path, journal, `counts ${records} pages and has room for ${room}`)
  // Pages that the write removed from the end of the file are in the journal.
  if (pagesBefore === 0 || pagesBefore > pages + room)
    throw badJournal(path, journal, `wants to restore ${pagesBefore} pages of a file that has ${pages}`)
}

export function badJournal(path: string, journal: string, what: string, cause?: unknown): ReviewFileError {
  return new ReviewFileError(
    'bad-journal',
    path,
    `The file ${journal} ${what}. Neither it nor ${path} was changed.`,
    `Keep a copy of both, move ${journal} to another folder and open the file again.`,
    cause,
  )
}

function superJournalName(end: Buffer): string | undefined {
  if (end.length < trailerBytes) return undefined
  const nameBytes = end.readUInt32BE(end.length - trailerBytes)
  const from = end.length - trailerBytes - nameBytes
  return nameBytes === 0 || from < 0 ? undefined : end.toString('utf8', from, from + nameBytes)
}

function readEnd(journal: string): Buffer {
  return withFile(journal, (descriptor, sizeBytes) => {
    const end = Buffer.alloc(Math.min(sizeBytes, longestNameBytes + trailerBytes))
    return end.subarray(0, readSync(descriptor, end, 0, end.length, sizeBytes - end.length))
  })
}

function readHeader(journal: string): Buffer {
  return withFile(journal, (descriptor) => {
    const header = Buffer.alloc(headerBytes)
    return header.subarray(0, readSync(descriptor, header, 0, headerBytes, 0))
  })
}

/** Returns nothing if the journal is gone: another process has just ended its write. */
function withFile(journal: string, work: (descriptor: number, sizeBytes: number) => Buffer): Buffer {
  try {
    const descriptor = openSync(journal, 'r')
    try {
      return work(descriptor, fstatSync(descriptor).size)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw fileSystemError(error, journal)
  }
}

function realFolder(path: string): string {
  try {
    return realpathSync(dirname(path))
  } catch {
    return dirname(path)
  }
}
