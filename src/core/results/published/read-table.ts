import type { LevelValue } from '../../plan/plan'
import { type Direction, directions } from '../observation'
import { testId } from '../../plan/levels/level-words'
import { findMetric, type Metric, metricInSentence } from '../metrics'
import type { PublishedResult, PublishedValue } from '../published-result'
import { parseCellLevel } from './cell-level'
import { type NumberConvention, parseCellNumber, printedDecimals } from './cell-number'
import { conventionsOf, type ColumnQuestion } from './column-numbers'
import type { ColumnRole, TableFacts, TableMapping } from './column-role'
import type { TextLine, TextTable } from './read-csv'
import { quoted } from '../../units/parsed'
import { toBaseUnit, unitFactor } from './value-units'

/** Results of one drive under one condition. */
export interface PublishedGroup {
  readonly device: string
  readonly configuration: string
  readonly results: readonly PublishedResult[]
}

/** A line or cell without a result, and why. */
export interface SkippedCell {
  /** Line of the text, from 1. */
  readonly line: number
  /** Name of the column; empty for the line as a whole. */
  readonly column: string
  readonly reason: string
}

export interface ReadTable {
  readonly groups: readonly PublishedGroup[]
  readonly skipped: readonly SkippedCell[]
  /** Columns of which it is open what they hold, or how their numbers are read. As long as there is one, nothing is read. */
  readonly questions: readonly ColumnQuestion[]
}

type Conventions = readonly (NumberConvention | undefined)[]

type ValueRole = Extract<ColumnRole, { kind: 'mean' | 'difference' }>

/**
 * Reads the results of a printed table. A cell that cannot be read is skipped with the reason; the others count. Each
 * column of numbers is read by one convention, see `conventionsOf`.
 */
export function readPublishedTable(table: TextTable, mapping: TableMapping, facts: TableFacts): ReadTable {
  const { conventions, questions: numbers } = conventionsOf(table, mapping, facts.numbers)
  const questions = [...openColumns(table, mapping), ...numbers]
  if (questions.length > 0) return { groups: [], skipped: [], questions }
  const groups = new Map<string, { device: string; configuration: string; results: PublishedResult[] }>()
  const skipped: SkippedCell[] = []
  const seen = new Set<string>()
  for (const line of table.lines) {
    const skip = (column: string, reason: string) => skipped.push({ line: line.line, column, reason })
    const context = readContext(table, mapping, facts, line, conventions)
    if ('reason' in context) {
      skip(context.column, context.reason)
      continue
    }
    mapping.forEach((role, at) => {
      if (role.kind !== 'mean' && role.kind !== 'difference') return
      const column = table.columns[at] ?? ''
      const found = readCell(line, at, role, mapping, context, facts, conventions)
      if (found === undefined) return
      if ('reason' in found) return skip(column, found.reason)
      const device = (role.kind === 'mean' ? role.device : undefined) ?? context.device
      const configuration = (role.kind === 'mean' ? role.configuration : undefined) ?? context.configuration
      const place = JSON.stringify([device, configuration])
      const { test, direction, metric, levels, value } = found
      const identity = JSON.stringify([
        place,
        test,
        direction,
        metric,
        Object.entries(levels).sort(),
        value.kind,
      ])
      if (seen.has(identity)) return skip(column, sameCase(table, mapping))
      seen.add(identity)
      const group = groups.get(place) ?? { device, configuration, results: [] }
      group.results.push(found)
      groups.set(place, group)
    })
  }
  return { groups: [...groups.values()], skipped, questions }
}

function openColumns({ columns }: TextTable, mapping: TableMapping): readonly ColumnQuestion[] {
  return mapping.flatMap((role, at) =>
    role.kind === 'open' ? [{ at, column: columns[at] ?? '', text: role.text, isOpen: true }] : [],
  )
}

/** Whether every result of the table has a test: from its line, its column, or the facts of the table. */
export function namesTests(mapping: TableMapping, { test }: Pick<TableFacts, 'test'>): boolean {
  if (test !== '' || mapping.some(({ kind }) => kind === 'test')) return true
  return mapping.every(
    (role) => role.kind !== 'difference' && (role.kind !== 'mean' || role.test !== undefined),
  )
}

interface LineContext {
  readonly test: string
  readonly isIops: boolean
  readonly direction: Direction
  readonly device: string
  readonly configuration: string
  readonly runs: number | undefined
  readonly note: string | undefined
  readonly levels: Readonly<Record<string, LevelValue>>
}

/** Two lines of one case, unless a column that is not used distinguishes them. */
function sameCase({ columns }: TextTable, mapping: TableMapping): string {
  const unused = columns.filter((_, at) => mapping[at]?.kind === 'ignore').map(quoted)
  const hint =
    unused.length === 0
      ? ''
      : ` ${unused.length === 1 ? 'The column' : 'One of the columns'} ${unused.join(', ')}, not used so far, may distinguish them.`
  return `An earlier line has the same case.${hint}`
}

function readContext(
  table: TextTable,
  mapping: TableMapping,
  facts: TableFacts,
  line: TextLine,
  conventions: Conventions,
): LineContext | { readonly column: string; readonly reason: string } {
  const columnOf = (kind: ColumnRole['kind']) => mapping.findIndex((role) => role.kind === kind)
  const cellOf = (kind: ColumnRole['kind']) => {
    const at = columnOf(kind)
    const cell = at < 0 ? '' : (line.cells[at] ?? '')
    return cell === '' ? undefined : cell
  }
  const { test, isIops } = withoutIops(testId(cellOf('test') ?? facts.test))
  if (test === '' && !mapping.some((role) => role.kind === 'mean' && role.test !== undefined))
    return { column: '', reason: 'The line does not say which test it is of.' }
  const levels: Record<string, LevelValue> = { ...facts.levels }
  for (const [at, role] of mapping.entries()) {
    const cell = line.cells[at] ?? ''
    if (role.kind !== 'level' || cell === '') continue
    const level = parseCellLevel(cell, role.key, role.unit, conventions[at])
    if (!level.ok) return { column: table.columns[at] ?? '', reason: level.error }
    levels[role.key] = level.value
  }
  const runsText = cellOf('runs')
  const runs = runsText === undefined ? undefined : parseCellNumber(runsText, conventions[columnOf('runs')])
  if (runs && !(runs.ok && Number.isInteger(runs.value) && runs.value >= 1))
    return { column: '', reason: `"${runsText ?? ''}" is not a number of runs.` }
  return {
    test,
    isIops,
    direction: asDirection(cellOf('direction')) ?? facts.direction ?? 'total',
    device: cellOf('device') ?? facts.device,
    configuration: cellOf('configuration') ?? facts.configuration,
    runs: runs?.ok ? runs.value : facts.runs,
    note: cellOf('note'),
    levels,
  }
}

function asDirection(text: string | undefined): Direction | undefined {
  return directions.find((direction) => direction === text?.toLowerCase())
}

/** Undefined for an empty cell: nothing was printed. */
function readCell(
  line: TextLine,
  at: number,
  role: ValueRole,
  mapping: TableMapping,
  context: LineContext,
  facts: TableFacts,
  conventions: Conventions,
): PublishedResult | { readonly reason: string } | undefined {
  const text = line.cells[at] ?? ''
  if (isAbsent(text)) return undefined
  const metric = findMetric(context.isIops ? 'iops' : role.metric)
  if (!metric) return { reason: `There is no metric "${role.metric}".` }
  const number = parseCellNumber(text, conventions[at])
  if (!number.ok) return { reason: number.error }
  const own = role.kind === 'mean' ? role : undefined
  const test = own?.test ?? context.test
  if (test === '') return { reason: 'The line does not say which test it is of.' }
  const direction = own?.direction ?? context.direction
  // Programs print 0 for the direction that a test does not have.
  if (number.value === 0 && isOtherWay(test, direction)) return undefined
  const deviation = readDeviation(line, at, mapping, conventions)
  if ('reason' in deviation) return deviation
  const decimals = printedDecimals(text, number.value)
  const value = valueOf(
    role,
    metric,
    { value: number.value, ...(decimals !== undefined && { decimals }), ...deviation },
    context.runs,
    facts.baseline,
  )
  if ('reason' in value) return value
  const { levels, note } = context
  return {
    test,
    direction,
    metric: metric.id,
    unit: metric.unit,
    levels,
    value,
    ...(note !== undefined && { note }),
  }
}

/** Whether a test by its name has only the other direction. */
function isOtherWay(test: string, direction: Direction): boolean {
  const words = new Set(test.split('-'))
  const [reads, writes] = [
    words.has('read') || words.has('reread'),
    words.has('write') || words.has('rewrite'),
  ]
  return (direction === 'write' && reads && !writes) || (direction === 'read' && writes && !reads)
}

/** A printed number with its deviation, and the digits after the decimal mark of both. */
interface PrintedCell {
  readonly value: number
  readonly decimals?: number
  readonly deviation?: number
  readonly deviationDecimals?: number
}

function valueOf(
  role: ValueRole,
  metric: Metric,
  { value, decimals, deviation, deviationDecimals }: PrintedCell,
  n: number | undefined,
  baseline: string,
): PublishedValue | { readonly reason: string } {
  const runs = n === undefined ? {} : { n }
  const formIn = (unit: string, factor: number) =>
    decimals !== undefined && {
      form: { unit, factor, decimals, ...(deviationDecimals !== undefined && { deviationDecimals }) },
    }
  if (role.kind === 'difference') {
    const spread = deviation === undefined ? {} : { deviationPercent: deviation }
    return { kind: 'difference', differencePercent: value, ...spread, ...runs, baseline, ...formIn('%', 1) }
  }
  if (value < 0)
    return {
      reason: `${quoted(String(value))} is below zero, which ${metricInSentence(metric.id)} cannot be.`,
    }
  const unit = role.unit ?? metric.unit
  const factor = unitFactor(metric.unit, unit)
  if (factor === undefined) return { reason: `"${unit}" is no unit of ${metric.label}.` }
  const spread = deviation === undefined ? {} : { standardDeviation: toBaseUnit(deviation, factor) }
  return { kind: 'summary', mean: toBaseUnit(value, factor), ...spread, ...runs, ...formIn(unit, factor) }
}

/** The deviation column that belongs to the value column at `at`: the first one after it and before the next value. */
function readDeviation(
  line: TextLine,
  at: number,
  mapping: TableMapping,
  conventions: Conventions,
): Pick<PrintedCell, 'deviation' | 'deviationDecimals'> | { readonly reason: string } {
  const next = mapping.findIndex(
    (role, index) => index > at && role.kind !== 'ignore' && role.kind !== 'note',
  )
  if (next < 0 || mapping[next]?.kind !== 'deviation') return {}
  const text = (line.cells[next] ?? '').replace(/^±\s*/, '')
  if (isAbsent(text)) return {}
  const number = parseCellNumber(text, conventions[next])
  if (!number.ok) return { reason: number.error }
  if (number.value < 0) return { reason: 'A standard deviation cannot be negative.' }
  const deviationDecimals = printedDecimals(text, number.value)
  return { deviation: number.value, ...(deviationDecimals !== undefined && { deviationDecimals }) }
}

/** True for the ways to print that there is no number. */
export function isAbsent(text: string): boolean {
  return /^(?:[-–—]*|n\/?a)$/i.test(text)
}

/** Tables that print throughput and IOPS next to each other call the latter `write-iops`. */
function withoutIops(test: string): { readonly test: string; readonly isIops: boolean } {
  const bare = test.replace(/-iops$/, '')
  return { test: bare, isIops: bare !== test }
}
