import {
  unknownTable,
  type ColumnRole,
  type TableFacts,
  type TableMapping,
} from '../../../../core/results/published/column-role'
import { findKnownTable } from '../../../../core/results/published/known-tables'
import { readTextTable, type TextTable } from '../../../../core/results/published/read-csv'
import { readPublishedTable } from '../../../../core/results/published/read-table'
import { nameColumns, suggestMapping } from '../../../../core/results/published/suggest-mapping'

/** A pasted text as far as it can be understood. */
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

/** Reads what was pasted and suggests what its columns hold. */
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

/** The mapping with one column changed; columns of the same metric become drives of their own. */
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

/** What would be stored just now, in words. */
export interface TablePreview {
  readonly results: number
  readonly text: string
  /** The first cells that cannot be read. */
  readonly problems: readonly string[]
}

const shownProblems = 4

export function previewTable(table: TextTable, mapping: TableMapping, facts: TableFacts): TablePreview {
  if (!mapping.some((role) => role.kind === 'mean' || role.kind === 'difference'))
    return { results: 0, text: 'Say which column holds the results.', problems: [] }
  if (facts.test === '' && !mapping.some((role) => role.kind === 'test'))
    return { results: 0, text: 'Say which test these are results of.', problems: [] }
  const { groups, skipped } = readPublishedTable(table, mapping, facts)
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
