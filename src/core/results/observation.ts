import { observerKinds, type LevelValue } from '../plan/plan'

export const directions = ['read', 'write', 'trim', 'total'] as const

export type Direction = (typeof directions)[number]

/**
 * Base units: bytes and operations per second, nanoseconds, percent, ratio, count, bytes, seconds, events per second and per
 * minute, degrees Celsius, watts, joules, volts, amperes, hertz.
 */
export const units = [
  ...(['B/s', 'IOPS', 'ns', '%', 'ratio', 'count', 'B', 's', '1/s', '1/min'] as const),
  ...(['°C', 'W', 'J', 'V', 'A', 'Hz'] as const),
] as const

export type Unit = (typeof units)[number]

/** Who observed it: the engine itself, or a sampler running next to it on the same host. */
export const sources = ['engine', ...observerKinds] as const

export type Source = (typeof sources)[number]

/** Those that read sensors, each at its own times; the others count what happened in an interval. */
export const sensorSources: readonly Source[] = ['temperature', 'power', 'smart']

/** What is observed. */
export interface Quantity {
  /** Name of the test, e.g. `random-mix`, `random-read`, `write`. */
  readonly test: string
  readonly direction: Direction
  /**
   * Id of a metric (see metrics.ts); for a histogram, the latency it counts: `completion`, `total` or `submission`,
   * and for block requests `device_latency` (from issue to completion) or `queue_wait` (from queue to issue).
   */
  readonly metric: string
  readonly unit: Unit
}

/** What every observation has besides its values. */
export interface Observed extends Quantity {
  readonly source: Source
  /** Which one of several: kernel name of a drive, name of a sensor. */
  readonly device?: string
  /** What people call the metric, where who observed it says so: that of a sensor which metrics.ts need not list. */
  readonly label?: string
  /**
   * Parameters that the engine varied within this one run, on top of the case's: IOzone's auto mode measures many file
   * and record sizes at once. Absent for a run that measured its case alone.
   */
  readonly levels?: Readonly<Record<string, LevelValue>>
}

/** One number of a run. */
export interface Scalar extends Observed {
  readonly kind: 'scalar'
  /** Finite, in base units. */
  readonly value: number
}

/** Latency bins of a run as the engine reports them; the unit is `ns`. */
export interface Histogram extends Observed {
  readonly kind: 'histogram'
  /** Representative latency of each bin, ascending. */
  readonly binsNs: readonly number[]
  /** I/Os per bin; same length as `binsNs`. */
  readonly counts: readonly number[]
}

/** `startedAtMs` of a series whose output has no time of day; the import dates it by the file. */
export const unknownStart = 0

/**
 * Values over time. With `binsNs` it is a histogram over time, kept sparse: each point is the count of one latency bin in
 * the interval that ends at its time, points of one interval ascend by bin, and the unit is `count`.
 */
export interface Series extends Observed {
  readonly kind: 'series'
  /** When the measured part started, by the host's clock, in ms since 1970; `unknownStart` if an imported output does not say. */
  readonly startedAtMs: number
  /** Requested seconds between points; the times say when they were actually taken. */
  readonly intervalSeconds: number
  /** Seconds since the start of the measured part, not descending; below 0 before it. */
  readonly seconds: Float64Array
  /** One per time, finite, in base units. */
  readonly values: Float64Array
  readonly binsNs?: Float64Array
}

/** Points of a series that grows: times ascending, values in base units. */
export interface SeriesPoints extends Omit<Observed, 'test' | 'levels'> {
  readonly seconds: Float64Array
  readonly values: Float64Array
}

/** What is known about a run. */
export type Observation = Scalar | Histogram | Series

export function scalarsOf<T extends { readonly kind: string }>(observations: readonly T[]) {
  return observations.filter((one): one is Extract<T, { readonly kind: 'scalar' }> => one.kind === 'scalar')
}

export function histogramsOf<T extends { readonly kind: string }>(observations: readonly T[]) {
  return observations.filter(
    (one): one is Extract<T, { readonly kind: 'histogram' }> => one.kind === 'histogram',
  )
}

export function seriesOf<T extends { readonly kind: string }>(observations: readonly T[]) {
  return observations.filter((one): one is Extract<T, { readonly kind: 'series' }> => one.kind === 'series')
}
