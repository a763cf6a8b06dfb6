import { quoted } from '../../units/parsed'
import { numbersOfColumn, type ColumnNumbers, type NumberConvention } from './cell-number'
import type { ColumnRole, TableFacts, TableMapping } from './column-role'
import type { TextTable } from './read-csv'

/** A column of which a person has to say what it holds, or how its numbers are written. */
export interface ColumnQuestion {
  /** Index of the column, from 0. */
  readonly at: number
  readonly column: string
  /** One sentence. */
  readonly text: string
  /** It is open what the column holds; else only its decimal mark is. */
  readonly isOpen?: true
}

/**
 * One convention per column of numbers: the requested one, otherwise what its cells show. Columns without decimals or
 * thousands marks need none. An ambiguous or contradictory column becomes a question.
 */
export function conventionsOf(
  table: TextTable,
  mapping: TableMapping,
  asked: TableFacts['numbers'] = [],
): {
  readonly conventions: readonly (NumberConvention | undefined)[]
  readonly questions: readonly ColumnQuestion[]
} {
  const questions: ColumnQuestion[] = []
  const conventions = mapping.map((role, at) => {
    const said = asked[at]
    if (said === 'point' || said === 'comma') return said
    if (!holdsNumbers(role)) return undefined
    const numbers = columnNumbers(table, at)
    if (numbers.kind === 'found') return numbers.convention
    const text = questionOf(numbers)
    if (text !== undefined) questions.push({ at, column: table.columns[at] ?? '', text })
    return undefined
  })
  return { conventions, questions }
}

/** True for roles whose cells are read as numbers. */
export function holdsNumbers({ kind }: ColumnRole): boolean {
  return ['level', 'mean', 'difference', 'deviation', 'runs'].includes(kind)
}

/** What the cells of the column at `at` reveal about its number format. */
export function columnNumbers(table: TextTable, at: number): ColumnNumbers {
  return numbersOfColumn(table.lines.map((line) => line.cells[at] ?? ''))
}

function questionOf(numbers: ColumnNumbers): string | undefined {
  if (numbers.kind === 'mixed') {
    const { point, comma } = numbers
    return `${quoted(point)} has a decimal point and ${quoted(comma)} a decimal comma.`
  }
  if (numbers.kind !== 'ambiguous') return undefined
  return `${quoted(numbers.example)} can be read in two ways, as ${numbers.point} or as ${numbers.comma}.`
}
