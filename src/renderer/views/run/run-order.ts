import type { RunColumns } from '../../../core/contract/run-columns'
import type { RunState } from '../../../core/results/measurement'
import { stateCode, type Headline } from './campaign-runs'

/** What the table of runs can be sorted by; `took` is the time from start to end. */
export type RunSortKey = Headline | 'position' | 'took'

export interface RunSort {
  readonly key: RunSortKey
  readonly descending: boolean
}

/**
 * Places of the runs in a state, or of all, in the order asked for. Runs of equal number stay in execution order, those
 * without one count as smallest. Hundreds of thousands are sorted within a frame or two: as plain numbers that hold the
 * bits of the value (rounded to seven digits) and the place, so that no comparison calls back.
 */
export function orderOfRuns(
  columns: RunColumns,
  state: RunState | 'all',
  sort: RunSort | undefined,
): Float64Array {
  const count = columns.id.length
  const code = state === 'all' ? -1 : stateCode(state)
  const places = new Float64Array(count)
  let kept = 0
  for (let index = 0; index < count; index++)
    if (code === -1 || columns.state[index] === code) places[kept++] = index
  const order = places.subarray(0, kept)
  if (sort === undefined) return order
  if (sort.key === 'position') return sort.descending ? order.reverse() : order
  const value = valueReader(columns, sort.key)
  // Of numbers that are not negative, the bits of a larger one are the larger whole number.
  const single = new Float32Array(1)
  const bits = new Uint32Array(single.buffer)
  for (let at = 0; at < kept; at++) {
    const place = order[at] ?? 0
    const read = value(place)
    single[0] = read >= 0 ? read : 0
    const rank = read >= 0 ? (bits[0] ?? 0) + 1 : 0
    order[at] = (sort.descending ? largestRank - rank : rank) * count + place
  }
  order.sort()
  for (let at = 0; at < kept; at++) order[at] = (order[at] ?? 0) % count
  return order
}

const largestRank = 2 ** 32

function valueReader(columns: RunColumns, key: Exclude<RunSortKey, 'position'>): (place: number) => number {
  const { startedAtMs, finishedAtMs } = columns
  if (key === 'took') return (place) => (finishedAtMs[place] ?? NaN) - (startedAtMs[place] ?? NaN)
  const column = columns[key]
  return (place) => column[place] ?? NaN
}
