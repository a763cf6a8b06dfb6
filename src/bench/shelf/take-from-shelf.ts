import { join } from 'node:path'
import type { ShelfPick, ShelfTake, ShelfTaking } from '../../core/contract/shelf-requests'
import { silentAmong } from '../hosts/local/until-answered'
import { openReview } from '../store/open-review'
import type { ReviewWriter } from '../store/review-store'
import { isSameFile } from '../store/merge/take-into'
import { problemText, type Shelf, ShelfError } from './shelf'

/** Progress of a take: campaigns, and the file being read. */
interface TakeProgress {
  readonly done: number
  readonly total: number
  readonly name: string
}

/** Path of a file of the shelf as it was last read. Throws a ShelfError for any other. */
export function pathOnShelf(shelf: Shelf | undefined, file: string): string {
  if (shelf?.files.some(({ path }) => path === file)) return join(shelf.folder, file)
  throw new ShelfError(`${file} is not on the shelf.`, 'Read the shelf again.')
}

/**
 * Copies campaigns from files of the shelf into a review: all or none of a file, whose seals are checked
 * first. A file that cannot be used is reported with the reason and does not hold up the others. If
 * cancelled, ends between two files.
 */
export async function takeFromShelf(
  review: ReviewWriter,
  shelf: Shelf | undefined,
  picks: readonly ShelfPick[],
  {
    signal,
    onProgress,
  }: { readonly signal?: AbortSignal; readonly onProgress?: (progress: TakeProgress) => void } = {},
): Promise<ShelfTaking> {
  const paths = picks.map(({ file }) => pathOnShelf(shelf, file))
  const total = picks.reduce((sum, { campaignIds }) => sum + campaignIds.length, 0)
  const files: ShelfTake[] = []
  let done = 0
  for (const [at, { file, campaignIds }] of picks.entries()) {
    onProgress?.({ done, total, name: file })
    // Lets a cancellation through before each file.
    await new Promise((resolve) => setImmediate(resolve))
    if (signal?.aborted === true) return { files, cancelled: true }
    const whole = paths[at] ?? ''
    const problem = (await silentAmong([whole], { signal })).get(whole)
    files.push({
      file,
      ...(problem === undefined ? takeFile(review, { whole, path: file }, campaignIds) : { problem }),
    })
    done += campaignIds.length
  }
  onProgress?.({ done, total, name: '' })
  return { files, cancelled: false }
}

function takeFile(
  review: ReviewWriter,
  file: { readonly whole: string; readonly path: string },
  campaignIds: readonly number[],
): Omit<ShelfTake, 'file'> {
  if (isSameFile(file.whole, review.path)) return { problem: `${file.path} is the file of this review.` }
  try {
    const other = openReview(file.whole, { mode: 'read' })
    try {
      return { report: review.takeCampaigns(other, { campaignIds }) }
    } finally {
      other.close()
    }
  } catch (error) {
    return { problem: problemText(error, file) }
  }
}
