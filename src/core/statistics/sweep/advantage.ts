/**
 * The articles' "advantage percent" 100 B/A: a ratio, 90 means ten percent slower. Never to be shown under the same
 * label as a percent difference. Undefined where A is not above 0.
 */
export function advantagePercent(a: number, b: number): number | undefined {
  return a > 0 ? (100 * b) / a : undefined
}

/**
 * Where two curves over the same levels change places: the neighbouring levels with opposite sign of b - a (or one
 * level twice where they meet there), in order. A level without a value on either side breaks the chain.
 */
export function crossovers(
  levels: readonly number[],
  a: readonly (number | undefined)[],
  b: readonly (number | undefined)[],
): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = []
  let before: { level: number; sign: number } | undefined
  levels.forEach((level, i) => {
    const left = a[i]
    const right = b[i]
    if (left === undefined || right === undefined) {
      before = undefined
      return
    }
    const sign = Math.sign(right - left)
    if (sign === 0) found.push([level, level])
    else if (before !== undefined && before.sign * sign < 0) found.push([before.level, level])
    before = { level, sign }
  })
  return found
}
