import type { ForeignLogs } from '../../foreign/foreign-output'
import type { Direction, Series } from '../../../results/observation'
import { largestOf, smallestOf } from '../../../iterables'

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
  readonly windowValue?: ForeignLogs['windowValue']
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

/** fio ends an interval this much early at most (LOG_MSEC_SLACK in stat.c). */
const slackMs = 1

/**
 * The interval each row of one job and direction covers, counted from 1: `(n - 1) · interval` to `n · interval`.
 *
 * fio counts on from where an interval should have ended, so rows go with their order, not with their late stamps, as long
 * as the two do not part by more than an interval. Where they do, nothing was done in between:
 * - Rates are taken `byClock`, and an interval without I/O has no row: the next row covers the time just before its stamp.
 * - Latencies and histograms are taken by the first completion after the interval. The row that ends a stall covers the
 *   interval before the stall, and the rows with which fio catches up repeat its stamp and cover the stamp's interval.
 *
 * The row that fio flushes when the job ends covers part of an interval, and has none: 0.
 */
export function windowsOf(
  stampsMs: readonly number[],
  intervalMs: number,
  byClock: boolean,
): readonly number[] {
  const windows: number[] = []
  let before = 0
  let window = 0
  stampsMs.forEach((stamp, at) => {
    const isShort = stamp - before < 0.9 * intervalMs
    const isRest = isShort && at === stampsMs.length - 1 && stamp < (window + 1) * intervalMs - slackMs
    const [from, to] = byClock
      ? [Math.max(before, stamp - intervalMs), stamp]
      : [before, Math.min(stamp, before + intervalMs)]
    const middle = (from + to) / 2 / intervalMs
    const isNext = to - from >= intervalMs / 2 && Math.abs(middle - (window + 0.5)) <= 0.75
    window = isNext ? window + 1 : Math.max(window, Math.ceil(middle), 1)
    windows.push(isRest ? 0 : window)
    before = stamp
  })
  return windows
}

const longestIntervalMs = 3_600_000

/** The interval that a log was written with, from its stamps: the usual distance, rounded where it is close to a round one. */
export function usualIntervalMs(stampsMs: readonly number[]): number | undefined {
  const gaps = stampsMs
    .flatMap((stamp, at) => (at === 0 ? stamp : stamp - (stampsMs[at - 1] ?? 0)))
    .filter((gap) => gap > 0 && gap <= longestIntervalMs)
    .sort((one, other) => one - other)
  const median = gaps[Math.floor(gaps.length / 2)]
  if (median === undefined) return undefined
  for (const step of [1000, 500, 250, 100, 50, 25, 10]) {
    const round = Math.round(median / step) * step
    if (round > 0 && Math.abs(median - round) <= Math.max(2, 0.02 * round)) return round
  }
  return median
}
