/** Starts and ends of runs by ascending id, in milliseconds since 1970; not a number where it is not known. */
export interface RunTimes {
  readonly runIds: Float64Array
  readonly starts: Float64Array
  readonly ends: Float64Array
}

/** When a run started and ended, in milliseconds since 1970. */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

/** When a run was measured; undefined if that is not known. */
export function spanOf({ runIds, starts, ends }: RunTimes, runId: number): Span | undefined {
  let [low, high] = [0, runIds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runIds[middle] ?? 0) < runId) low = middle + 1
    else high = middle
  }
  const [startMs = NaN, endMs = NaN] = runIds[low] === runId ? [starts[low], ends[low]] : []
  return startMs <= endMs ? { startMs, endMs } : undefined
}

/**
 * How runs lie in time to others: all before or all after them, some of them at the same time, or in turn with none at
 * the same time.
 */
export type Relation = 'before' | 'after' | 'overlapping' | 'in turn'

/** How runs `a` lie in time to runs `b`; undefined if there are none on either side. */
export function relation(a: readonly Span[], b: readonly Span[]): Relation | undefined {
  if (a.length === 0 || b.length === 0) return undefined
  const spans = [...a.map((span) => ({ span, of: 0 })), ...b.map((span) => ({ span, of: 1 }))]
  // One that ends before it could overlap comes first: a run may start in the millisecond in which another ends.
  spans.sort((one, other) => one.span.startMs - other.span.startMs || one.span.endMs - other.span.endMs)
  const ends: [number, number] = [-Infinity, -Infinity]
  const sides: number[] = []
  for (const { span, of } of spans) {
    const other = of === 0 ? ends[1] : ends[0]
    if (other > span.startMs) return 'overlapping'
    if (of === 0) ends[0] = Math.max(ends[0], span.endMs)
    else ends[1] = Math.max(ends[1], span.endMs)
    if (sides.at(-1) !== of) sides.push(of)
  }
  return sides.length > 2 ? 'in turn' : sides[0] === 0 ? 'before' : 'after'
}
