import { metrics } from '../metrics'
import type { ColumnRole, TableMapping } from './column-role'
import { unitsFor } from './value-units'

type Pattern = readonly [pattern: RegExp, role: ColumnRole]

/** Headings that name a parameter or a fact, in common wording. The first match counts. */
const plain: readonly Pattern[] = [
  [/^(test|workload|benchmark)$/, { kind: 'test' }],
  [/^direction$/, { kind: 'direction' }],
  [/^(device|drive|card|ssd|model|disk)$/, { kind: 'device' }],
  [/^(configuration|config|condition|kernel|firmware|server)$/, { kind: 'configuration' }],
  [/^(note|notes|comment|remark)$/, { kind: 'note' }],
  [/^(n|runs|repetitions|samples)$/, { kind: 'runs' }],
  [/^(block|record|request)_?(size)?$|^(bs|reclen)$/, { kind: 'level', key: 'block_size' }],
  [/^file_?size$/, { kind: 'level', key: 'file_size' }],
  [/^(queue_depth|iodepth|qd|depth)$/, { kind: 'level', key: 'queue_depth' }],
  [/^(threads|jobs|numjobs|processes)$/, { kind: 'level', key: 'jobs' }],
  [/^(read|reads|read_percent|rwmixread|read_share)$/, { kind: 'level', key: 'read_percent' }],
  [/^pattern$/, { kind: 'level', key: 'pattern' }],
  [/^compress\w*_percent$|^compressible$/, { kind: 'level', key: 'compress_percent' }],
  [/^compressibility\w*$|^dedupe?\w*$/, { kind: 'level', key: 'dedupe_percent' }],
  [/^(used|fill|utili[sz]ation)(_percent)?$/, { kind: 'level', key: 'fill_percent' }],
  [/^(sd|s|std|stdev|stddev|deviation|standard_deviation)(_.*)?$/, { kind: 'deviation' }],
  [/^(printed|ratio|advantage)_?.*$/, { kind: 'ignore' }],
]

const metricWords: readonly (readonly [pattern: RegExp, metric: string])[] = [
  [/p50|median.*lat|lat.*median/, 'latency_p50'],
  [/p99\.?9\b|p999/, 'latency_p999'],
  [/p95|95th/, 'latency_p95'],
  [/p99|99th/, 'latency_p99'],
  [/lat/, 'latency_mean'],
  [/iops/, 'iops'],
  [/notpm|tpmc|new_order/, 'new_order_rate'],
  [/bandwidth|throughput|speed|(^|_)bw|b_per_s|b\/s|bytes?_per_s/, 'bandwidth'],
]

/** Endings of headings that name a unit, longest first: `throughput_mib_per_s`, `Latency (ms)`. */
const unitEndings: readonly (readonly [pattern: RegExp, unit: string])[] = [
  [/(^|_)kib(_per_|\/)s$/, 'KiB/s'],
  [/(^|_)mib(_per_|\/)s$/, 'MiB/s'],
  [/(^|_)gib(_per_|\/)s$/, 'GiB/s'],
  [/(^|_)kb(_per_|\/)s$/, 'kB/s'],
  [/(^|_)mb(_per_|\/)s$/, 'MB/s'],
  [/(^|_)gb(_per_|\/)s$/, 'GB/s'],
  [/(^|_)ms$/, 'ms'],
  [/(^|_)(us|µs)$/, 'µs'],
  [/(^|_)ns$/, 'ns'],
]

/**
 * The most likely roles of a table's columns, by their headings. Unknown columns are ignored; the user corrects the
 * rest. If several columns have the same metric, each is a separate drive, named by its heading.
 */
export function suggestMapping(columns: readonly string[]): TableMapping {
  return nameColumns(
    columns,
    columns.map((column) => suggestRole(column)),
  )
}

/** Names the drives of columns with the same metric by their headings, unless they have names already. */
export function nameColumns(columns: readonly string[], roles: TableMapping): TableMapping {
  const means = roles.filter((role) => role.kind === 'mean')
  return roles.map((role, at) => {
    if (role.kind !== 'mean' || role.device !== undefined || role.configuration !== undefined) return role
    const isAlone = means.filter((other) => other.metric === role.metric).length < 2
    return isAlone ? role : { ...role, device: columns[at] ?? '' }
  })
}

function suggestRole(column: string): ColumnRole {
  const name = normal(column)
  const known = plain.find(([pattern]) => pattern.test(name))
  if (known) return known[1]
  const metric = metricWords.find(([pattern]) => pattern.test(name))?.[1]
  if (/diff|change|delta/.test(name)) return { kind: 'difference', metric: metric ?? 'bandwidth' }
  if (metric === undefined) return { kind: 'ignore' }
  const base = metrics.find((one) => one.id === metric)?.unit
  const unit = unitEndings.find(([pattern]) => pattern.test(name))?.[1]
  const fits = base !== undefined && unit !== undefined && unitsFor(base).includes(unit)
  return { kind: 'mean', metric, ...(fits && { unit }) }
}

/** `Throughput (MiB/s)` and `throughput_mib_per_s` alike. */
function normal(column: string): string {
  return column
    .trim()
    .toLowerCase()
    .replace(/[()[\],]+/g, ' ')
    .trim()
    .replace(/\s*%$/, '_percent')
    .replace(/[\s-]+/g, '_')
}
