/**
 * p values adjusted for the false discovery rate (Benjamini & Hochberg 1995): p(i) M/i, made monotone from the
 * largest down, at most 1. Cells without a p are not counted and remain without one.
 */
export function benjaminiHochberg(pValues: readonly (number | undefined)[]): (number | undefined)[] {
  const order: number[] = []
  pValues.forEach((p, index) => {
    if (p === undefined) return
    if (!(p >= 0 && p <= 1)) throw new RangeError(`p value ${index} is ${p}, outside 0..1`)
    order.push(index)
  })
  const p = Float64Array.from(order, (index) => pValues[index] ?? 1)
  const ranks = Uint32Array.from(order.keys()).sort((a, b) => (p[a] ?? 1) - (p[b] ?? 1))
  const adjusted: (number | undefined)[] = new Array<number | undefined>(pValues.length).fill(undefined)
  let smallest = 1
  for (let rank = ranks.length; rank >= 1; rank--) {
    const cell = ranks[rank - 1] ?? 0
    smallest = Math.min(smallest, ((p[cell] ?? 1) * ranks.length) / rank)
    adjusted[order[cell] ?? 0] = smallest
  }
  return adjusted
}

/**
 * Whether an adjusted p is significant at the rate q. A p of exactly q is, although p M/i may come out as
 * 0.05000000000000001 in binary.
 */
export function isDiscovery(adjustedP: number | undefined, q: number): boolean {
  return adjustedP !== undefined && adjustedP <= q * (1 + 1e-12)
}
