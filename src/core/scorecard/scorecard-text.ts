import * as v from 'valibot'
import { readTextTable, type TextLine } from '../results/published/read-csv'
import { parsed, quoted, unreadable, type Parsed } from '../units/parsed'
import {
  scorecardSchema,
  type Scorecard,
  type ScoreCategory,
  type ScoreEntry,
  type ScoreWinner,
} from './scorecard'

/**
 * Reads a scorecard from a table: columns `category`, `weight` and `winner`, then for each candidate a column with
 * its name for the text and optionally `NAME mark` and `NAME points`; a row for each category. Or from JSON, as
 * `scorecard list --json` writes a card.
 */
export function readScorecard(text: string): Parsed<Scorecard> {
  if (text.trimStart().startsWith('{')) return readJson(text)
  const table = readTextTable(text)
  if ('text' in table) return unreadable(table.text)
  const columns = table.columns.map((name, at) => ({ ...columnOf(name), name, at }))
  const candidates = [
    ...new Set(columns.flatMap(({ candidate }) => (candidate === undefined ? [] : [candidate]))),
  ]
  if (!columns.some(({ kind }) => kind === 'category'))
    return unreadable(
      'There is no column “category”. Its columns are category, weight, winner and the candidates.',
    )
  const categories: ScoreCategory[] = []
  for (const line of table.lines) {
    const read = readCategory(line, columns, candidates)
    if (!read.ok) return unreadable(`Line ${line.line}: ${read.error}`)
    categories.push(read.value)
  }
  return checked({ candidates, categories })
}

interface Column {
  readonly kind: 'category' | 'weight' | 'winner' | keyof ScoreEntry
  readonly candidate?: string
  readonly name: string
  readonly at: number
}

function columnOf(name: string): Omit<Column, 'name' | 'at'> {
  const word = name.toLowerCase()
  if (word === 'category' || word === 'weight' || word === 'winner') return { kind: word }
  const [, candidate = name, part] = /^(.+?) +(mark|points)$/i.exec(name) ?? []
  return { kind: part?.toLowerCase() === 'mark' ? 'mark' : part === undefined ? 'text' : 'points', candidate }
}

function readCategory(
  { cells }: TextLine,
  columns: readonly Column[],
  candidates: readonly string[],
): Parsed<ScoreCategory> {
  const entries: ScoreEntry[] = candidates.map(() => ({}))
  let category: ScoreCategory = { name: '', entries: [] }
  for (const { kind, candidate, name, at } of columns) {
    const cell = cells[at] ?? ''
    if (cell === '') continue
    if (kind === 'category') category = { ...category, name: cell }
    else if (kind === 'winner') {
      const winner = parseWinner(candidates, cell)
      if (!winner.ok) return winner
      category = { ...category, winner: winner.value }
    } else {
      const value = kind === 'weight' || kind === 'points' ? Number(cell) : cell
      if (typeof value === 'number' && !Number.isFinite(value))
        return unreadable(`${quoted(cell)} in the column ${quoted(name)} is no number.`)
      const place = candidate === undefined ? -1 : candidates.indexOf(candidate)
      if (kind === 'weight') category = { ...category, weight: Number(value) }
      else entries[place] = { ...entries[place], [kind]: value }
    }
  }
  return parsed({ ...category, entries })
}

/** A candidate by name, `tie` or `none`, as typed. */
export function parseWinner(candidates: readonly string[], text: string): Parsed<ScoreWinner> {
  const place = candidates.indexOf(text.trim())
  if (place >= 0) return parsed(place)
  if (/^(a )?tie$/i.test(text.trim())) return parsed('tie')
  if (/^(none|nobody|no winner)$/i.test(text.trim())) return parsed('none')
  return unreadable(
    `${quoted(text.trim())} is not a candidate. Write one of ${candidates.join(', ')}, tie or none.`,
  )
}

function readJson(text: string): Parsed<Scorecard> {
  let card: unknown
  try {
    card = JSON.parse(text)
  } catch {
    return unreadable('It is no JSON.')
  }
  if (typeof card !== 'object' || card === null || !('candidates' in card && 'categories' in card))
    return unreadable('It is JSON, but no scorecard: there are no “candidates” with “categories”.')
  return checked(card)
}

function checked(card: unknown): Parsed<Scorecard> {
  const read = v.safeParse(scorecardSchema, card)
  if (read.success) return parsed(read.output)
  const [issue] = read.issues
  // The program's own checks are sentences already.
  if (issue.type === 'check') return unreadable(issue.message)
  const path = v.getDotPath(issue)
  return unreadable(`${path === null ? 'The scorecard' : quoted(path)} ${issueWords(issue)}.`)
}

/** What a finding of the schema says of its place. */
function issueWords({ expected, received, type }: v.BaseIssue<unknown>): string {
  if (expected === 'never') return 'is not a part of a scorecard'
  if (received === 'undefined') return 'is missing'
  if (type === 'min_length') return 'is empty'
  return type === 'max_length' ? 'is too long' : `cannot be ${received}`
}
