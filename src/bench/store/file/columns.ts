import * as v from 'valibot'
import type { LevelValue } from '../../../core/plan/plan'
import { limits } from './format'
import { BadColumnError } from './review-file-error'

/** One row as the driver returns it: nothing in it is trusted. */
export type Row = Readonly<Record<string, unknown>>

/** Text of a column; anything else, and more than `most` characters, is a BadColumnError. */
export function textOf(row: Row, column: string, most: number = limits.name): string {
  const value = row[column]
  if (typeof value !== 'string') throw unexpected(row, column, value, 'text')
  if (value.length > most)
    throw new BadColumnError(
      placeOf(row, column),
      `holds ${value.length} characters; at most ${most} are stored there.`,
    )
  return value
}

/** Text that may run over pages: notes, reasons, lines of a log. */
export function notesOf(row: Row, column: string): string {
  return textOf(row, column, limits.notes)
}

/** A whole number from 0 that fits into 32 bits: the number of a case or a repetition. */
export function countOf(row: Row, column: string): number {
  const value = integerOf(row, column)
  if (value < 0 || value > mostCount)
    throw new BadColumnError(placeOf(row, column), `holds ${value}; numbers go from 0 to ${mostCount} there.`)
  return value
}

const mostCount = 2 ** 32 - 1

/** A time in milliseconds since 1970, up to the year 9999. */
export function timeOf(row: Row, column: string): number {
  const value = integerOf(row, column)
  if (value < 0 || value > limits.time)
    throw new BadColumnError(
      placeOf(row, column),
      `holds ${value}, which is not a time between 1970 and 9999.`,
    )
  return value
}

export function integerOf(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw unexpected(row, column, value, 'a whole number')
  return value
}

export function realOf(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw unexpected(row, column, value, 'a finite number')
  return value
}

export function blobOf(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw unexpected(row, column, value, 'bytes')
  return value
}

export function optionalOf<T>(
  row: Row,
  column: string,
  read: (row: Row, column: string) => T,
): T | undefined {
  return row[column] === null ? undefined : read(row, column)
}

/** One of a fixed set of words. */
export function wordOf<T extends string>(row: Row, column: string, words: readonly T[]): T {
  const value = textOf(row, column)
  const word = words.find((candidate) => candidate === value)
  if (word === undefined)
    throw new BadColumnError(
      placeOf(row, column),
      `holds "${shorten(value)}", which is none of ${words.join(', ')}.`,
    )
  return word
}

/** JSON text of a known shape, of at most `most` characters. */
export function jsonOf<T>(
  row: Row,
  column: string,
  schema: v.GenericSchema<unknown, T>,
  most: number = limits.json,
): T {
  return parseJson(textOf(row, column, most), () => placeOf(row, column), schema)
}

const levelsShape: v.GenericSchema<unknown, Readonly<Record<string, LevelValue>>> = v.record(
  v.string(),
  v.union([v.pipe(v.number(), v.finite()), v.string(), v.boolean()]),
)

/** The levels of a case, of a campaign or of a measurement. */
export function levelsOf(row: Row, column: string): Readonly<Record<string, LevelValue>> {
  return jsonOf(row, column, levelsShape, limits.levels)
}

/**
 * JSON of a known shape; an error begins with `place`, which is only called for an error: 36,000 cases are
 * read at once.
 */
function parseJson<T>(written: string, place: () => string, schema: v.GenericSchema<unknown, T>): T {
  let parsed: unknown
  try {
    parsed = JSON.parse(written)
  } catch {
    throw new BadColumnError(place(), 'does not hold valid JSON.')
  }
  const result = v.safeParse(schema, parsed, { abortEarly: true })
  if (result.success) return result.output
  const issue = result.issues[0]
  throw new BadColumnError(
    place(),
    `holds JSON of another shape at "${v.getDotPath(issue) ?? ''}": ${issue.message}.`,
  )
}

function unexpected(row: Row, column: string, value: unknown, wanted: string): BadColumnError {
  const found =
    value === null
      ? 'nothing'
      : value === undefined
        ? 'no such column'
        : value instanceof Uint8Array
          ? 'bytes'
          : typeof value
  return new BadColumnError(placeOf(row, column), `holds ${found} where ${wanted} is expected.`)
}

/** Columns that identify the rows of the tables. */
const keys = ['id', 'rowid', 'campaign_id', 'run_id', 'case_index', 'ordinal', 'attempt'] as const

/** The column and, as far as the row says, which row it is. */
function placeOf(row: Row, column: string): string {
  const known = keys.filter((key) => key !== column && typeof row[key] === 'number')
  const names = known.map((key) => `${key} ${String(row[key])}`).join(', ')
  return names === '' ? `Column "${column}"` : `Column "${column}" (${names})`
}

function shorten(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40)}…` : value
}

/** An answer as names of columns and rows of values. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/**
 * The driver sets each property by name across the border to C; assembling rows in JavaScript takes a third
 * of the time.
 */
export function toRow(columns: readonly string[], values: readonly unknown[]): Row {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index]
  return row
}
