/** How far a value fell from the first to the last, 100 (first - last)/first percent; undefined if first is not above 0. */
export function relativeDropPercent(first: number, last: number): number | undefined {
  return first > 0 ? (100 * (first - last)) / first : undefined
}

/** Throughput against that of a named reference, both in the same unit. */
export function ratioToReference(throughput: number, reference: number) {
  const retainedPercent = reference > 0 ? (100 * throughput) / reference : undefined
  return {
    /** T(reference)/T(x), the slow-down factor. */
    slowDown: throughput > 0 && reference > 0 ? reference / throughput : undefined,
    /** 100 T(x)/T(reference) */
    retainedPercent,
    /** 100 - retained */
    slowerPercent: retainedPercent === undefined ? undefined : 100 - retainedPercent,
  }
}

/**
 * The articles' "advantage percent" 100 B/A: a ratio, where 90 means ten percent slower. Never show it under the same
 * label as a percent difference. Undefined if A is not above 0.
 */
export function advantagePercent(a: number, b: number): number | undefined {
  return a > 0 ? (100 * b) / a : undefined
}

/**
 * Where two curves over the same levels cross: the neighbouring levels with opposite signs of b - a (or one level
 * twice if they meet there), in order. A level without a value on either side breaks the chain.
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
