import { formatBytes } from '../units/bytes'
import { formatDuration } from '../units/durations'
import { absentText, formatCount, formatPercent, formatShort } from '../units/number-format'
import { formatIops, formatLatency, formatRate } from '../units/unit-scale'
import { withinSentence } from '../text/plain-text'
import { template } from '../words/template'
import type { Observed, Unit } from './observation'

/** Which way is better, of a quantity or of a price. */
export const wayIsBetter = template('caption-better', '{way} is better.', { way: ['Higher', 'Lower'] })

const writeAmplification = template(
  'meaning-write-amplification',
  'Bytes that the drive wrote for each byte that the database wrote to its data and its log.',
)

/** A quantity the app knows how to store, draw and compare. */
export interface Metric {
  readonly id: string
  readonly label: string
  readonly unit: Unit
  readonly better: 'higher' | 'lower' | 'neither'
  /** Other spellings the command line takes. */
  readonly aliases: readonly string[]
  /** What one value of it is within a sentence, if the label is the plural of something else: "transaction rate". */
  readonly noun?: string
  /** Sentence for captions, for what the label cannot say. */
  readonly meaning?: string
}

/** A metric within a sentence, "mean latency", by its id; an unknown one by its id. */
export function metricInSentence(id: string): string {
  return nameInSentence(findMetric(id) ?? { label: id })
}

/** The same of a metric that may have another label, such as that of an average. */
export function nameInSentence({ noun, label }: Pick<Metric, 'noun' | 'label'>): string {
  return noun ?? withinSentence(label)
}

/** Whether the values of reads and writes add up to the total: rates and counts, but not latencies. */
export function addsUp({ unit }: Pick<Metric, 'unit'>): boolean {
  return unit === 'B/s' || unit === 'IOPS' || unit === 'count' || unit === 'B'
}

/** "Higher is better."; empty for a metric without a better direction. */
export function betterSentence({ better }: Pick<Metric, 'better'>): string {
  return better === 'neither' ? '' : betterIs(better)
}

/** The same where a direction is known. */
export function betterIs(better: 'higher' | 'lower'): string {
  return wayIsBetter({ way: better === 'higher' ? 'Higher' : 'Lower' })
}

/**
 * Metrics that only series have: means over an interval of fio's logs without an equivalent for whole runs, and what
 * samplers on the host observe during a run.
 */
const observedMetrics: readonly Metric[] = [
  metric('completion_latency_max', 'Maximum completion latency', 'ns', 'lower'),
  metric('submission_latency_mean', 'Mean submission latency', 'ns', 'lower'),
  metric('submission_latency_max', 'Maximum submission latency', 'ns', 'lower'),
  metric('disk_merges', 'Merged requests per second', 'IOPS', 'neither'),
  metric('disk_in_flight', 'Requests in flight', 'count', 'neither'),
  metric('disk_queue', 'Mean queue length', 'count', 'neither'),
  metric('disk_busy', 'Time with requests in flight', '%', 'neither'),
  metric('cpu_iowait', 'CPU, waiting for I/O', '%', 'neither'),
  metric('cpu_steal', 'CPU, taken by the hypervisor', '%', 'lower'),
  metric('cpu_idle', 'CPU, idle', '%', 'neither'),
  metric('memory_dirty', 'Dirty pages', 'B', 'neither'),
  metric('memory_writeback', 'Pages being written back', 'B', 'neither'),
  metric('memory_available', 'Available memory', 'B', 'neither'),
  metric('swap_used', 'Swap in use', 'B', 'lower'),
  metric('swap_in', 'Swapped in', 'B/s', 'lower'),
  metric('swap_out', 'Swapped out', 'B/s', 'lower'),
  metric('pressure_some', 'Time some tasks waited for I/O', '%', 'lower'),
  metric('pressure_full', 'Time all tasks waited for I/O', '%', 'lower'),
  metric('temperature', 'Temperature', '°C', 'lower'),
  metric('power', 'Power', 'W', 'lower'),
  metric('drive_bytes', 'Bytes moved in the life of the drive', 'B', 'neither'),
  metric('drive_units', 'Moved in the life of the drive, in units of its own', 'count', 'neither'),
  metric('endurance_used', 'Endurance used', '%', 'lower'),
  metric('throttle_count', 'Times throttled for heat', 'count', 'lower'),
  metric('request_count', 'Block requests', 'count', 'neither'),
  metric('request_read_share', 'Block requests that read', '%', 'neither'),
  metric('request_sequential', 'Block requests that continue one before', '%', 'neither'),
  metric('request_size_mean', 'Mean size of block requests', 'B', 'neither'),
  metric('device_latency_mean', 'Mean time of a request in the device', 'ns', 'lower'),
  metric('queue_wait_mean', 'Mean wait of a request for the device', 'ns', 'lower'),
  metric('throttled_time', 'Time throttled for heat', 's', 'lower'),
  metric('over_temperature_time', 'Time above the warning temperature', 's', 'lower'),
]

function metric(
  id: string,
  label: string,
  unit: Unit,
  better: Metric['better'],
  ...aliases: readonly string[]
): Metric {
  return { id, label, unit, better, aliases }
}

/**
 * What IOzone's throughput mode reports besides its sum: the rate as the parent sees it, which includes starting and
 * ending the jobs, and the slowest, fastest and mean job. The smallest amount a job moved reveals jobs that hardly
 * ran. What fio reports for the window in which a job was steady (`steadystate`).
 */
const jobMetrics: readonly Metric[] = [
  metric('parent_bandwidth', 'Bandwidth seen by the parent', 'B/s', 'higher'),
  metric('job_bandwidth_min', 'Bandwidth of the slowest job', 'B/s', 'higher'),
  metric('job_bandwidth_max', 'Bandwidth of the fastest job', 'B/s', 'higher'),
  metric('job_bandwidth_mean', 'Mean bandwidth of a job', 'B/s', 'higher'),
  metric('parent_iops', 'IOPS seen by the parent', 'IOPS', 'higher'),
  metric('job_iops_min', 'IOPS of the slowest job', 'IOPS', 'higher'),
  metric('job_iops_max', 'IOPS of the fastest job', 'IOPS', 'higher'),
  metric('job_iops_mean', 'Mean IOPS of a job', 'IOPS', 'higher'),
  metric('steady_iops', 'IOPS in the steady window', 'IOPS', 'higher'),
  metric('steady_bandwidth', 'Bandwidth in the steady window', 'B/s', 'higher'),
  metric('steady_window', 'Length of the steady window', 's', 'neither'),
  metric('job_io_bytes_min', 'Least bytes moved by a job', 'B', 'neither'),
  metric('job_io_count_min', 'Least I/Os of a job', 'count', 'neither'),
]

/**
 * Latency metrics exist in two families, because tools and readers disagree on which to print: `completion_latency_*`
 * is from submission to completion as the engine saw it (fio `clat_ns`), with the kernel's share and, behind other
 * requests, the wait in the drive's queue; `latency_*` also includes the time to submit (fio `lat_ns`). Calls that flush
 * written data (fsync, fdatasync, sync_file_range) are no requests and have latencies of their own, `fsync_latency_*`.
 */
export const metrics: readonly Metric[] = [
  metric('bandwidth', 'Bandwidth', 'B/s', 'higher', 'bw'),
  metric('iops', 'IOPS', 'IOPS', 'higher', 'io_per_second'),
  metric('latency_mean', 'Mean latency', 'ns', 'lower', 'lat', 'latency'),
  metric('latency_p50', 'Median latency', 'ns', 'lower', 'p50', 'median'),
  metric('latency_p95', '95th percentile latency', 'ns', 'lower', 'p95'),
  metric('latency_p99', '99th percentile latency', 'ns', 'lower', 'p99'),
  metric('latency_p999', '99.9th percentile latency', 'ns', 'lower', 'p999', 'p99.9'),
  metric('latency_max', 'Maximum latency', 'ns', 'lower', 'max'),
  metric('completion_latency_mean', 'Mean completion latency', 'ns', 'lower', 'clat'),
  metric('completion_latency_p50', 'Median completion latency', 'ns', 'lower'),
  metric('completion_latency_p95', '95th percentile completion latency', 'ns', 'lower'),
  metric('completion_latency_p99', '99th percentile completion latency', 'ns', 'lower'),
  metric('completion_latency_p999', '99.9th percentile completion latency', 'ns', 'lower'),
  {
    ...metric(
      'new_order_rate',
      'New-order transactions (TPC-C-like, not audited)',
      '1/min',
      'higher',
      'notpm',
      'tpmc',
    ),
    noun: 'rate of new-order transactions (TPC-C-like, not audited)',
  },
  {
    ...metric('transactions', 'Transactions', '1/s', 'higher', 'tps', 'transaction_rate'),
    noun: 'transaction rate',
  },
  { ...metric('queries', 'Queries', '1/s', 'higher', 'qps'), noun: 'query rate' },
  { ...metric('sql_reads', 'Reading queries', '1/s', 'higher'), noun: 'rate of reading queries' },
  { ...metric('sql_writes', 'Writing queries', '1/s', 'higher'), noun: 'rate of writing queries' },
  { ...metric('sql_errors', 'Failed transactions', '1/s', 'lower'), noun: 'rate of failed transactions' },
  metric('database_read_bandwidth', 'Read by the database', 'B/s', 'neither'),
  metric('database_write_bandwidth', 'Written by the database', 'B/s', 'neither'),
  metric('database_log_bandwidth', "Written to the database's log", 'B/s', 'neither'),
  {
    ...metric('database_write_amplification', 'Write amplification of the database', 'ratio', 'lower'),
    meaning: writeAmplification(),
  },
  metric('database_bytes', 'Size of the database', 'B', 'neither'),
  metric('fsync_latency_mean', 'Mean latency of fsyncs', 'ns', 'lower'),
  metric('fsync_latency_max', 'Maximum latency of fsyncs', 'ns', 'lower'),
  { ...metric('fsync_rate', 'fsyncs', '1/s', 'neither', 'fsyncs'), noun: 'fsync rate' },
  metric('offered_iops', 'Offered rate', 'IOPS', 'neither', 'offered'),
  {
    ...metric('offered_transactions', 'Offered transactions', '1/s', 'neither'),
    noun: 'offered transaction rate',
  },
  metric('offered_reached', 'Served share of the offered rate', '%', 'higher'),
  metric('depth_full', 'Requests at full depth', '%', 'neither'),
  metric('runtime', 'Measured time', 's', 'neither'),
  metric('io_count', 'I/Os', 'count', 'neither'),
  metric('io_bytes', 'Bytes moved', 'B', 'neither'),
  metric('achieved_read_percent', 'Achieved read share', '%', 'neither'),
  metric('cpu_user', 'CPU, user', '%', 'lower'),
  metric('cpu_system', 'CPU, system', '%', 'lower'),
]

/** From this share on, the offered load was reached, apart from random arrivals. */
export const keptUpShare = 0.95

/** A depth in use at this share of the requests or more is exhausted: it, not the generator, held the others back. */
export const exhaustedShare = 0.5

/** Above this share of requests at full depth, the wait that latency leaves out matters. */
export const cutOffShare = 0.01

/** Shown if no metric was chosen and no engine decides, best first; some reviews have only one of them. */
export const usualMetrics = ['bandwidth', 'iops', 'transactions', 'new_order_rate', 'latency_mean'] as const

const allMetrics: readonly Metric[] = [...metrics, ...jobMetrics, ...observedMetrics]

/**
 * The metric with this id or alias, undefined if there is none. Besides those listed, any latency percentile is a
 * metric: `latency_p90`, `completion_latency_p9999`, `fsync_latency_p99`, or `p99.99` for the total latency.
 */
export function findMetric(name: string): Metric | undefined {
  return allMetrics.find((metric) => metric.id === name || metric.aliases.includes(name)) ?? percentile(name)
}

/** By what it says of itself, so that a metric is always the same object. */
const ofSensors = new Map<string, Metric>()

/** The metric of an observation: the app's own, or what the sensor says of it. */
export function metricOf({
  metric: id,
  unit,
  label = id,
}: Omit<Observed, 'test' | 'direction' | 'source'>): Metric {
  const own = findMetric(id)
  if (own?.unit === unit) return own
  const key = [id, unit, label].join('\0')
  const known = ofSensors.get(key) ?? metric(id, label, unit, 'neither')
  ofSensors.set(key, known)
  return known
}

/** By id, so that a metric is always the same object. */
const percentiles = new Map<string, Metric>()

function percentile(name: string): Metric | undefined {
  const [, family = 'latency_', whole, decimals = ''] =
    /^((?:completion_|fsync_)?latency_)?p(\d{2})(?:\.?(\d{0,3}[1-9]))?$/.exec(name) ?? []
  if (whole === undefined || Number(whole) === 0) return undefined
  const id = `${family}p${whole}${decimals}`
  const known = percentiles.get(id) ?? allMetrics.find((metric) => metric.id === id)
  if (known !== undefined) return known
  const kind = percentileKinds[family] ?? 'latency'
  const label = `${ordinal(Number(whole), decimals)} percentile ${kind}`
  const made = metric(id, label, 'ns', 'lower')
  percentiles.set(id, made)
  return made
}

const percentileKinds: Readonly<Record<string, string>> = {
  completion_latency_: 'completion latency',
  fsync_latency_: 'latency of fsyncs',
}

function ordinal(whole: number, decimals: string): string {
  if (decimals !== '') return `${String(whole)}.${decimals}th`
  const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' }
  return `${String(whole)}${Math.floor(whole / 10) === 1 ? 'th' : (endings[whole % 10] ?? 'th')}`
}

const formats: Readonly<Record<Unit, (value: number) => string>> = {
  'B/s': (value) => formatRate(value),
  IOPS: (value) => formatIops(value),
  ns: (value) => formatLatency(value),
  '%': (value) => formatPercent(value),
  ratio: (value) => formatShort(value),
  count: formatCount,
  B: (value) => formatBytes(value),
  s: formatDuration,
  '1/s': (value) => `${formatShort(value)}/s`,
  '1/min': formatCount,
  '°C': (value) => `${formatShort(value)} °C`,
  W: (value) => `${formatShort(value)} W`,
  J: (value) => `${formatShort(value)} J`,
  V: (value) => `${formatShort(value)} V`,
  A: (value) => `${formatShort(value)} A`,
  Hz: (value) => `${formatShort(value)} Hz`,
}

/** A value in a base unit as people read it: "1.34 GB/s"; operations and events as plain numbers, because their label names them. */
export function formatMeasured(value: number | undefined, unit: Unit | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return absentText
  return unit === undefined ? formatShort(value) : formats[unit](value)
}
