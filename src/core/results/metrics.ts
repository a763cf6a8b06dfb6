import { formatBytes } from '../units/bytes'
import { formatDuration } from '../units/durations'
import { absentText, formatCount, formatPercent, formatShort } from '../units/number-format'
import { formatIops, formatLatency, formatRate } from '../units/unit-scale'
import type { Metric } from './metric'
import type { Unit } from './observation'

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
  metric('drive_bytes', 'Bytes moved in the life of the drive', 'B', 'neither'),
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

function metric(id: string, label: string, unit: Unit, better: Metric['better']): Metric {
  return { id, label, unit, better, aliases: [] }
}

/**
 * What IOzone's throughput mode reports besides its sum: the rate as the parent sees it, which includes starting and
 * ending the jobs, and the slowest, fastest and mean job. The smallest amount a job moved reveals jobs that hardly
 * ran. What fio reports for the window in which a job was steady (`steadystate`).
 */
const jobMetrics: readonly Metric[] = [
  rate('parent_bandwidth', 'Bandwidth seen by the parent', 'B/s'),
  rate('job_bandwidth_min', 'Bandwidth of the slowest job', 'B/s'),
  rate('job_bandwidth_max', 'Bandwidth of the fastest job', 'B/s'),
  rate('job_bandwidth_mean', 'Mean bandwidth of a job', 'B/s'),
  rate('parent_iops', 'IOPS seen by the parent', 'IOPS'),
  rate('job_iops_min', 'IOPS of the slowest job', 'IOPS'),
  rate('job_iops_max', 'IOPS of the fastest job', 'IOPS'),
  rate('job_iops_mean', 'Mean IOPS of a job', 'IOPS'),
  rate('steady_iops', 'IOPS in the steady window', 'IOPS'),
  rate('steady_bandwidth', 'Bandwidth in the steady window', 'B/s'),
  { id: 'steady_window', label: 'Length of the steady window', unit: 's', better: 'neither', aliases: [] },
  { id: 'job_io_bytes_min', label: 'Least bytes moved by a job', unit: 'B', better: 'neither', aliases: [] },
  { id: 'job_io_count_min', label: 'Least I/Os of a job', unit: 'count', better: 'neither', aliases: [] },
]

function rate(id: string, label: string, unit: 'B/s' | 'IOPS'): Metric {
  return { id, label, unit, better: 'higher', aliases: [] }
}

export type { Metric }

/**
 * Latency metrics exist in two families, because tools and readers disagree on which to print: `latency_*` is
 * submission to completion (fio `lat_ns`), `completion_latency_*` is what the device took (fio `clat_ns`).
 */
export const metrics: readonly Metric[] = [
  { id: 'bandwidth', label: 'Bandwidth', unit: 'B/s', better: 'higher', aliases: ['bw'] },
  { id: 'iops', label: 'IOPS', unit: 'IOPS', better: 'higher', aliases: ['io_per_second'] },
  { id: 'latency_mean', label: 'Mean latency', unit: 'ns', better: 'lower', aliases: ['lat', 'latency'] },
  { id: 'latency_p50', label: 'Median latency', unit: 'ns', better: 'lower', aliases: ['p50', 'median'] },
  { id: 'latency_p95', label: '95th percentile latency', unit: 'ns', better: 'lower', aliases: ['p95'] },
  { id: 'latency_p99', label: '99th percentile latency', unit: 'ns', better: 'lower', aliases: ['p99'] },
  {
    id: 'latency_p999',
    label: '99.9th percentile latency',
    unit: 'ns',
    better: 'lower',
    aliases: ['p999', 'p99.9'],
  },
  { id: 'latency_max', label: 'Maximum latency', unit: 'ns', better: 'lower', aliases: ['max'] },
  {
    id: 'completion_latency_mean',
    label: 'Mean completion latency',
    unit: 'ns',
    better: 'lower',
    aliases: ['clat'],
  },
  {
    id: 'completion_latency_p50',
    label: 'Median completion latency',
    unit: 'ns',
    better: 'lower',
    aliases: [],
  },
  {
    id: 'completion_latency_p95',
    label: '95th percentile completion latency',
    unit: 'ns',
    better: 'lower',
    aliases: [],
  },
  {
    id: 'completion_latency_p99',
    label: '99th percentile completion latency',
    unit: 'ns',
    better: 'lower',
    aliases: [],
  },
  {
    id: 'completion_latency_p999',
    label: '99.9th percentile completion latency',
    unit: 'ns',
    better: 'lower',
    aliases: [],
  },
  {
    id: 'new_order_rate',
    label: 'New-order transactions (TPC-C-like, not audited)',
    unit: '1/min',
    better: 'higher',
    aliases: ['notpm', 'tpmc'],
  },
  {
    id: 'transactions',
    label: 'Transactions',
    unit: '1/s',
    better: 'higher',
    aliases: ['tps', 'transaction_rate'],
  },
  { id: 'queries', label: 'Queries', unit: '1/s', better: 'higher', aliases: ['qps'] },
  { id: 'sql_reads', label: 'Reading queries', unit: '1/s', better: 'higher', aliases: [] },
  { id: 'sql_writes', label: 'Writing queries', unit: '1/s', better: 'higher', aliases: [] },
  { id: 'sql_errors', label: 'Failed transactions', unit: '1/s', better: 'lower', aliases: [] },
  {
    id: 'database_read_bandwidth',
    label: 'Read by the database',
    unit: 'B/s',
    better: 'neither',
    aliases: [],
  },
  {
    id: 'database_write_bandwidth',
    label: 'Written by the database',
    unit: 'B/s',
    better: 'neither',
    aliases: [],
  },
  {
    id: 'database_log_bandwidth',
    label: "Written to the database's log",
    unit: 'B/s',
    better: 'neither',
    aliases: [],
  },
  {
    id: 'database_write_amplification',
    label: 'Write amplification of the database',
    unit: 'ratio',
    better: 'lower',
    aliases: [],
    meaning: 'Bytes that the drive wrote for each byte that the database wrote to its data and its log.',
  },
  { id: 'database_bytes', label: 'Size of the database', unit: 'B', better: 'neither', aliases: [] },
  { id: 'fsync_rate', label: 'fsyncs', unit: '1/s', better: 'neither', aliases: ['fsyncs'] },
  { id: 'offered_iops', label: 'Offered rate', unit: 'IOPS', better: 'neither', aliases: ['offered'] },
  {
    id: 'offered_transactions',
    label: 'Offered transactions',
    unit: '1/s',
    better: 'neither',
    aliases: [],
  },
  {
    id: 'offered_reached',
    label: 'Served share of the offered rate',
    unit: '%',
    better: 'higher',
    aliases: [],
  },
  { id: 'runtime', label: 'Measured time', unit: 's', better: 'neither', aliases: [] },
  { id: 'io_count', label: 'I/Os', unit: 'count', better: 'neither', aliases: [] },
  { id: 'io_bytes', label: 'Bytes moved', unit: 'B', better: 'neither', aliases: [] },
  { id: 'achieved_read_percent', label: 'Achieved read share', unit: '%', better: 'neither', aliases: [] },
  { id: 'cpu_user', label: 'CPU, user', unit: '%', better: 'lower', aliases: [] },
  { id: 'cpu_system', label: 'CPU, system', unit: '%', better: 'lower', aliases: [] },
]

/** Shown if no metric was chosen and no engine decides, best first; some reviews have only one of them. */
export const usualMetrics = ['bandwidth', 'iops', 'transactions', 'new_order_rate', 'latency_mean'] as const

const allMetrics: readonly Metric[] = [...metrics, ...jobMetrics, ...observedMetrics]

/**
 * The metric with this id or alias, undefined if there is none. Besides those listed, any latency percentile is a
 * metric: `latency_p90`, `completion_latency_p9999`, or `p99.99` for the total latency.
 */
export function findMetric(name: string): Metric | undefined {
  return allMetrics.find((metric) => metric.id === name || metric.aliases.includes(name)) ?? percentile(name)
}

/** By id, so that a metric is always the same object. */
const percentiles = new Map<string, Metric>()

function percentile(name: string): Metric | undefined {
  const [, family = 'latency_', whole, decimals = ''] =
    /^((?:completion_)?latency_)?p(\d{2})(?:\.?(\d{0,3}[1-9]))?$/.exec(name) ?? []
  if (whole === undefined || Number(whole) === 0) return undefined
  const id = `${family}p${whole}${decimals}`
  const known = percentiles.get(id) ?? allMetrics.find((metric) => metric.id === id)
  if (known !== undefined) return known
  const kind = family === 'latency_' ? 'latency' : 'completion latency'
  const label = `${ordinal(Number(whole), decimals)} percentile ${kind}`
  const metric: Metric = { id, label, unit: 'ns', better: 'lower', aliases: [] }
  percentiles.set(id, metric)
  return metric
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
}

/** A value in a base unit as people read it: "1.34 GB/s"; operations and events as plain numbers, because their label names them. */
export function formatMeasured(value: number | undefined, unit: Unit | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return absentText
  return unit === undefined ? formatShort(value) : formats[unit](value)
}
