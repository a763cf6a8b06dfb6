import { at } from '../at'

/**
 * The value that would stand at `rank` (from 0) were the first `length` values sorted. Reorders them: afterwards none
 * before `rank` is larger and none after it smaller. Hoare's quickselect, median of three.
 */
export function selectInPlace(values: Float64Array, length: number, rank: number): number {
  let left = 0
  let right = length - 1
  while (right > left) {
    const middle = (left + right) >>> 1
    if (at(values, middle) < at(values, left)) swap(values, middle, left)
    if (at(values, right) < at(values, left)) swap(values, right, left)
    if (at(values, right) < at(values, middle)) swap(values, right, middle)
    const pivot = at(values, middle)
    let i = left
    let j = right
    while (i <= j) {
      while (at(values, i) < pivot) i++
      while (at(values, j) > pivot) j--
      if (i <= j) {
        swap(values, i, j)
        i++
        j--
      }
    }
    if (rank <= j) right = j
    else if (rank >= i) left = i
    else break
  }
  return at(values, rank)
}

/** Median of the first `length` (at least one) values; reorders them. */
export function medianInPlace(values: Float64Array, length: number): number {
  const half = length >>> 1
  const upper = selectInPlace(values, length, half)
  if (length % 2 === 1) return upper
  let lower = at(values, 0)
  for (let i = 1; i < half; i++) lower = Math.max(lower, at(values, i))
  return (lower + upper) / 2
}

function swap(values: Float64Array, i: number, j: number): void {
  const value = at(values, i)
  values[i] = at(values, j)
  values[j] = value
}
