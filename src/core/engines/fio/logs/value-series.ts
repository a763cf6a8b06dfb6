import { largestOf } from '../../../iterables'
import type { Direction, Series } from '../../../results/observation'
import type { LogKind, ValueRow } from './log-rows'
import {
  type LogOptions,
  type LogProblem,
  commonEnd,
  directions,
  isTooLong,
  seriesOf,
  sinceStart,
  usualOf,
  type Windows,
  windowsOf,
} from './log-series'

export interface JobLog {
  readonly job: number
  readonly rows: readonly ValueRow[]
}

/** One job's log of one direction. */
interface JobWindows {
  readonly job: number
  readonly values: Windows
  readonly largest: Windows
  /** The last complete interval. */
  readonly last: number
}

const latencyPrefixes = { lat: 'latency', clat: 'completion_latency', slat: 'submission_latency' } as const

/** Series of the logs of values, all jobs together. */
export function valueSeries(
  logs: ReadonlyMap<LogKind, readonly JobLog[]>,
  options: LogOptions,
  problems: LogProblem[],
): readonly Series[] {
  const rows = [...logs.values()].flat().flatMap((log) => log.rows)
  if (rows.length === 0) return []
  const isEach = rows.some(({ blockBytes }) => blockBytes > 0)
  const intervalMs = isEach
    ? (options.requestIntervalMs ?? 1000)
    : (options.averageMs ?? usualOf([...logs.values()].flat().map((log) => log.rows)))
  if (intervalMs === undefined || !(intervalMs > 0) || isTooLong(rows, intervalMs, options, problems))
    return []
  const windowsOfKind = (kind: LogKind, direction: number) =>
    (logs.get(kind) ?? [])
      .map((log) => (isEach ? eachWindows : averageWindows)(log, direction, kind, intervalMs, options))
      .filter(({ values }) => values.size > 0)
  const found: Series[] = []
  const add = (direction: Direction, metric: string, unit: Series['unit'], merged: Windows): void => {
    if (merged.size > 0) found.push(seriesOf(options, intervalMs, direction, metric, unit, merged))
  }
  const rates = { bandwidth: new Array<Windows>(), iops: new Array<Windows>() }
  const version = Number.parseInt(options.version ?? '3', 10)
  directions.forEach((direction, code) => {
    const counts = windowsOfKind('iops', code)
    const bandwidth = addUp(windowsOfKind('bw', code))
    const iops = addUp(counts)
    rates.bandwidth.push(bandwidth)
    rates.iops.push(iops)
    add(direction, 'bandwidth', 'B/s', bandwidth)
    add(direction, 'iops', 'IOPS', iops)
    for (const kind of ['lat', 'clat', 'slat'] as const) {
      const jobs = windowsOfKind(kind, code)
      const { merged, isWeighted } = weighted(jobs, counts, version < 3 ? 1000 : 1)
      if (!isWeighted)
        problems.push({
          file: `${kind}.log`,
          reason: `How many requests each job made is not known without its IOPS log; the ${direction} latencies of the jobs count alike.`,
        })
      const suffix = options.windowValue === 'maximum' ? 'max' : 'mean'
      add(direction, `${latencyPrefixes[kind]}_${suffix}`, 'ns', merged)
      const largest = largestOfJobs(jobs, version < 3 ? 1000 : 1)
      add(direction, `${latencyPrefixes[kind]}_max`, 'ns', largest)
    }
  })
  for (const [metric, unit] of [
    ['bandwidth', 'B/s'],
    ['iops', 'IOPS'],
  ] as const) {
    const parts = rates[metric].filter(({ size }) => size > 0)
    if (parts.length > 1) add('total', metric, unit, sumOf(parts))
  }
  return found
}

/** Rows that cover an interval each. */
function averageWindows(
  { job, rows }: JobLog,
  direction: number,
  kind: LogKind,
  intervalMs: number,
  options: LogOptions,
): JobWindows {
  const own = rows.filter((row) => row.direction === direction)
  const windows = windowsOf(sinceStart(own, options), intervalMs, kind === 'bw' || kind === 'iops')
  const sums = new Map<number, { sum: number; rows: number; largest: number | undefined }>()
  own.forEach(({ value, largest }, at) => {
    const window = windows[at] ?? 0
    if (window === 0) return
    const before = sums.get(window)
    const seen = [before?.largest, largest].filter((one) => one !== undefined)
    sums.set(window, {
      sum: (before?.sum ?? 0) + value,
      rows: (before?.rows ?? 0) + 1,
      largest: seen.length > 0 ? largestOf(seen) : undefined,
    })
  })
  const factor = kind === 'bw' ? 1024 : 1
  return {
    job,
    values: new Map([...sums].map(([window, one]) => [window, (factor * one.sum) / one.rows])),
    largest: new Map(
      [...sums].flatMap(([window, { largest }]) => (largest === undefined ? [] : [[window, largest]])),
    ),
    last: largestOf(windows.slice(-2), 0),
  }
}

/** A row for each request: its interval is where it completed. The last interval with a row is not known to be complete. */
function eachWindows(
  { job, rows }: JobLog,
  direction: number,
  kind: LogKind,
  intervalMs: number,
  options: LogOptions,
): JobWindows {
  const stamps = sinceStart(rows, options)
  const sums = new Map<number, { sum: number; rows: number; largest: number }>()
  let last = 0
  rows.forEach((row, at) => {
    const window = Math.floor((stamps[at] ?? 0) / intervalMs) + 1
    last = Math.max(last, window)
    if (row.direction !== direction) return
    const before = sums.get(window) ?? { sum: 0, rows: 0, largest: 0 }
    sums.set(window, {
      sum: before.sum + (kind === 'bw' ? row.blockBytes : row.value),
      rows: before.rows + 1,
      largest: Math.max(before.largest, row.value),
    })
  })
  sums.delete(last)
  const isRate = kind === 'bw' || kind === 'iops'
  const seconds = intervalMs / 1000
  const valueOf = (one: { sum: number; rows: number }) =>
    kind === 'bw' ? one.sum / seconds : kind === 'iops' ? one.rows / seconds : one.sum / one.rows
  return {
    job,
    values: new Map([...sums].map(([window, one]) => [window, valueOf(one)])),
    largest: new Map(isRate ? [] : [...sums].map(([window, one]) => [window, one.largest])),
    last: last - 1,
  }
}

function addUp(jobs: readonly JobWindows[]): Windows {
  const sums = new Map<number, number>()
  const end = commonEnd(jobs)
  for (let window = 1; jobs.length > 0 && window <= end; window += 1)
    sums.set(
      window,
      jobs.reduce((sum, { values }) => sum + (values.get(window) ?? 0), 0),
    )
  return sums
}

function sumOf(parts: readonly Windows[]): Windows {
  const sums = new Map<number, number>()
  for (const part of parts)
    for (const [window, value] of part) sums.set(window, (sums.get(window) ?? 0) + value)
  return inOrder(sums)
}

/** Means over the jobs, by the requests of each. A busy machine may omit a single row of the IOPS; the job's mean then replaces it. */
function weighted(
  jobs: readonly JobWindows[],
  counts: readonly JobWindows[],
  factor: number,
): { readonly merged: Windows; readonly isWeighted: boolean } {
  const end = commonEnd(jobs)
  const merged = new Map<number, number>()
  let isWeighted = true
  const rates = new Map(counts.map(({ job, values }) => [job, { values, mean: meanOf(values) }]))
  for (let window = 1; jobs.length > 0 && window <= end; window += 1) {
    const parts = jobs.flatMap(({ job, values }) => {
      const value = values.get(window)
      if (value === undefined) return []
      const rate = rates.get(job)
      const count = rate?.values.get(window) ?? 0
      return [{ value, count: count > 0 ? count : rate?.mean }]
    })
    if (parts.length === 0) continue
    const isKnown = parts.every(({ count }) => count !== undefined && count > 0)
    isWeighted &&= isKnown || parts.length === 1
    const weightOf = (count: number | undefined) => (isKnown ? (count ?? 1) : 1)
    const total = parts.reduce((sum, { count }) => sum + weightOf(count), 0)
    merged.set(
      window,
      (factor * parts.reduce((sum, { value, count }) => sum + value * weightOf(count), 0)) / total,
    )
  }
  return { merged, isWeighted }
}

function meanOf(values: Windows): number {
  return [...values.values()].reduce((sum, value) => sum + value, 0) / values.size
}

function largestOfJobs(jobs: readonly JobWindows[], factor: number): Windows {
  const merged = new Map<number, number>()
  for (const { largest } of jobs)
    for (const [window, value] of largest)
      merged.set(window, Math.max(merged.get(window) ?? 0, factor * value))
  return inOrder(merged)
}

function inOrder(windows: ReadonlyMap<number, number>): Windows {
  return new Map([...windows].sort(([one], [other]) => one - other))
}
