/** How values are placed on an axis, or read together. */
export type ValueScale = 'linear' | 'log'

/** The scale of these values: logarithmic if that is wanted and all of them, at least one, are above 0. */
export function valueScale(values: Iterable<number>, wanted: ValueScale | undefined): ValueScale {
  if (wanted !== 'log') return 'linear'
  let hasAny = false
  for (const value of values) {
    if (!(value > 0)) return 'linear'
    hasAny = true
  }
  return hasAny ? 'log' : 'linear'
}
