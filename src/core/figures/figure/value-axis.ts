import { largestOf, smallestOf } from '../../iterables'
import { valueScale, type ValueScale } from '../../results/value-scale'
import type { FigureAxis } from './figure'
import { linearTicks, logTicks, tightLogTicks, type TickRange } from './ticks'

/** What a value axis has to show, all in its own unit, and what its kind says of it. */
export interface AxisValues {
  readonly label?: string
  /** All of them are within the axis; those that are not finite are not counted. */
  readonly values: readonly number[]
  /** Ends of intervals, shown as far as the scale has a place for them: a logarithmic axis ends a decade below the values. */
  readonly ends?: readonly number[]
  /** The scale that was asked for, or that is usual for the kind; see `valueScale`. */
  readonly scale?: ValueScale | undefined
  /** A linear axis includes 0 unless this is false. */
  readonly fromZero?: boolean
  /** Room above the largest value, as a share of it. */
  readonly headroom?: number
  /** Steps of a linear axis, about. */
  readonly steps?: number
  /** A logarithmic axis ends at the next 1, 2 or 5 even if it covers many powers of ten. */
  readonly isTight?: boolean
}

/** The value axis of any figure: its scale, its ends and its ticks. Without values it goes from 0 to 1 and says no number. */
export function valueAxis({
  label = '',
  scale,
  fromZero = true,
  headroom = 0,
  steps,
  isTight,
  ...shown
}: AxisValues): FigureAxis {
  const values = shown.values.filter(Number.isFinite)
  const ends = (shown.ends ?? []).filter(Number.isFinite)
  if (values.length === 0) return { label, kind: 'linear', min: 0, max: 1, ticks: [] }
  const smallest = smallestOf(values)
  const high = largestOf(ends, largestOf(values)) * (1 + headroom)
  if (valueScale(values, scale) === 'log') {
    const low = smallestOf(
      ends.filter((end) => end > smallest / 10),
      smallest,
    )
    return { label, kind: 'log10', ...(isTight === true ? tightLogTicks : logTicks)(low, high) }
  }
  const low = smallestOf(
    ends.map((end) => (smallest >= 0 ? Math.max(end, 0) : end)),
    smallest,
  )
  const range = fromZero
    ? linearTicks(Math.min(0, low), Math.max(0, high), steps)
    : linearTicks(low, high > low ? high : low + 1, steps)
  return { label, kind: 'linear', ...range }
}

/** Ends and ticks from low to high on an axis whose scale is decided. */
export function ticksOfKind(kind: FigureAxis['kind'], low: number, high: number, steps?: number): TickRange {
  return kind === 'log10' ? logTicks(low, high) : linearTicks(low, high, steps)
}
