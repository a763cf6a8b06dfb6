import type { RunColumns } from '../../../../core/results/run-columns'
import type { RunState } from '../../../../core/results/run'
import { stateCode } from '../campaign-runs'

/** The sort order of the table of runs. */
export interface RunSort {
  /** `position`, `took` (the time from start to end), or the id of a headline metric. */
  readonly key: string
  readonly descending: boolean
}

/** Positions of the runs in a state, or of all, in sorted order. */
export interface RunChoice {
  readonly columns: RunColumns
  readonly state: RunState | 'all'
  readonly sort: RunSort | undefined
}

/** Runs processed per step. */
const stepRuns = 16_384

/**
 * The positions of the runs, in steps of about a millisecond, between which the window can do other work. Runs with
 * equal numbers stay in execution order; those without a number count as smallest. They are sorted by the bits of
 * their numbers (rounded to seven digits).
 */
export function* orderRuns({ columns, state, sort }: RunChoice): Generator<undefined, Uint32Array> {
  const count = columns.id.length
  const code = state === 'all' ? -1 : stateCode(state)
  const places = new Uint32Array(count)
  let kept = 0
  for (const [from, end] of steps(count)) {
    for (let at = from; at < end; at++) if (code === -1 || columns.state[at] === code) places[kept++] = at
    yield
  }
  const order = places.subarray(0, kept)
  if (sort === undefined) return order
  if (sort.key === 'position') return sort.descending ? order.reverse() : order
  const value = valueReader(columns, sort.key)
  // For non-negative numbers, the bits of a larger one are a larger integer.
  const single = new Float32Array(1)
  const bits = new Uint32Array(single.buffer)
  const ranks = new Uint32Array(count)
  for (const [from, end] of steps(kept)) {
    for (let at = from; at < end; at++) {
      const read = value(order[at] ?? 0)
      single[0] = read >= 0 ? read : 0
      const rank = read >= 0 ? (bits[0] ?? 0) + 1 : 0
      ranks[order[at] ?? 0] = sort.descending ? largestRank - rank : rank
    }
    yield
  }
  return yield* sortByRank(order, ranks)
}

const largestRank = 2 ** 32 - 1

/** Bits of a rank per sorting pass: the counts stay in the processor's first-level cache. */
const digitBits = 11
const digits = 2 ** digitBits

/**
 * The smallest rank first, stable: starting with the lowest digits, each pass keeps the order of the previous one.
 */
function* sortByRank(places: Uint32Array, ranks: Uint32Array): Generator<undefined, Uint32Array> {
  let sorted = places
  let next: Uint32Array = new Uint32Array(places.length)
  for (let shift = 0; shift < 32; shift += digitBits) {
    const starts = new Uint32Array(digits + 1)
    const digitOf = (place: number) => ((ranks[place] ?? 0) >>> shift) & (digits - 1)
    for (const [from, end] of steps(places.length)) {
      for (let at = from; at < end; at++) {
        const after = digitOf(sorted[at] ?? 0) + 1
        starts[after] = (starts[after] ?? 0) + 1
      }
      yield
    }
    for (let digit = 0; digit < digits; digit++)
      starts[digit + 1] = (starts[digit + 1] ?? 0) + (starts[digit] ?? 0)
    for (const [from, end] of steps(places.length)) {
      for (let at = from; at < end; at++) {
        const place = sorted[at] ?? 0
        const digit = digitOf(place)
        const start = starts[digit] ?? 0
        next[start] = place
        starts[digit] = start + 1
      }
      yield
    }
    ;[sorted, next] = [next, sorted]
  }
  return sorted
}

function* steps(count: number): Generator<readonly [from: number, end: number]> {
  for (let from = 0; from < count; from += stepRuns) yield [from, Math.min(count, from + stepRuns)]
}

function valueReader(columns: RunColumns, key: string): (place: number) => number {
  const { startedAtMs, finishedAtMs } = columns
  if (key === 'took') return (place) => (finishedAtMs[place] ?? NaN) - (startedAtMs[place] ?? NaN)
  const column = columns.headline[key]
  return (place) => column?.[place] ?? NaN
}
