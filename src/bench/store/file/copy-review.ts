import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Connection } from './connection'
import { vacuum } from '../tables/deleted-rows'
import { text } from './encode'
import { fileSystemError } from './file-system-error'
import { alreadyThere, ReviewFileError } from './review-file-error'
import { storageError } from './storage-error'
import { noteUnfinished } from '../../files/unfinished'
import { whyFolderReadOnly } from './writable'

/**
 * Writes a compact copy of the open file to an unused path; the copy appears complete or not at all. Works on
 * read-only files, and on a file that was moved while open. The runner's lock is not copied,
 * nor what `emptyBin` removes from the copy and counts.
 */
export function copyInto(
  connection: Connection,
  destination: string,
  emptyBin: (copy: Connection) => number = () => 0,
): void {
  if (existsSync(destination)) throw alreadyThere(destination)
  checkFolder(destination)
  const unfinished = unfinishedPath(destination)
  const forget = noteUnfinished('file', unfinished)
  try {
    vacuum(connection, text(unfinished, 'The path of the copy'))
    completeCopy(unfinished, emptyBin)
    appear(unfinished, destination)
  } catch (error) {
    removeUnfinished(unfinished)
    throw ofDestination(error, destination)
  } finally {
    forget()
  }
}

/** Throws if nothing can be written into the folder of a new file. */
export function checkFolder(destination: string): void {
  const reason = whyFolderReadOnly(dirname(destination))
  if (reason === undefined) return
  throw new ReviewFileError(
    'read-only',
    destination,
    `${destination} cannot be created: ${reason}`,
    'Choose another folder.',
  )
}

/**
 * SQLite reports that a disk is full or a file cannot be opened, but not which; when copying, it is the new
 * one.
 */
function ofDestination(error: unknown, destination: string): unknown {
  const isOurs = error instanceof ReviewFileError && error.path !== destination
  return isOurs && (error.id === 'disk-full' || error.id === 'no-permission')
    ? storageError(error.cause, destination)
    : error
}

/** A name next to the destination for a file that is not complete yet. */
export function unfinishedPath(destination: string): string {
  return `${destination}.unfinished-${process.pid}-${Date.now().toString(36)}`
}

/** Removes a file that could not be completed, with the journal that a failed write leaves. */
export function removeUnfinished(unfinished: string): void {
  rmSync(unfinished, { force: true })
  rmSync(`${unfinished}-journal`, { force: true })
}

/**
 * Gives a complete file its name without ever replacing another, and makes sure that file and name are on the
 * disk.
 */
export function appear(unfinished: string, destination: string): void {
  try {
    flush(unfinished, 'r+')
    try {
      linkSync(unfinished, destination)
      rmSync(unfinished, { force: true })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EEXIST' || existsSync(destination)) throw alreadyThere(destination)
      // File systems without hard links (FAT, some network folders).
      renameSync(unfinished, destination)
    }
    if (process.platform !== 'win32') flush(dirname(destination), 'r')
  } catch (error) {
    throw fileSystemError(error, destination)
  }
}

function completeCopy(path: string, emptyBin: (copy: Connection) => number): void {
  const copy = new Connection(path, 'write')
  try {
    copy.execute('DELETE FROM runner_lock')
    if (copy.write(() => emptyBin(copy)) > 0) vacuum(copy)
  } finally {
    copy.close()
  }
}

function flush(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
