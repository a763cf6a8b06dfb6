import { openReview } from '../bench/store/open-review'
import type { ReviewReader } from '../bench/store/review-store'

/** Opens a results file for reading, hands it over and closes it whatever happens. */
export async function withReview<T>(
  path: string,
  work: (review: ReviewReader) => T | Promise<T>,
): Promise<T> {
  const review = openReview(path, { mode: 'read' })
  try {
    return await work(review)
  } finally {
    review.close()
  }
}
