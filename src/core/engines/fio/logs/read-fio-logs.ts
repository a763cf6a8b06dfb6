import type { Series } from '../../../results/observation'
import { histogramSeries, type JobHistogram } from './histogram-series'
import type { LogOptions, LogProblem } from './log-series'
import { parseLogName, readHistogramRows, readValueRows, type LogKind, type ValueRow } from './log-rows'
import { valueSeries, type JobLog } from './value-series'

/** A log as written by fio. */
export interface LogFile {
  /** With or without its folder; it gives the kind of the log and the job: `randread_bw.1.log`. */
  readonly name: string
  readonly text: string
  /** The server of a client whose job wrote it; jobs of several servers have the same numbers. */
  readonly host?: string
}

export interface FioLogs {
  readonly series: readonly Series[]
  readonly problems: readonly LogProblem[]
}

/**
 * The logs of one run as series; never throws. The jobs' logs are merged interval by interval: bandwidth and IOPS add
 * up, mean latencies are weighted by the requests of their job, histograms add up bin by bin. An interval in which a
 * job did nothing counts as 0 in a rate and is absent from a latency. Times are the ends of the intervals, in seconds
 * since the job started; a ramp is not in the logs, and the last interval is only included if complete. Series:
 * `bandwidth`, `iops` and the latencies' means (and maxima) by direction, the rates in total as well if there are
 * several; and of a histogram log `completion` with its bins, with the IOPS (and bandwidth, see `blockBytes`) it
 * implies where no other log has them. Percentiles over time come from `completion`.
 */
export function readFioLogs(files: readonly LogFile[], options: LogOptions): FioLogs {
  const problems: LogProblem[] = []
  const logs = new Map<LogKind, JobLog[]>()
  const histograms: JobHistogram[] = []
  const hosts = [...new Set(files.map(({ host }) => host))]
  for (const { name, text, host } of files) {
    const parsed = parseLogName(name)
    if (!parsed) {
      problems.push({ file: name, reason: 'Its name is not that of a log of fio.' })
      continue
    }
    const { kind, job } = parsed
    const before = hosts.indexOf(host) * mostJobs
    if (kind === 'clat_hist') {
      const { rows, binColumns, problem } = readHistogramRows(text)
      if (problem !== undefined) problems.push({ file: name, reason: problem })
      for (const one of jobsIn(job, rows, name, problems))
        histograms.push({ ...one, job: before + one.job, binColumns })
    } else {
      const { rows, problem } = readValueRows(text, options.windowValue === 'both')
      if (problem !== undefined) problems.push({ file: name, reason: problem })
      const jobs = jobsIn(job, rows, name, problems).map((one) => ({ ...one, job: before + one.job }))
      logs.set(kind, [...(logs.get(kind) ?? []), ...jobs])
    }
  }
  const values = valueSeries(logs, options, problems)
  const known = new Set(values.map(({ metric }) => metric))
  const fromHistograms = histogramSeries(histograms, options, problems).filter(
    ({ metric }) => !known.has(metric),
  )
  return { series: [...values, ...fromHistograms], problems }
}

/** More than the jobs of one server. */
const mostJobs = 1_000_000

/**
 * The rows by job. With `per_job_logs=0` every job appends its rows to the same file when it ends, one job after the
 * other: the next one starts where the time falls back to the first half of what was logged.
 */
function jobsIn<Row extends Pick<ValueRow, 'ms' | 'direction'>>(
  job: number,
  rows: readonly Row[],
  file: string,
  problems: LogProblem[],
): readonly { readonly job: number; readonly rows: readonly Row[] }[] {
  if (job > 0) return [{ job, rows }]
  let current: Row[] = []
  const jobs = [current]
  const spans = new Map<number, { readonly first: number; readonly last: number }>()
  for (const row of rows) {
    const span = spans.get(row.direction)
    if (span && row.ms - span.first < (span.last - span.first) / 2) {
      current = []
      jobs.push(current)
      spans.clear()
    }
    current.push(row)
    spans.set(row.direction, { first: spans.get(row.direction)?.first ?? row.ms, last: row.ms })
  }
  if (jobs.length > 1)
    problems.push({
      file,
      reason: `All jobs wrote one log (per_job_logs=0); it was split into ${jobs.length} jobs where its times start again.`,
    })
  return jobs.map((own, at) => ({ job: at + 1, rows: own }))
}
