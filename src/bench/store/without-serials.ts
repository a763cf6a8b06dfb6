import { redactSerials, serialStandIns } from '../../core/contract/redact-serials'
import type { ReviewReads } from './review-reads'
import { StoredRows } from './tables/runs/rows'

/** Reviews returned by `withoutSerials`. */
const redactedReviews = new WeakSet<ReviewReads>()

/** True for a review returned by `withoutSerials`. */
export function isWithoutSerials(review: ReviewReads): boolean {
  return redactedReviews.has(review)
}

/**
 * The same review with placeholders for the serial numbers of all drives on record, in everything that it and
 * its parts (documents, cards, presets) return: for files given to others. Outputs of engines are unchanged;
 * they name no drive.
 */
export function withoutSerials<R extends ReviewReads>(review: R): R {
  let standIns: ReadonlyMap<string, string> | undefined
  const known = () =>
    (standIns ??= serialStandIns(
      review.campaigns().flatMap(({ id }) => review.campaign(id)?.hostRecord ?? []),
    ))
  const redacting = redactingProxy(review, known)
  redactedReviews.add(redacting)
  return redacting
}

/** `part` with placeholders in everything that its methods and nested parts return. */
function redactingProxy<T extends object>(part: T, known: () => ReadonlyMap<string, string>): T {
  return new Proxy(part, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value === 'object' && value !== null) return redactingProxy(value, known)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const answer = Reflect.apply(value, target, given) as unknown
        return answer instanceof StoredRows ? redacted(answer, known()) : redactSerials(answer, known())
      }
    },
  })
}

/** The same rows, each changed on demand. */
function redacted(rows: StoredRows, standIns: ReadonlyMap<string, string>): Iterable<unknown> {
  return {
    *[Symbol.iterator]() {
      for (const row of rows) yield redactSerials(row, standIns)
    },
  }
}
