import type { MarkColumns } from '../core/figures/figure/figure'

/** Fractions of a pixel to which a line is thinned: finer than any print of a picture shows. */
const stepsPerPixel = 4
/** Maximum number of points per step. */
const pointsPerStep = 4

/**
 * The distinguishable points of a line in a picture of its x from one position to another: if many fall into a
 * quarter of a pixel, the first, the lowest, the highest and the last of them, in order (the M4 aggregation of Jugel
 * et al. 2014, which draws the same pixels). Gaps are kept. Values of x must not descend.
 */
export function thinnedLine(
  columns: MarkColumns,
  { from, to, pixels }: { readonly from: number; readonly to: number; readonly pixels: number },
): MarkColumns {
  const { x = [], y = [] } = columns
  const steps = Math.ceil(pixels * stepsPerPixel)
  if (!(x.length > steps * pointsPerStep) || !(to > from)) return columns
  const stepOf = (at: number) => Math.floor((((x[at] ?? 0) - from) / (to - from)) * steps)
  const kept: number[] = []
  for (let first = 0; first < x.length;) {
    const step = stepOf(first)
    const isGap = isAbsent(y, first)
    let [lowest, highest, next] = [first, first, first + 1]
    for (; next < x.length && stepOf(next) === step && isAbsent(y, next) === isGap; next++) {
      if ((y[next] ?? 0) < (y[lowest] ?? 0)) lowest = next
      if ((y[next] ?? 0) > (y[highest] ?? 0)) highest = next
    }
    // Of several missing neighbours, one is enough to end the line.
    const seen = isGap ? [first] : [first, Math.min(lowest, highest), Math.max(lowest, highest), next - 1]
    for (const at of seen) if (kept[kept.length - 1] !== at) kept.push(at)
    first = next
  }
  const pick = (column: ArrayLike<number>) => Float64Array.from(kept, (at) => column[at] ?? NaN)
  return { ...columns, x: pick(x), y: pick(y) }
}

/** Whether a value of a line has no neighbour that it could be joined to: it is visible only as a point. */
export function standsAlone(y: ArrayLike<number>, at: number): boolean {
  return !isAbsent(y, at) && isAbsent(y, at - 1) && isAbsent(y, at + 1)
}

function isAbsent(values: ArrayLike<number>, at: number): boolean {
  return !Number.isFinite(values[at])
}
