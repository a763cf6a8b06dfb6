import { existsSync, realpathSync, rmSync } from 'node:fs'
import type { TakeReport } from '../../../core/contract/shelf-requests'
import { AppError } from '../../../core/errors/app-error'
import { createReview } from '../create-review'
import { openForWriting } from '../open-review'
import type { ReviewReader } from '../review-store'
import type { TakeOptions } from './take-campaigns'

/** Why a file cannot take from another. */
class TakeError extends AppError {
  override readonly name = 'TakeError'
}

/**
 * Copies campaigns of an open review into the results file at a path. A missing file is created, and stays
 * only if something was put into it. Throws a TakeError if both are the same file, and the store's errors.
 */
export function takeInto(path: string, other: ReviewReader, options: TakeOptions = {}): TakeReport {
  const isNew = !existsSync(path)
  if (!isNew && isSameFile(path, other.path))
    throw new TakeError(`${path}: that is the same results file.`, 'Name another results file.')
  if (isNew && !path.endsWith('.benchwright'))
    throw new TakeError(
      `${path}: there is no such results file, and a new one must be named *.benchwright.`,
      'Check the names: the results file that takes must not be mixed up with the other.',
    )
  const review = isNew ? createReview(path) : openForWriting(path)
  let isFilled = false
  try {
    const report = review.takeCampaigns(other, options)
    isFilled =
      report.taken.length > 0 || Object.values(report.rest ?? {}).some((one) => one === true || one > 0)
    return report
  } finally {
    review.close()
    if (isNew && !isFilled) rmSync(review.path)
  }
}

/** Whether two paths lead to the same file. */
export function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}
