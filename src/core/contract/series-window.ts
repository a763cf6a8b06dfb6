import type { Direction, Source, Unit } from '../results/observation'

/** A series of a run, its time range in seconds (unset: all of it), and the width of its picture. */
export interface SeriesWindowRequest {
  readonly runId: number
  readonly source: Source
  /** Absent: the series without a device. */
  readonly device?: string | undefined
  readonly direction: Direction
  readonly metric: string
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly pixels: number
}

/** At most two points per pixel: the smallest and the largest value of each, or all points if there are no more. */
export interface SeriesWindow {
  readonly unit: Unit
  /** Points between the two times. */
  readonly points: number
  readonly seconds: Float64Array
  readonly values: Float64Array
  /** First and last time of the whole series. */
  readonly span: readonly [first: number, last: number]
}
