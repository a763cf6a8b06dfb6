import type { Direction, Series } from '../../../results/observation'
import { largestOf, smallestOf } from '../../../units/iterables'
import { usualIntervalMs } from './log-windows'

export interface LogOptions {
  /** Of the series, e.g. `random-read`. */
  readonly test: string
  /** When the job started to measure, by the host's clock, in ms since 1970. Logs with times of day count from it. */
  readonly startedAtMs: number
  /** As in the JSON, `3.33`; before 3.0 latencies were in microseconds. Default: 3. */
  readonly version?: string
  /** `log_avg_msec`; without it, it follows from the stamps. */
  readonly averageMs?: number
  /** `log_hist_msec`; without it, it follows from the stamps. */
  readonly histogramMs?: number
  /** Interval for a log with a row for each request; 1 s by default. */
  readonly requestIntervalMs?: number
  /** `log_window_value`: what a row gives for its interval. Default: the mean. */
  readonly windowValue?: 'average' | 'maximum' | 'both'
  /** If every request has this size, a histogram log gives the bandwidth as well. */
  readonly blockBytes?: number
}

/** Something in a log that was ignored, or that a reader of the series should know. */
export interface LogProblem {
  readonly file: string
  /** One sentence. */
  readonly reason: string
}

export const directions: readonly Direction[] = ['read', 'write', 'trim']

/** Interval → value. */
export type Windows = ReadonlyMap<number, number>

/** Timestamps since the start, also for logs written with the time of day (`log_unix_epoch`). */
export function sinceStart(
  rows: readonly { readonly ms: number }[],
  { startedAtMs }: LogOptions,
): readonly number[] {
  const isTimeOfDay = (rows[0]?.ms ?? 0) > 1e11
  return rows.map(({ ms }) => (isTimeOfDay ? Math.max(0, ms - startedAtMs) : ms))
}

/** Slightly more than 24 hours in intervals of 10 ms. */
const mostWindows = 10_000_000

/** No run is this long; such a timestamp is damaged, and all intervals up to it would fill the memory. */
export function isTooLong(
  rows: readonly { readonly ms: number }[],
  intervalMs: number,
  options: LogOptions,
  problems: LogProblem[],
): boolean {
  const last = sinceStart(rows, options).reduce((most, ms) => Math.max(most, ms), 0)
  if (last / intervalMs <= mostWindows) return false
  problems.push({
    file: 'log',
    reason: `A row is stamped ${last} ms after the start, which is more than ${mostWindows} intervals of ${intervalMs} ms; the logs are left out.`,
  })
  return true
}

/** The interval that most rows of a direction have, from the log with the shortest. */
export function usualOf(
  files: readonly (readonly { readonly ms: number; readonly direction: number }[])[],
): number | undefined {
  const usual = files.flatMap((rows) =>
    [0, 1, 2].flatMap(
      (code) => usualIntervalMs(rows.filter(({ direction }) => direction === code).map(({ ms }) => ms)) ?? [],
    ),
  )
  return usual.length > 0 ? smallestOf(usual) : undefined
}

/**
 * Jobs that ran to the end do not all have a row for the last interval; without it their sum would seem to drop. A
 * job that ended earlier really ended, and adds nothing afterwards.
 */
export function commonEnd(jobs: readonly { readonly last: number }[]): number {
  const end = largestOf(
    jobs.map(({ last }) => last),
    0,
  )
  return smallestOf(
    jobs.map(({ last }) => (end - last <= 2 ? last : end)),
    end,
  )
}

export function seriesOf(
  { test, startedAtMs }: LogOptions,
  intervalMs: number,
  direction: Direction,
  metric: string,
  unit: Series['unit'],
  merged: Windows,
): Series {
  const windows = [...merged.keys()]
  return {
    kind: 'series',
    source: 'engine',
    test,
    direction,
    metric,
    unit,
    startedAtMs,
    intervalSeconds: intervalMs / 1000,
    seconds: Float64Array.from(windows, (window) => (window * intervalMs) / 1000),
    values: Float64Array.from(merged.values()),
  }
}
