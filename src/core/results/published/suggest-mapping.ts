import { quoted } from '../../units/parsed'
import type { ColumnRole, TableMapping } from './column-role'
import { readHeading } from './read-heading'

type Mean = Extract<ColumnRole, { kind: 'mean' }>

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
  [
    /^(read_percent|reads_percent|percent_reads?|rwmixread|read_share)$/,
    { kind: 'level', key: 'read_percent' },
  ],
  [/^pattern$/, { kind: 'level', key: 'pattern' }],
  [/^compress\w*_percent$|^compressible$/, { kind: 'level', key: 'compress_percent' }],
  [/^compressibility\w*$|^dedupe?\w*$/, { kind: 'level', key: 'dedupe_percent' }],
  [/^(used|fill|utili[sz]ation)(_percent)?$/, { kind: 'level', key: 'fill_percent' }],
  [/^(sd|s|std|stdev|stddev|deviation|standard_deviation)$/, { kind: 'deviation' }],
  [/^(printed|ratio|advantage)_?.*$/, { kind: 'ignore' }],
]

/**
 * The roles of a table's columns, by their headings. A heading that is not understood as a whole is a question; columns
 * that speak of no measurement are not used. Several columns of one metric, unit and direction that differ in a name
 * are one drive each, unless a column names the drives.
 */
export function suggestMapping(columns: readonly string[]): TableMapping {
  const read = columns.map((column) => {
    const known = plain.find(([pattern]) => pattern.test(normal(column)))
    return known === undefined ? readHeading(column) : { role: known[1], rest: [] }
  })
  const namesDrives = !read.some(({ role }) => role.kind === 'device')
  const roles = read.map(({ role, rest }, at): ColumnRole => {
    if (role.kind === 'deviation') return ownDeviation(columns, read, at)
    if (role.kind !== 'mean') return role
    const alike = read.filter((one) => one.role.kind === 'mean' && sameQuantity(one.role, role))
    const name = rest.join(' ')
    if (alike.length === 1)
      return rest.length === 0 ? role : open(columns[at], `is not understood as a whole (${quoted(name)})`)
    const names = new Set(alike.map((one) => one.rest.join(' ')))
    if (names.size < alike.length) return open(columns[at], 'says the same as another column')
    if (!/[a-z]/i.test(name) || !namesDrives)
      return open(columns[at], 'does not say how it differs from the other columns of its kind')
    return { ...role, device: name }
  })
  return roles
}

function sameQuantity(one: Mean, other: Mean): boolean {
  return one.metric === other.metric && one.test === other.test && one.direction === other.direction
}

/** A deviation that names its quantity belongs to the column of results before it only if that has the same one. */
function ownDeviation(
  columns: readonly string[],
  read: readonly { readonly role: ColumnRole }[],
  at: number,
): ColumnRole {
  const column = columns[at] ?? ''
  const bare = readHeading(column.replace(/standard|std ?dev|std|sd|stdev|stddev|dev(iation)?/gi, ' '))
  const before = read
    .slice(0, at)
    .reverse()
    .find(({ role }) => role.kind === 'mean' || role.kind === 'difference')
  if (before?.role.kind !== 'mean' || bare.role.kind !== 'mean')
    return bare.role.kind === 'ignore' || before?.role.kind === 'difference'
      ? { kind: 'deviation' }
      : open(column, 'is a deviation of something that is not understood')
  const isSame = sameQuantity(before.role, bare.role) && before.role.unit === bare.role.unit
  return isSame ? { kind: 'deviation' } : open(column, 'is no deviation of the results before it')
}

function open(column: string | undefined, why: string): ColumnRole {
  return { kind: 'open', text: `${quoted(column ?? '')} ${why}.` }
}

/** Names the drives of columns with the same metric by their headings, unless they have names already. */
export function nameColumns(columns: readonly string[], roles: TableMapping): TableMapping {
  return roles.map((role, at) => {
    if (role.kind !== 'mean' || role.device !== undefined || role.configuration !== undefined) return role
    const isAlone = roles.filter((other) => other.kind === 'mean' && sameQuantity(other, role)).length < 2
    return isAlone ? role : { ...role, device: columns[at] ?? '' }
  })
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
