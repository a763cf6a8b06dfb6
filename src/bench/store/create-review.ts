import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { appear, checkFolder, removeUnfinished, unfinishedPath } from './file/copy-review'
import { Connection } from './file/connection'
import { applicationId } from './file/format'
import { migrate } from './file/migrate'
import type { Migration } from './migrations/migration'
import { migrations } from './migrations/migrations'
import { openFile } from './file/open-file'
import { insertDetails, type NewDetails } from './tables/review-details'
import { alreadyThere, ReviewFileError } from './file/review-file-error'
import { reviewWriter, type ReviewWriter } from './review-store'
import { noteUnfinished } from '../files/unfinished'

/**
 * Creates a new results file and opens it. It appears at its path complete or not at all, and never replaces
 * a file. The title is the file's name until it is changed. `details` are for files that are built the same
 * every time.
 */
export function createReview(path: string, details: Partial<NewDetails> = {}): ReviewWriter {
  return createReviewWith(path, migrations, details)
}

/** The same with another series of formats; for tests of the step from one version to the next. */
export function createReviewWith(
  path: string,
  series: readonly Migration[],
  details: Partial<NewDetails> = {},
): ReviewWriter {
  const destination = resolve(path)
  if (existsSync(destination)) throw alreadyThere(destination)
  checkFolder(destination)
  const unfinished = unfinishedPath(destination)
  const forget = noteUnfinished('file', unfinished)
  try {
    fill(unfinished, destination, series, details)
    appear(unfinished, destination)
  } catch (error) {
    removeUnfinished(unfinished)
    throw error
  } finally {
    forget()
  }
  const file = openFile(destination, 'write', series)
  if (file.connection.access === 'write') return reviewWriter(file)
  file.connection.close()
  throw new ReviewFileError(
    'read-only',
    destination,
    `${destination} was made but cannot be written.`,
    'Choose another folder.',
  )
}

function fill(
  unfinished: string,
  destination: string,
  series: readonly Migration[],
  details: Partial<NewDetails>,
): void {
  const connection = new Connection(unfinished, 'create', destination)
  try {
    connection.execute('PRAGMA file.journal_mode = DELETE')
    connection.write(() => {
      connection.execute(`PRAGMA file.application_id = ${applicationId}`)
      migrate(connection, series)
      insertDetails(connection, {
        title: basename(destination).replace(/\.benchwright$/, ''),
        notes: '',
        uuid: randomUUID(),
        createdAtMs: Date.now(),
        ...details,
      })
    })
  } finally {
    connection.close()
  }
}
