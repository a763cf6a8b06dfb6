/**
 * The largest of `values`, at least `least`; `least` (-Infinity) if there are none. Unlike `Math.max(...values)` it
 * takes any number of values: arguments are passed on the stack, and some 100,000 of them overflow it.
 */
export function largestOf(values: Iterable<number>, least = -Infinity): number {
  let largest = least
  for (const value of values) largest = Math.max(largest, value)
  return largest
}

/** The smallest of `values`, at most `most`; `most` (Infinity) if there are none. */
export function smallestOf(values: Iterable<number>, most = Infinity): number {
  let smallest = most
  for (const value of values) smallest = Math.min(smallest, value)
  return smallest
}

/** The items by their key; groups, and the items of each, are in the order of the items. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** The values that are there. */
export function present<T>(...values: readonly (T | undefined)[]): readonly T[] {
  return values.filter((value) => value !== undefined)
}

/**
 * Rows that need not be in memory: they can be iterated any number of times, each time from first to last, and are
 * read or created lazily. A list is one kind of rows.
 */
export interface Rows<T> extends Iterable<T> {
  readonly length: number
}

/** Rows that are mapped lazily. */
export function mapRows<T, U>(rows: Rows<T>, change: (row: T) => U): Rows<U> {
  return {
    length: rows.length,
    *[Symbol.iterator]() {
      for (const row of rows) yield change(row)
    },
  }
}

/** The first of them as a list; all if there are at most `count`. */
export function firstRows<T>(rows: Rows<T>, count: number): readonly T[] {
  const first: T[] = []
  if (count <= 0) return first
  for (const row of rows) {
    first.push(row)
    if (first.length >= count) break
  }
  return first
}

/** Work in steps, so that the caller can do other work between them. */
export type Steps<T> = Generator<undefined, T>

/** Runs all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
