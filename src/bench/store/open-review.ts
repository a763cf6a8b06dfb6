import { resolve } from 'node:path'
import type { Migration } from './migrations/migration'
import { migrations } from './migrations/migrations'
import { openFile } from './file/open-file'
import { ReviewFileError } from './file/review-file-error'
import { reviewWriter, type ReviewReader, type ReviewWriter } from './review-store'
import { reviewReader } from './sqlite-review-reader'

interface OpenOptions {
  readonly mode: 'read' | 'write'
  readonly busyMs?: number
}

/**
 * Opens a results file. `read` never writes, not even a journal. `write` returns a ReviewWriter, or a plain
 * reader with the reason in its summary if the file cannot be written (see `isWriter`). A file in an older
 * format is updated in mode `write`, with a copy next to it; in mode `read` an updated private copy is read.
 * `busyMs` is how long to wait while another program writes the file; a few seconds if unset. Throws a
 * ReviewFileError, with the file untouched, for anything that is not a sound results file.
 */
export function openReview(path: string, options: { mode: 'read'; busyMs?: number }): ReviewReader
export function openReview(path: string, options: { mode: 'read' | 'write' }): ReviewReader | ReviewWriter
export function openReview(path: string, options: OpenOptions): ReviewReader | ReviewWriter {
  return openReviewWith(path, options, migrations)
}

/** The same with another series of formats; for tests of the step from one version to the next. */
export function openReviewWith(
  path: string,
  { mode, busyMs }: OpenOptions,
  series: readonly Migration[],
): ReviewReader | ReviewWriter {
  const file = openFile(resolve(path), mode, series, busyMs)
  return file.connection.access === 'write' ? reviewWriter(file) : reviewReader(file)
}

/** True if the review can be written. */
export function isWriter(review: ReviewReader): review is ReviewWriter {
  return !review.readOnly
}

/** Opens a results file for writing; throws a ReviewFileError with the reason if it cannot be written. */
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
