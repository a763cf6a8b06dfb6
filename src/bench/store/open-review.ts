import { resolve } from 'node:path'
import type { Migration } from './migrations/migration'
import { migrations } from './migrations/migrations'
import { openFile } from './open-file'
import { ReviewFileError } from './review-file-error'
import type { ReviewReader, ReviewWriter } from './review-store'
import { reviewWriter } from './sqlite-review'
import { reviewReader } from './sqlite-review-reader'

/**
 * Opens a results file. `read` never writes, not even a journal. `write` gives a ReviewWriter, or a plain reader with
 * the reason in its summary where the file cannot be written (see `isWriter`). A file in an older format is copied
 * beside itself and updated in mode `write`; in mode `read` an updated private copy is read.
 * Throws a ReviewFileError, with the file untouched, for anything that is not a sound results file.
 */
export function openReview(path: string, options: { mode: 'read' }): ReviewReader
export function openReview(path: string, options: { mode: 'read' | 'write' }): ReviewReader | ReviewWriter
export function openReview(path: string, options: { mode: 'read' | 'write' }): ReviewReader | ReviewWriter {
  return openReviewWith(path, options, migrations)
}

/** The same with another series of formats; for tests of the step from one version to the next. */
export function openReviewWith(
  path: string,
  options: { mode: 'read' | 'write' },
  series: readonly Migration[],
): ReviewReader | ReviewWriter {
  const file = openFile(resolve(path), options.mode, series)
  return file.connection.access === 'write' ? reviewWriter(file) : reviewReader(file)
}

/** True when the review can be written. */
export function isWriter(review: ReviewReader): review is ReviewWriter {
  return !review.readOnly
}

/** Opens a results file for writing; a ReviewFileError with the reason where it cannot be written. */
export function openForWriting(path: string): ReviewWriter {
  const review = openReview(path, { mode: 'write' })
  if (isWriter(review)) return review
  const reason = review.summary().readOnlyReason ?? 'The file cannot be written.'
  review.close()
  throw new ReviewFileError(
    'read-only',
    path,
    `${path}: ${reason}`,
    'Copy the file to a folder you may write to and use the copy.',
  )
}
