import { at } from '../at'

/** Below this length insertion beats the built-in sort, whose call alone costs more. */
const insertionLimit = 32

/** Sorts in place, ascending. Values must be finite. */
export function sortAscending(values: Float64Array): Float64Array {
  if (values.length > insertionLimit) return values.sort()
  for (let i = 1; i < values.length; i++) {
    const value = at(values, i)
    let j = i - 1
    while (j >= 0 && at(values, j) > value) {
      values[j + 1] = at(values, j)
      j--
    }
    values[j + 1] = value
  }
  return values
}
