import { sortAscending } from '../summary/sort-ascending'

/** Reused arrays by length, one set per side, so that a comparison of many cases doesn't allocate one per case. */
const scratchByLength: Record<'baseline' | 'candidate', Map<number, Float64Array>> = {
  baseline: new Map(),
  candidate: new Map(),
}

/** Longer samples get an array of their own. */
const longestKept = 1000

/**
 * A sorted copy of one side's runs. The array is reused by the next call for that side: read it before, keep nothing of
 * it. Throws on a value that is not finite.
 */
export function sortedRuns(side: 'baseline' | 'candidate', runs: ArrayLike<number>): Float64Array {
  const n = runs.length
  let scratch = scratchByLength[side].get(n)
  if (scratch === undefined) {
    scratch = new Float64Array(n)
    if (n <= longestKept) scratchByLength[side].set(n, scratch)
  }
  for (let i = 0; i < n; i++) {
    const value = runs[i]
    if (value === undefined || !Number.isFinite(value)) {
      throw new RangeError(`Run ${i} of the ${side} is not a finite number`)
    }
    scratch[i] = value
  }
  return sortAscending(scratch)
}
