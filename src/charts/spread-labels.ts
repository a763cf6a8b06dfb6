/**
 * Moves labels apart so that none covers another and each stays as near to its place as that allows (isotonic
 * regression, pool adjacent violators): y of each, in the order given, within top and bottom as far as they fit.
 */
export function spreadLabels(
  wanted: readonly number[],
  spacing: number,
  top: number,
  bottom: number,
): readonly number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((one, other) => one.y - other.y)
  const last = order.length - 1
  const highest = (rank: number) => top + rank * spacing
  const lowest = (rank: number) => bottom - (last - rank) * spacing
  const result: number[] = []
  let rank = 0
  for (const pool of pools(order.map(({ y }, at) => y - at * spacing))) {
    for (let member = 0; member < pool.count; member++) {
      const y = pool.sum / pool.count + rank * spacing
      const label = order[rank]
      if (label) result[label.index] = Math.max(Math.min(y, lowest(rank)), highest(rank))
      rank += 1
    }
  }
  return result
}

interface Pool {
  readonly sum: number
  readonly count: number
}

/** Neighbours that would come out in the wrong order share their mean. */
function pools(values: readonly number[]): readonly Pool[] {
  const found: Pool[] = []
  for (const value of values) {
    let pool: Pool = { sum: value, count: 1 }
    let before = found[found.length - 1]
    while (before && before.sum / before.count > pool.sum / pool.count) {
      found.pop()
      pool = { sum: before.sum + pool.sum, count: before.count + pool.count }
      before = found[found.length - 1]
    }
    found.push(pool)
  }
  return found
}
