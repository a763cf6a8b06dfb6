import {
  unknownTable,
  type ColumnRole,
  type TableFacts,
  type TableMapping,
} from '../../../../core/results/published/column-role'
import { formatLevel, usualKind } from '../../../../core/plan/levels/format-level'
import type { LevelValue } from '../../../../core/plan/plan'
import { parseCellLevel } from '../../../../core/results/published/cell-level'
import {
  parseCellNumber,
  type ColumnNumbers,
  type NumberConvention,
} from '../../../../core/results/published/cell-number'
import { columnNumbers, conventionsOf, holdsNumbers } from '../../../../core/results/published/column-numbers'
import { findKnownTable } from '../../../../core/results/published/known-tables'
import { readTextTable, type TextTable } from '../../../../core/results/published/read-csv'
import { isAbsent, namesTests, readPublishedTable } from '../../../../core/results/published/read-table'
import { nameColumns, suggestMapping } from '../../../../core/results/published/suggest-mapping'

/** A pasted text as far as it could be parsed. */
export type TableDraft =
  | { readonly kind: 'empty' }
  | { readonly kind: 'problem'; readonly text: string }
  | {
      readonly kind: 'table'
      readonly table: TextTable
      readonly mapping: TableMapping
      /** What is known of a table that comes with the program, else nothing. */
      readonly facts: TableFacts
    }

/** Parses a pasted text and suggests what its columns contain. */
export function draftTable(text: string): TableDraft {
  if (text.trim() === '') return { kind: 'empty' }
  const table = readTextTable(text)
  if ('text' in table) return { kind: 'problem', text: table.text }
  if (table.columns.length < 2)
    return { kind: 'problem', text: 'This is one column. Separate the cells by commas, semicolons or tabs.' }
  if (table.lines.length === 0)
    return { kind: 'problem', text: 'There is a line of headings, and no line of results beneath it.' }
  const known = findKnownTable(table.columns)
  return {
    kind: 'table',
    table,
    mapping: known?.mapping ?? suggestMapping(table.columns),
    facts: known?.facts ?? unknownTable,
  }
}

/** The mapping with one column changed; columns of the same metric become separate drives. */
export function changeRole(
  columns: readonly string[],
  mapping: TableMapping,
  at: number,
  role: ColumnRole,
): TableMapping {
  const plain = mapping.map((one, index): ColumnRole => {
    const next = index === at ? role : one
    return next.kind === 'mean' && next.device === columns[index] ? { ...next, device: undefined } : next
  })
  return nameColumns(columns, plain)
}

/** What would be stored now, in words. */
export interface TablePreview {
  readonly results: number
  readonly text: string
  /** The first cells that cannot be parsed. */
  readonly problems: readonly string[]
}

const shownProblems = 4

export function previewTable(table: TextTable, mapping: TableMapping, facts: TableFacts): TablePreview {
  if (!mapping.some((role) => ['mean', 'difference', 'open'].includes(role.kind)))
    return { results: 0, text: 'Say which column holds the results.', problems: [] }
  if (!namesTests(mapping, facts))
    return { results: 0, text: 'Say which test these are results of.', problems: [] }
  const { groups, skipped, questions } = readPublishedTable(table, mapping, facts)
  if (questions.length > 0)
    return {
      results: 0,
      text: questions.some(({ isOpen }) => isOpen === true)
        ? 'Say what these columns hold, or that they are not used.'
        : 'Say which decimal mark these columns have.',
      problems: questions.map(({ at, column, text }) => `${column || `Column ${at + 1}`}: ${text}`),
    }
  const results = groups.reduce((sum, group) => sum + group.results.length, 0)
  const problems = skipped
    .slice(0, shownProblems)
    .map((one) => `Line ${one.line}${one.column === '' ? '' : `, ${one.column}`}: ${one.reason}`)
  const more = skipped.length - problems.length
  if (more > 0) problems.push(`${more} more cells cannot be read.`)
  const campaigns = groups.length === 1 ? '1 campaign' : `${groups.length} campaigns`
  const text = `${results} ${results === 1 ? 'result' : 'results'} in ${campaigns}.`
  return { results, text, problems }
}

/** How the numbers of one column are read. */
export interface NumberReading {
  /** Set by a person; `found` leaves it to the cells. */
  readonly asked: NumberConvention | 'found'
  /** What the cells show. */
  readonly numbers: ColumnNumbers
  /** The cells of the column cannot be parsed until a person says which mark they use. */
  readonly isOpen: boolean
}

/** How the numbers of each column are read; undefined if the decimal mark makes no difference. */
export function numberReadings(
  table: TextTable,
  mapping: TableMapping,
  asked: TableFacts['numbers'] = [],
): readonly (NumberReading | undefined)[] {
  const { questions } = conventionsOf(table, mapping, asked)
  return mapping.map((role, at) => {
    if (!holdsNumbers(role)) return undefined
    const numbers = columnNumbers(table, at)
    if (numbers.kind === 'plain') return undefined
    return { asked: asked[at] ?? 'found', numbers, isOpen: questions.some((one) => one.at === at) }
  })
}

/** The conventions with that of one column changed. */
export function changeNumbers(
  columns: readonly string[],
  asked: TableFacts['numbers'] = [],
  at: number,
  convention: NumberConvention | 'found',
): NonNullable<TableFacts['numbers']> {
  return columns.map((_, index) => (index === at ? convention : (asked[index] ?? 'found')))
}

/** How a cell is parsed: its value, or why it has none. */
export interface CellReading {
  readonly text: string
  readonly isProblem: boolean
}

/** The first `count` lines as parsed, cell by cell; undefined if the cell already shows it, or is not used. */
export function readCells(
  table: TextTable,
  mapping: TableMapping,
  asked: TableFacts['numbers'],
  count: number,
): readonly (readonly (CellReading | undefined)[])[] {
  const { conventions, questions } = conventionsOf(table, mapping, asked)
  return table.lines.slice(0, count).map(({ cells }) =>
    mapping.map((role, at) => {
      const cell = cells[at] ?? ''
      if (!holdsNumbers(role) || isAbsent(cell) || questions.some((one) => one.at === at)) return undefined
      const value =
        role.kind === 'level'
          ? parseCellLevel(cell, role.key, role.unit, conventions[at])
          : parseCellNumber(cell.replace(/^±\s*/, ''), conventions[at])
      if (!value.ok) return { text: value.error, isProblem: true }
      const text = cellWords(role, value.value)
      return text.replaceAll('\u202f', ' ') === cell ? undefined : { text, isProblem: false }
    }),
  )
}

function cellWords(role: ColumnRole, value: LevelValue): string {
  if (typeof value !== 'number') return String(value)
  const kind = role.kind === 'level' ? usualKind(role.key) : undefined
  return kind?.type === 'bytes' ? formatLevel(value, kind) : wholeNumber(value)
}

/** All digits, with thin spaces between thousands so that no mark can be mistaken for another. */
function wholeNumber(value: number): string {
  const [whole = '', decimals] = String(value).split('.')
  if (String(value).includes('e')) return String(value)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
