import { redactSerials, serialStandIns } from '../../core/contract/redact-serials'
import type { Steps } from '../../core/statistics/comparison/settle-family'
import type { ReviewReader } from '../store/review-store'
import { StoredRows } from '../store/rows'

/** Reviews made by `withoutSerials`. */
const redactedReviews = new WeakSet<ReviewReader>()

/** True for what `withoutSerials` made. */
export function isWithoutSerials(review: ReviewReader): boolean {
  return redactedReviews.has(review)
}

/**
 * The same review with stand-ins for the serial numbers of all drives on record, in whatever is asked of it and of its
 * parts (documents, cards, presets): for what is handed to others. Outputs of engines are not touched; they name no drive.
 */
export function withoutSerials(review: ReviewReader): ReviewReader {
  let standIns: ReadonlyMap<string, string> | undefined
  const known = () =>
    (standIns ??= serialStandIns(
      review.campaigns().flatMap(({ id }) => review.campaign(id)?.hostRecord ?? []),
    ))
  const redacting = redactingProxy(review, known)
  redactedReviews.add(redacting)
  return redacting
}

/** `part` with stand-ins in whatever its methods and the parts within it answer. */
function redactingProxy<T extends object>(part: T, known: () => ReadonlyMap<string, string>): T {
  return new Proxy(part, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value === 'object' && value !== null) return redactingProxy(value, known)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const answer = Reflect.apply(value, target, given) as unknown
        if (isSteps(answer)) return redactedSteps(answer, known)
        return answer instanceof StoredRows ? redacted(answer, known()) : redactSerials(answer, known())
      }
    },
  })
}

/** Work that a review does in steps answers at its end. */
function isSteps(answer: unknown): answer is Steps<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.iterator in answer && 'next' in answer
}

function* redactedSteps(steps: Steps<unknown>, standIns: () => ReadonlyMap<string, string>): Steps<unknown> {
  const answer = yield* steps
  return redactSerials(answer, standIns())
}

/** The same rows, each changed as it is asked for. */
function redacted(rows: StoredRows, standIns: ReadonlyMap<string, string>): Iterable<unknown> {
  return {
    *[Symbol.iterator]() {
      for (const row of rows) yield redactSerials(row, standIns)
    },
  }
}
