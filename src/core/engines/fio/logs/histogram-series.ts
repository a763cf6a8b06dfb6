import { largestOf } from '../../../iterables'
import type { Direction, Series } from '../../../results/observation'
import { columnValue, type HistogramRow } from './log-rows'
import {
  type LogOptions,
  type LogProblem,
  commonEnd,
  directions,
  isTooLong,
  seriesOf,
  sinceStart,
  usualOf,
  windowsOf,
} from './log-series'

export interface JobHistogram {
  readonly job: number
  readonly rows: readonly HistogramRow[]
  readonly binColumns: number
}

/** Series of the histogram logs: the bins over time, and the rates that follow from them. */
export function histogramSeries(
  jobs: readonly JobHistogram[],
  options: LogOptions,
  problems: LogProblem[],
): readonly Series[] {
  const binColumns = jobs.find((job) => job.rows.length > 0)?.binColumns ?? 0
  const intervalMs = options.histogramMs ?? usualOf(jobs.map(({ rows }) => rows))
  if (binColumns === 0 || intervalMs === undefined || !(intervalMs > 0)) return []
  const rows = jobs.flatMap((job) => job.rows)
  if (isTooLong(rows, intervalMs, options, problems)) return []
  const alike = jobs.filter((job) => job.rows.length > 0 && job.binColumns === binColumns)
  if (alike.length < jobs.filter((job) => job.rows.length > 0).length)
    problems.push({
      file: 'clat_hist.log',
      reason: 'The jobs’ histograms have different bins; only those like the first are taken.',
    })
  const factor = Number.parseInt(options.version ?? '3', 10) < 3 ? 1000 : 1
  return directions.flatMap((direction, code) => {
    const ofJobs = alike.map(({ rows }) => {
      const own = rows.filter((row) => row.direction === code)
      const windows = windowsOf(sinceStart(own, options), intervalMs, false)
      return { own, windows, last: largestOf(windows.slice(-2), 0) }
    })
    const active = ofJobs.filter(({ own }) => own.length > 0)
    if (active.length === 0) return []
    const end = commonEnd(active)
    const intervals = Array.from({ length: end }, () => new Map<number, number>())
    for (const { own, windows } of active)
      own.forEach(({ places, counts }, at) => {
        const bins = intervals[(windows[at] ?? 0) - 1]
        places.forEach((place, nth) => bins?.set(place, (bins.get(place) ?? 0) + (counts[nth] ?? 0)))
      })
    const rates = new Map(
      intervals.map((bins, at) => [
        at + 1,
        [...bins.values()].reduce((sum, count) => sum + count, 0) / (intervalMs / 1000),
      ]),
    )
    const { blockBytes } = options
    return [
      binSeries(
        options,
        intervalMs,
        direction,
        intervals,
        (place) => factor * columnValue(place, binColumns),
      ),
      seriesOf(options, intervalMs, direction, 'iops', 'IOPS', rates),
      ...(blockBytes === undefined
        ? []
        : [
            seriesOf(
              options,
              intervalMs,
              direction,
              'bandwidth',
              'B/s',
              new Map([...rates].map(([window, rate]) => [window, rate * blockBytes])),
            ),
          ]),
    ]
  })
}

function binSeries(
  { test, startedAtMs }: LogOptions,
  intervalMs: number,
  direction: Direction,
  intervals: readonly ReadonlyMap<number, number>[],
  nsOf: (place: number) => number,
): Series {
  const points = intervals.flatMap((bins, at) =>
    [...bins]
      .sort(([one], [other]) => one - other)
      .map(([place, count]) => ({ seconds: ((at + 1) * intervalMs) / 1000, ns: nsOf(place), count })),
  )
  return {
    kind: 'series',
    source: 'engine',
    test,
    direction,
    metric: 'completion',
    unit: 'count',
    startedAtMs,
    intervalSeconds: intervalMs / 1000,
    seconds: Float64Array.from(points, ({ seconds }) => seconds),
    values: Float64Array.from(points, ({ count }) => count),
    binsNs: Float64Array.from(points, ({ ns }) => ns),
  }
}
