import { isWriter, openReview } from '../bench/store/open-review'
import type { ReviewWriter } from '../bench/store/review-store'
import { CommandError } from './command'

/** Opens a results file for writing; a CommandError with the reason where it cannot be written. */
export function openForWriting(path: string): ReviewWriter {
  const review = openReview(path, { mode: 'write' })
  if (isWriter(review)) return review
  const reason = review.summary().readOnlyReason ?? 'The file cannot be written.'
  review.close()
  throw new CommandError(`${path}: ${reason}`, 'Copy the file to a folder you may write to and use the copy.')
}
