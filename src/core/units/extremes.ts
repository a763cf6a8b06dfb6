/**
 * The largest of `values`, at least `least`; `least` (-Infinity) where there is none. Unlike `Math.max(...values)` it takes
 * any number of values: arguments stand on the stack, and some 100,000 of them end the program.
 */
export function largestOf(values: Iterable<number>, least = -Infinity): number {
  let largest = least
  for (const value of values) largest = Math.max(largest, value)
  return largest
}

/** The smallest of `values`, at most `most`; `most` (Infinity) where there is none. */
export function smallestOf(values: Iterable<number>, most = Infinity): number {
  let smallest = most
  for (const value of values) smallest = Math.min(smallest, value)
  return smallest
}
