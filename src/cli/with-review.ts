import { openReview } from '../bench/store/open-review'
import type { ReviewReader } from '../bench/store/review-store'
import { withoutSerials } from '../bench/store/without-serials'
import { CommandError, type ParsedCommand } from './command'

/** For commands whose output is passed on to others. */
export const redactOption = {
  'redact-serials': { help: 'Replace the serial numbers and world-wide names of drives with placeholders.' },
}

/** The first results file a command names, and whether its serial numbers may be shown. */
interface ReviewSource {
  readonly path: string
  readonly redactSerials: boolean
}

export function reviewSource(parsed: ParsedCommand): ReviewSource {
  return { path: parsed.positionals[0] ?? '', redactSerials: parsed.flag('redact-serials') }
}

/** Refuses a name under which neither the window nor the shelf would find a new results file. */
export function checkNewName(path: string, remedy = 'Give it a name that ends in .benchwright.'): void {
  if (path.endsWith('.benchwright')) return
  throw new CommandError(
    `${path}: there is no such results file, and a new one must be named *.benchwright.`,
    remedy,
  )
}

/** Opens a results file for reading, passes it on and always closes it. */
export async function withReview<T>(
  source: string | ReviewSource,
  work: (review: ReviewReader) => T | Promise<T>,
): Promise<T> {
  const { path, redactSerials } = typeof source === 'string' ? { path: source, redactSerials: false } : source
  const review = openReview(path, { mode: 'read' })
  try {
    return await work(redactSerials ? withoutSerials(review) : review)
  } finally {
    review.close()
  }
}
