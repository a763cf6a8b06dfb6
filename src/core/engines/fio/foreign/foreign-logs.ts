import { unknownStart, type Series } from '../../../results/observation'
import { largestOf } from '../../../units/iterables'
import { formatNumber } from '../../../units/number-format'
import type { ForeignLogs } from '../../foreign/foreign-output'
import { readFioLogs, type LogFile } from '../logs/read-fio-logs'
import { startOf } from '../logs/recorded-series'
import type { JobResult } from '../output/read-job'
import { fioBytes } from './echoed-levels'

/** Which logs a job wrote, according to its options. fio does not echo a `write_…_log` without a name; the job's name is used then. */
export function foreignLogsOf(
  job: JobResult,
  jobs: ForeignLogs['jobs'],
  about: Pick<ForeignLogs, 'test' | 'version' | 'latestStartMs'>,
): ForeignLogs {
  const { options } = job
  const named = [...options].flatMap(([name, value]) =>
    /^write_(bw|iops|lat|hist)_log$/.test(name) && value !== '' ? [value.replace(/^.*[/\\]/, '')] : [],
  )
  const runtimes = [...job.directions.values()].flatMap(({ runtimeMs }) => runtimeMs ?? [])
  return {
    prefixes: [...new Set([...named, job.name])],
    ...about,
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
  if (runtimeMs === undefined || last * 1000 <= 1.05 * runtimeMs + mostBeyondMs)
    return { series, problems: sentences }
  const reason =
    `Its logs go on for ${formatNumber(last, 3)} s and the result for ${formatNumber(runtimeMs / 1000, 3)} s: ` +
    'they are of another run and are left out.'
  return { series: [], problems: [...sentences, reason] }
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
