import { unknownStart, type Series } from '../../../results/observation'
import { largestOf, present } from '../../../iterables'
import { formatNumber } from '../../../units/number-format'
import { formatIops, formatRate } from '../../../units/unit-scale'
import type { ForeignLogs } from '../../foreign/foreign-output'
import { readFioLogs, type LogFile } from '../logs/read-fio-logs'
import { startOf } from '../logs/recorded-series'
import { directionsOf } from '../observations'
import { isNameOf, type JobResult } from '../output/read-job'
import { fioBytes } from './echoed-levels'

/** Which logs a job wrote, according to its options. fio does not echo a `write_…_log` without a name; the job's name is used then. */
export function foreignLogsOf(
  job: JobResult,
  jobs: ForeignLogs['jobs'],
  about: Pick<ForeignLogs, 'test' | 'version' | 'latestStartMs' | 'hosts'>,
): ForeignLogs {
  const { options } = job
  const named = [...options].flatMap(([name, value]) =>
    /^write_(bw|iops|lat|hist)_log$/.test(name) && value !== '' ? [value.replace(/^.*[/\\]/, '')] : [],
  )
  // Names of logs are not cut.
  const whole = options.get('name') ?? job.name
  const runtimes = [...job.directions.values()].flatMap(({ runtimeMs }) => runtimeMs ?? [])
  return {
    prefixes: [...new Set([...named, isNameOf(whole, job.name) ? whole : job.name])],
    ...about,
    rates: new Map(
      [...directionsOf(job)].flatMap(([side, { iops, bytesPerSecond }]) => [
        ...(iops === undefined ? [] : ([[`iops ${side}`, iops]] as const)),
        ...(bytesPerSecond === undefined ? [] : ([[`bandwidth ${side}`, bytesPerSecond]] as const)),
      ]),
    ),
    runtimeMs: runtimes.length > 0 ? largestOf(runtimes) : undefined,
    jobs,
    averageMs: positive(options.get('log_avg_msec')),
    histogramMs: positive(options.get('log_hist_msec')),
    windowValue: windowValueOf(options),
    blockBytes: fixedBlock(options),
  }
}

export interface ForeignSeries {
  readonly series: readonly Series[]
  /** One sentence each. */
  readonly problems: readonly string[]
}

/** A log may be this much longer than the run time of its result, which ends with the last request. */
const mostBeyondMs = 2000

/** Reads the logs of an imported run. Never throws. */
export function readForeignLogs(files: readonly LogFile[], logs: ForeignLogs): ForeignSeries {
  const { test, version, averageMs, histogramMs, windowValue, blockBytes, runtimeMs } = logs
  const startedAtMs = startOf(files, averageMs ?? histogramMs ?? 1000, logs.latestStartMs) ?? unknownStart
  const { series, problems } = readFioLogs(files, {
    ...{ test, startedAtMs, averageMs, histogramMs, windowValue, blockBytes },
    ...(version !== '' && { version }),
  })
  const sentences = problems.map(({ file, reason }) => `${file}: ${reason}`)
  const last = largestOf(
    series.map(({ seconds }) => seconds.at(-1) ?? 0),
    0,
  )
  if (runtimeMs === undefined || last * 1000 <= 1.05 * runtimeMs + mostBeyondMs) {
    const doubts = series.map((one) => contradictionOf(one, logs))
    return {
      series: series.filter((_, at) => doubts[at] === undefined),
      problems: [...sentences, ...present(...doubts)],
    }
  }
  const reason =
    `Its logs go on for ${formatNumber(last, 3)} s and the result for ${formatNumber(runtimeMs / 1000, 3)} s: ` +
    'they are of another run and are left out.'
  return { series: [], problems: [...sentences, reason] }
}

/** Share by which the mean of a log may differ from the result. */
const mostApart = 0.05

/**
 * Averages over equal intervals have the mean of the result, unless the log is of another run or lost rows. A short log
 * is not compared: its first and last interval are partial.
 */
function contradictionOf(series: Series, logs: ForeignLogs): string | undefined {
  const { metric, direction, values, seconds, binsNs, unit } = series
  const result = logs.rates.get(`${metric} ${direction}`)
  const isAverage = logs.averageMs !== undefined && logs.windowValue === undefined
  if (result === undefined || !isAverage || binsNs || values.length < 4) return undefined
  // Several clones have points at one time, whose sum is the rate.
  const times = new Set(seconds).size
  const mean = values.reduce((sum, value) => sum + value, 0) / times
  if (Math.abs(mean - result) <= mostApart * result) return undefined
  const text = (value: number) => (unit === 'B/s' ? formatRate(value) : `${formatIops(value)} IOPS`)
  return `Its log of ${metric} (${direction}) has a mean of ${text(mean)} and the result ${text(result)}: it is left out.`
}

/** `log_window_value` came with 3.37; before that, `log_max_value` requested maxima. */
function windowValueOf(options: ReadonlyMap<string, string>): ForeignLogs['windowValue'] {
  const value = options.get('log_window_value')
  if (value === 'both') return 'both'
  if (value === 'max' || value === 'maximum') return 'maximum'
  const asksMaximum = options.has('log_max_value') && options.get('log_max_value') !== '0'
  return asksMaximum ? 'maximum' : undefined
}

function fixedBlock(options: ReadonlyMap<string, string>): number | undefined {
  if (['bssplit', 'bsrange', 'blocksize_range'].some((name) => options.has(name))) return undefined
  return fioBytes(options.get('bs') ?? options.get('blocksize') ?? '4k')
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text)
  return value > 0 && Number.isFinite(value) ? value : undefined
}
