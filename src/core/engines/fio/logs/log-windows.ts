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
