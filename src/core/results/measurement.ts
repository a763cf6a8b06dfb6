import type { LevelValue } from '../plan/plan'

export type Direction = 'read' | 'write' | 'trim' | 'total'

/** Base units of measurements: bytes per second, operations per second, nanoseconds, percent, plain ratio, count, transactions per minute. */
export type Unit = 'B/s' | 'IOPS' | 'ns' | '%' | 'ratio' | 'count' | 'B' | 's' | '1/min'

/** One number of a run. */
export interface Measurement {
  /** Name of the test, e.g. `random-mix`, `random-read`, `write`. */
  readonly test: string
  readonly direction: Direction
  /** Id of a metric, see metrics.ts. */
  readonly metric: string
  /** Finite, in base units. */
  readonly value: number
  readonly unit: Unit
  /**
   * Parameters that the engine varied within this one run, on top of the case's: IOzone's auto mode measures many file
   * and record sizes at once. Absent for a run that measured its case alone.
   */
  readonly levels?: Readonly<Record<string, LevelValue>>
}

/** Latency bins of one run and direction, as the engine reports them. */
export interface LatencyHistogram {
  readonly test: string
  readonly direction: Direction
  /** Which latency: `completion`, `total`, `submission`. */
  readonly metric: 'completion' | 'total' | 'submission'
  /** Representative latency of each bin, ascending. */
  readonly binsNs: readonly number[]
  /** I/Os per bin; same length as `binsNs`. */
  readonly counts: readonly number[]
}

/** Something a reader of the numbers should know; stored with the run and shown beside it. */
export interface ResultWarning {
  /** Stable id such as `short-runtime`, `text-before-json`. */
  readonly id: string
  readonly text: string
}

export type RunState =
  | 'waiting'
  | 'running'
  | 'done'
  | 'failed'
  | 'skipped'
  /** Ended by the person. */
  | 'stopped'
  /** Cut off by a reboot or a killed supervisor; will be run again on resume. */
  | 'interrupted'
  /** Its host cannot be reached just now. */
  | 'unknown'

export type CampaignState =
  'waiting' | 'running' | 'pausing' | 'paused' | 'stopping' | 'stopped' | 'interrupted' | 'done'

/** `imported`: runs of another program's output files. `published`: summaries taken from print, without runs. */
export type CampaignSource = 'measured' | 'imported' | 'published'
