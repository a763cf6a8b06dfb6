import { testId } from '../../plan/levels/level-words'
import { findMetric, metricInSentence, metrics } from '../metrics'
import { directions } from '../observation'
import { parsed, quoted, unreadable, type Parsed } from '../../units/parsed'
import {
  type ColumnRole,
  type TableFacts,
  type TableMapping,
  plainRoles,
  type numberFormats,
} from './column-role'
import { unitsFor } from './value-units'

/** The syntax of a role, for help texts. */
export const roleForms =
  'test, direction, device, configuration, note, runs, deviation, ignore, level:KEY[:UNIT], mean:METRIC[:UNIT][:DIRECTION][:test=NAME][:device=NAME][:configuration=NAME] or difference:METRIC'

/**
 * Applies texts such as `used_gb=level:fill_bytes:GB` to a suggested mapping. A column is named by its heading, or by
 * its position as `#3`. Headings that contain `=` must be named by position.
 */
export function applyMappings(
  columns: readonly string[],
  mapping: TableMapping,
  texts: readonly string[],
): Parsed<TableMapping> {
  const roles = [...mapping]
  for (const text of texts) {
    const at = text.indexOf('=')
    if (at < 1) return unreadable(`${quoted(text)} has no COLUMN=ROLE.`)
    const column = findColumn(columns, text.slice(0, at).trim())
    if (column === undefined)
      return unreadable(`${quoted(text.slice(0, at))} is none of the columns ${columns.join(', ')}.`)
    const role = parseRole(text.slice(at + 1))
    if (!role.ok) return role
    roles[column] = role.value
  }
  return parsed(roles)
}

/** Reads number formats: `comma` for all columns, `iops=comma` for one; later ones override earlier ones. */
export function applyNumbers(
  columns: readonly string[],
  texts: readonly string[],
): Parsed<NonNullable<TableFacts['numbers']>> {
  const numbers = columns.map((): (typeof numberFormats)[number] => 'found')
  for (const text of texts) {
    const [, name, convention] = /^(?:(.*)=)?(point|comma)$/.exec(text.trim()) ?? []
    if (convention !== 'point' && convention !== 'comma')
      return unreadable(`${quoted(text)} is neither point nor comma, nor COLUMN=point or COLUMN=comma.`)
    if (name === undefined) numbers.fill(convention)
    else {
      const column = findColumn(columns, name.trim())
      if (column === undefined)
        return unreadable(`${quoted(name)} is none of the columns ${columns.join(', ')}.`)
      numbers[column] = convention
    }
  }
  return parsed(numbers)
}

function findColumn(columns: readonly string[], name: string): number | undefined {
  const place = /^#(\d+)$/.exec(name)?.[1]
  const at =
    place === undefined
      ? columns.findIndex((column) => column.toLowerCase() === name.toLowerCase())
      : Number(place) - 1
  return at >= 0 && at < columns.length ? at : undefined
}

/** Reads one role as written on the command line. */
export function parseRole(text: string): Parsed<ColumnRole> {
  const [kind = '', ...parts] = text.split(':').map((part) => part.trim())
  const plain = plainRoles.find((word) => word === kind)
  if (plain !== undefined && parts.length === 0) return parsed({ kind: plain })
  const [first = '', ...rest] = parts
  if (kind === 'level' && /^[a-z][a-z0-9_.]{0,63}$/.test(first) && rest.length <= 1) {
    const [unit] = rest
    return parsed({ kind: 'level', key: first, ...(unit !== undefined && { unit }) })
  }
  if (kind === 'difference' && rest.length === 0) {
    const metric = findMetric(first)
    return metric ? parsed({ kind: 'difference', metric: metric.id }) : noMetric(first)
  }
  if (kind === 'mean') return parseMean(first, rest)
  return unreadable(`${quoted(text)} is not a role. Write ${roleForms}.`)
}

function parseMean(name: string, rest: readonly string[]): Parsed<ColumnRole> {
  const metric = findMetric(name)
  if (!metric) return noMetric(name)
  let role: Extract<ColumnRole, { kind: 'mean' }> = { kind: 'mean', metric: metric.id }
  for (const part of rest) {
    const owner = /^(device|configuration|test)=(.+)$/.exec(part)
    const direction = directions.find((one) => one === part)
    if (owner)
      role = { ...role, [owner[1] ?? '']: owner[1] === 'test' ? testId(owner[2] ?? '') : (owner[2] ?? '') }
    else if (direction !== undefined) role = { ...role, direction }
    else if (unitsFor(metric.unit).includes(part)) role = { ...role, unit: part }
    else
      return unreadable(
        `${quoted(part)} is no unit of ${metric.label}. Known are ${unitsFor(metric.unit).join(', ')}.`,
      )
  }
  return parsed(role)
}

function noMetric(name: string): { readonly ok: false; readonly error: string } {
  return unreadable(
    `There is no metric ${quoted(name)}. Known are ${metrics.map((metric) => metric.id).join(', ')}.`,
  )
}

/** What a column was taken for, in words: "bandwidth in MB/s, reads". */
export function roleWords(role: ColumnRole = { kind: 'ignore' }): string {
  switch (role.kind) {
    case 'mean': {
      const metric = findMetric(role.metric)
      const unit = role.unit ?? metric?.unit ?? ''
      const name = metricInSentence(role.metric)
      const { test, direction, device, configuration } = role
      const whose = [
        test === undefined ? undefined : `test ${test}`,
        direction === undefined ? undefined : direction === 'total' ? 'reads and writes' : `${direction}s`,
        device === undefined ? undefined : `drive ${device}`,
        configuration,
      ]
      const what = unit === name || unit === '' ? name : `${name} in ${unit}`
      return [what, ...whose].filter((part) => part !== undefined).join(', ')
    }
    case 'difference':
      return `difference of ${metricInSentence(role.metric)} in %`
    case 'deviation':
      return 'standard deviation of the results before it'
    case 'level':
      return `level of ${role.key}${role.unit === undefined ? '' : ` in ${role.unit}`}`
    case 'runs':
      return 'number of runs'
    case 'ignore':
      return 'not used'
    case 'device':
      return 'drive'
    default:
      return role.kind
  }
}
