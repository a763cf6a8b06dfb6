import type { ReviewReader } from '../../../src/bench/store/review-store'

/** What does not only read, or answers with something that can be read once. */
const others: ReadonlySet<string> = new Set(['close', 'copyTo', 'rows', 'version'])

/**
 * A review that no one writes any more, which reads each of its answers once: walks over all figures of a file ask it the
 * same thousands of times.
 */
export function stillReads<T extends ReviewReader>(review: T): T {
  return withKeptAnswers(review)
}

function withKeptAnswers<T extends object>(reader: T): T {
  const kept = new Map<string | symbol, unknown>()
  return new Proxy(reader, {
    get(target, name) {
      if (!kept.has(name)) kept.set(name, stillPart(Reflect.get(target, name, target), name))
      return kept.get(name)
    },
  })
}

function stillPart(part: unknown, name: string | symbol): unknown {
  if (typeof name === 'symbol' || others.has(name)) return part
  if (typeof part === 'function') return keepingAnswers(part as (...given: unknown[]) => unknown)
  return typeof part === 'object' && part !== null ? withKeptAnswers(part) : part
}

function keepingAnswers(read: (...given: unknown[]) => unknown): typeof read {
  const answers = new Map<string, unknown>()
  return (...given) => {
    const question = JSON.stringify(given, (_, value: unknown) => {
      if (typeof value === 'function') throw new TypeError('An answer to a function cannot be kept.')
      return value instanceof Map || value instanceof Set ? [...value] : value
    })
    if (!answers.has(question)) answers.set(question, read(...given))
    return answers.get(question)
  }
}
