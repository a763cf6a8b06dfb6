import type { Direction, Series, SeriesPoints, Source, Unit } from '../results/observation'

/** What a point belongs to. */
export interface Observed {
  readonly source: Source
  readonly device?: string
  readonly direction?: Direction
  readonly metric: string
  readonly unit: Unit
  readonly label?: string
}

/** Collects points into one series per source. */
export class ObservedSeries {
  readonly #series = new Map<string, { of: Observed; seconds: number[]; values: number[] }>()

  /** Non-finite points are left out, such as the mean latency of an interval without requests. */
  add(of: Observed, seconds: number, value: number | undefined): void {
    if (value === undefined || !Number.isFinite(value)) return
    const key = [of.source, of.device, of.direction, of.metric, of.unit].join('\0')
    let known = this.#series.get(key)
    if (!known) this.#series.set(key, (known = { of, seconds: [], values: [] }))
    known.seconds.push(seconds)
    known.values.push(value)
  }

  /** The points added since the last call, series by series. */
  drain(): readonly SeriesPoints[] {
    const points = [...this.#series.values()].map(
      ({ of: { direction = 'total', ...of }, seconds, values }) => ({
        ...of,
        direction,
        seconds: Float64Array.from(seconds),
        values: Float64Array.from(values),
      }),
    )
    this.#series.clear()
    return points
  }

  result(test: string, startedAtMs: number, intervalSeconds: number): readonly Series[] {
    return [...this.#series.values()].map(({ of: { direction = 'total', ...of }, seconds, values }) => ({
      kind: 'series',
      test,
      direction,
      ...of,
      startedAtMs,
      intervalSeconds,
      seconds: Float64Array.from(seconds),
      values: Float64Array.from(values),
    }))
  }
}

/**
 * The increase of a kernel counter; undefined if it restarted, as after a device was plugged in again. Counters of
 * 32-bit kernels wrap at 2^32, which their previous value shows.
 */
export function gainOf(before: number | undefined, now: number | undefined): number | undefined {
  if (before === undefined || now === undefined) return undefined
  if (now >= before) return now - before
  const wrapped = now + 2 ** 32 - before
  return before < 2 ** 32 && wrapped < 2 ** 30 ? wrapped : undefined
}

/** Whole numbers; undefined if one is not. */
export function countersOf(words: readonly string[]): readonly number[] | undefined {
  const counters = words.map((word) => (/^\d{1,20}$/.test(word) ? Number(word) : NaN))
  return counters.some(Number.isNaN) ? undefined : counters
}
