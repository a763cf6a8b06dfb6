import { largestOf } from '../../../core/iterables'
import { readFileSync, statSync } from 'node:fs'
import { formatBytes } from '../../../core/units/bytes'
import { BadColumnError, DamagedContentError, InvalidValueError, ReviewFileError } from './review-file-error'
import { whyReadOnly } from './writable'

/** Extended result codes of SQLite that need their own message (sqlite.org/rescode.html). */
const readOnlyMoved = 1032
export const readOnlyRollback = 776

/** SQLITE_ERROR, which says no more than its message. */
const unspecified = 1

/** Primary result codes. */
const codes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  notDatabase: 26,
}

/** The driver's `all` and `iterate` pass on SQLite's message without its code (seen in 1.2.1). */
const codesByWords: readonly (readonly [words: RegExp, code: number])[] = [
  [/malformed JSON/, codes.mismatch],
  [/malformed/, codes.corrupt],
  [/database (table )?is locked/, codes.busy],
  [/readonly database/, codes.readOnly],
  [/disk I\/O error/, codes.inputOutput],
  [/disk is full/, codes.full],
  [/unable to open/, codes.cannotOpen],
  [/not a database/, codes.notDatabase],
  [/too big/, codes.tooBig],
  [/unsupported file format|same text encoding/, codes.corrupt],
]

/** The driver's message for a whole number beyond 2^53, which comes with several codes. */
const tooLargeForJavaScript = 'too large to be represented'

/** The driver's messages for any request to a closed database. */
const notOpen = /database is not open|statement has been finalized/

/** The extended SQLite result code of an error from the driver; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return undefined
  const coded = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : unspecified
  return coded === unspecified ? codesByWords.find(([words]) => words.test(error.message))?.[1] : coded
}

/**
 * Turns whatever was thrown while working on a results file into an error that says what happened and what to do.
 * `largest`: where the largest value of the file is.
 */
export function storageError(error: unknown, path: string, largest?: () => string | undefined): unknown {
  if (error instanceof ReviewFileError) return error
  if (error instanceof BadColumnError)
    return new DamagedContentError(path, `${path}: ${error.message}`, error)
  if (error instanceof InvalidValueError) {
    return new ReviewFileError(
      'invalid-value',
      path,
      error.message,
      'Correct the value; nothing was stored.',
      error,
    )
  }
  if (!(error instanceof Error)) return error
  if (notOpen.test(error.message)) {
    return new ReviewFileError(
      'closed',
      path,
      `${path} was closed here before this was done, so nothing was stored.`,
      'Open it again; what still runs is stored when its campaign is resumed.',
      error,
    )
  }
  const outOfRange = 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
  if (outOfRange || error instanceof RangeError || error.message.includes(tooLargeForJavaScript))
    return new DamagedContentError(path, `${path} holds a number that is out of range.`, error)
  const code = sqliteCode(error)
  if (code !== undefined) return fromCode(code, error, path, largest)
  return 'code' in error && error.code === 'ERR_SQLITE_ERROR' ? unexpected(error, path) : error
}

function fromCode(
  code: number,
  error: Error,
  path: string,
  largest: (() => string | undefined) | undefined,
): ReviewFileError {
  if (code === readOnlyMoved) {
    return new ReviewFileError(
      'moved',
      path,
      `${path} was moved, deleted or replaced while it was open, so nothing was saved to it.`,
      'Save a copy of the review (File, Save a Copy), or put the file back and open it again.',
      error,
    )
  }
  const primary = code & 0xff
  // SQLite has one code for a file that it may not open, may not write, or has no folder for its journal.
  const protectedNow =
    primary === codes.readOnly || primary === codes.cannotOpen ? whyReadOnly(path) : undefined
  if (protectedNow !== undefined) {
    return new ReviewFileError(
      primary === codes.readOnly ? 'read-only' : 'no-permission',
      path,
      `${protectedNow} Nothing was saved to ${path}.`,
      'Make it writable and try again, or copy the file to a folder that you may write and open the copy.',
      error,
    )
  }
  switch (primary) {
    case codes.busy:
    case codes.locked:
      return new ReviewFileError(
        'busy',
        path,
        `${path} is being written by another program.`,
        'Close the other program that has it open, then try again.',
        error,
      )
    case codes.readOnly:
      return new ReviewFileError(
        'read-only',
        path,
        `${path} cannot be written.`,
        'Copy the file to a folder that you may write and open the copy.',
        error,
      )
    case codes.full:
      return new ReviewFileError(
        'disk-full',
        path,
        `The disk that holds ${path} is full. What was saved before is safe; the last change was not saved.`,
        'Free some space on that disk, then try again.',
        error,
      )
    case codes.inputOutput: {
      const limit = reachedSizeLimit(path)
      if (limit !== undefined)
        return new ReviewFileError(
          'input-output',
          path,
          `${path} cannot grow: this process may write no file larger than ${formatBytes(limit)} ('ulimit -f').`,
          'Raise the limit where Benchwright is started, then try again.',
          error,
        )
      return new ReviewFileError(
        'input-output',
        path,
        `Reading or writing ${path} failed (${error.message}).`,
        'Check the disk and its cable or network, then try again.',
        error,
      )
    }
    case codes.cannotOpen:
      return new ReviewFileError(
        'no-permission',
        path,
        `${path} or a file beside it cannot be opened.`,
        'Check the permissions of the file and of its folder.',
        error,
      )
    case codes.corrupt:
    case codes.notDatabase:
      return damagedFile(path, error)
    case codes.mismatch:
      return new DamagedContentError(
        path,
        `${path} holds a value of the wrong kind (${error.message}).`,
        error,
      )
    case codes.tooBig:
      return new DamagedContentError(
        path,
        `${path} holds a value of more than 64 MiB, which no sound file does: ${largest?.() ?? 'its place cannot be found'}.`,
        error,
      )
    case codes.constraint:
      return new ReviewFileError(
        'invalid-value',
        path,
        `A value does not fit into ${path}: ${error.message}.`,
        'Correct the value; nothing was stored.',
        error,
      )
    default:
      return unexpected(error, path)
  }
}

function unexpected(error: Error, path: string): ReviewFileError {
  return new ReviewFileError(
    'unexpected',
    path,
    `${path}: SQLite reports “${error.message}”. Nothing was stored.`,
    'Run "benchwright check" on the file. If it finds nothing, this is a fault of the program: please report it with these words.',
    error,
  )
}

export function damagedFile(path: string, cause?: unknown): ReviewFileError {
  const detail = cause instanceof Error ? ` (${cause.message})` : ''
  return new ReviewFileError(
    'damaged',
    path,
    `${path} is damaged and cannot be read safely${detail}. It was not changed.`,
    'Open a backup or another copy of the file.',
    cause,
  )
}

/** No page of SQLite is larger, so that no write that was refused began further from the limit. */
const largestWrite = 65_536

/** The limit on the size of files of this process in bytes, if the file or its journal has reached it; Linux only. */
function reachedSizeLimit(path: string): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const limit = /^Max file size +(\d+) /m.exec(limits)?.[1]
    if (limit === undefined) return undefined
    const sizes = [path, `${path}-wal`, `${path}-journal`].map(
      (each) => statSync(each, { throwIfNoEntry: false })?.size ?? 0,
    )
    return largestOf(sizes, 0) + largestWrite >= Number(limit) ? Number(limit) : undefined
  } catch {
    return undefined
  }
}
