/** How far a value fell from the first to the last, 100 (first - last)/first percent; undefined if first is not above 0. */
export function relativeDropPercent(first: number, last: number): number | undefined {
  return first > 0 ? (100 * (first - last)) / first : undefined
}

/** Which way a value is better; `neither` if it is not judged. */
type Better = 'higher' | 'lower' | 'neither'

/** Parts of a value against that of a named reference. */
export interface RatioToReference {
  /** How many times as slow: T(reference)/T(x) of a throughput, L(x)/L(reference) of a latency. */
  readonly slowDown: number | undefined
  /** Share of the reference's performance in percent, 100 divided by the slow-down. */
  readonly retainedPercent: number | undefined
  /** 100 - retained */
  readonly slowerPercent: number | undefined
}

/**
 * A value against that of a named reference, both in the same unit. Where lower is better, performance is the inverse
 * of the value; where neither direction is better, nothing is slower or retained.
 */
export function ratioToReference(
  value: number,
  reference: number,
  better: Better = 'higher',
): RatioToReference {
  const [performance, full] = better === 'lower' ? [reference, value] : [value, reference]
  const retainedPercent = better === 'neither' || !(full > 0) ? undefined : (100 * performance) / full
  return {
    slowDown: retainedPercent === undefined || !(performance > 0) ? undefined : full / performance,
    retainedPercent,
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
 * Where two curves over the same levels change places, from the order of the second against the first at each level: 1
 * above it, -1 below, 0 if they meet there, `'open'` if their order is not settled, undefined without a value on either
 * side. Gives the nearest levels with opposite orders (or one level twice if they meet there), in sequence. A level
 * whose order is open is passed over; one without a value breaks the chain.
 */
export function crossovers(
  levels: readonly number[],
  orders: readonly (-1 | 0 | 1 | 'open' | undefined)[],
): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = []
  let before: { level: number; order: number } | undefined
  levels.forEach((level, i) => {
    const order = orders[i]
    if (order === undefined) before = undefined
    if (order === undefined || order === 'open') return
    if (order === 0) found.push([level, level])
    else if (before !== undefined && before.order * order < 0) found.push([before.level, level])
    before = { level, order }
  })
  return found
}
