import { AppError } from '../../../core/errors/app-error'

/** Why a results file could not be opened, read or written. Stable ids for tests, the command line and the window. */
export type ReviewFileErrorId =
  /** Nothing at this path. */
  | 'missing'
  /** On creation: something already exists there. */
  | 'exists'
  /** A folder, a device, a pipe. */
  | 'not-a-file'
  | 'no-permission'
  /** 0 bytes long. */
  | 'empty'
  /** Some other kind of file. */
  | 'not-a-results-file'
  /** An SQLite database of another program. */
  | 'foreign'
  /** Tables, views or triggers that this program did not create. */
  | 'foreign-schema'
  /** Written by a newer version of this program. */
  | 'newer'
  | 'truncated'
  /** Another program switched it to write-ahead logging, or a `-wal` file is next to it. */
  | 'write-ahead-log'
  /** A `-journal` next to it does not lead back to a sound file. */
  | 'bad-journal'
  /** SQLite cannot make sense of it. */
  | 'damaged'
  /** Opens, but a stored value does not match its checksum or its type. */
  | 'damaged-content'
  | 'read-only'
  /** Moved, deleted or replaced while open. */
  | 'moved'
  | 'disk-full'
  /** Another process is writing for longer than the time limit. */
  | 'busy'
  | 'input-output'
  /** A request to a file that this program has closed. */
  | 'closed'
  /** An unexpected error from SQLite. */
  | 'unexpected'
  /** Another process took over the runner's lock. */
  | 'lock-lost'
  /** An older copy was written over the file while a campaign was executed from it. */
  | 'rolled-back'
  /** The caller named something that is not in the file, or requested what the state of a run forbids. */
  | 'not-found'
  | 'no-plan'
  | 'name-taken'
  | 'refused'
  /** Another program has changed the item since it was read. */
  | 'changed-elsewhere'
  /** A value that must not be stored, such as NaN or text with a NUL. */
  | 'invalid-value'

/** What went wrong with a results file, where, and what to do. The file is unchanged when this is thrown. */
export class ReviewFileError extends AppError {
  override readonly name: string = 'ReviewFileError'
  declare readonly id: ReviewFileErrorId
  declare readonly remedy: string
  readonly path: string

  constructor(id: ReviewFileErrorId, path: string, message: string, remedy: string, cause?: unknown) {
    super(message, remedy, id, cause === undefined ? undefined : { cause })
    this.path = path
  }
}

/** A stored value does not match its checksum, its type or its format. The rest of the file can still be read. */
export class DamagedContentError extends ReviewFileError {
  override readonly name = 'DamagedContentError'

  constructor(path: string, message: string, cause?: unknown) {
    super(
      'damaged-content',
      path,
      message,
      'Run "benchwright check" on the file to list all damage, and take the damaged parts from a backup.',
      cause,
    )
  }
}

/** Thrown below the connection, where the file's path is not known; the connection turns it into a DamagedContentError. */
export class BadColumnError extends Error {
  constructor(where: string, found: string) {
    super(`${where} ${found}`)
    this.name = 'BadColumnError'
  }
}

/** Thrown below the connection for a value that must not be stored; becomes a ReviewFileError `invalid-value`. */
export class InvalidValueError extends Error {
  constructor(what: string, why: string) {
    super(`${what} ${why}`)
    this.name = 'InvalidValueError'
  }
}

export function alreadyThere(path: string): ReviewFileError {
  return new ReviewFileError(
    'exists',
    path,
    `${path} exists already.`,
    'Choose another name; existing files are never replaced.',
  )
}
