import type { LevelValue } from '../plan/plan'

export const directions = ['read', 'write', 'trim', 'total'] as const

export type Direction = (typeof directions)[number]

/** Base units: bytes and operations per second, nanoseconds, percent, ratio, count, bytes, seconds, events per minute. */
export const units = ['B/s', 'IOPS', 'ns', '%', 'ratio', 'count', 'B', 's', '1/min'] as const

export type Unit = (typeof units)[number]

/** What is observed. */
export interface Quantity {
  /** Name of the test, e.g. `random-mix`, `random-read`, `write`. */
  readonly test: string
  readonly direction: Direction
  /** Id of a metric (see metrics.ts); of a histogram `completion`, `total` or `submission`: the latency it is of. */
  readonly metric: string
  readonly unit: Unit
}

/** What every observation says besides its values. */
interface Observed extends Quantity {
  /**
   * Parameters that the engine varied within this one run, on top of the case's: IOzone's auto mode measures many file
   * and record sizes at once. Absent for a run that measured its case alone.
   */
  readonly levels?: Readonly<Record<string, LevelValue>>
}

/** One number of a run. */
export interface Scalar extends Observed {
  /** Finite, in base units. */
  readonly value: number
}

/** Latency bins of a run as the engine reports them. */
export interface Histogram extends Omit<Observed, 'unit'> {
  /** Representative latency of each bin, ascending. */
  readonly binsNs: readonly number[]
  /** I/Os per bin; same length as `binsNs`. */
  readonly counts: readonly number[]
}
