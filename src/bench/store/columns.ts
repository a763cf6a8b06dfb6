import * as v from 'valibot'
import { BadColumnError } from './review-file-error'

/** One row as the driver gives it: nothing about it is believed. */
export type Row = Readonly<Record<string, unknown>>

/** Text of a column; anything else is a BadColumnError. */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw unexpected(column, value, 'text')
  return value
}

export function integerOf(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw unexpected(column, value, 'a whole number')
  return value
}

export function realOf(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isFinite(value)) throw unexpected(column, value, 'a finite number')
  return value
}

export function blobOf(row: Row, column: string): Uint8Array {
  const value = row[column]
  if (!(value instanceof Uint8Array)) throw unexpected(column, value, 'bytes')
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
      `Column "${column}"`,
      `holds "${shorten(value)}", which is none of ${words.join(', ')}.`,
    )
  return word
}

/** JSON text of a known shape. */
export function jsonOf<T>(row: Row, column: string, schema: v.GenericSchema<unknown, T>): T {
  return parseJson(textOf(row, column), column, schema)
}

export function parseJson<T>(written: string, column: string, schema: v.GenericSchema<unknown, T>): T {
  let parsed: unknown
  try {
    parsed = JSON.parse(written)
  } catch {
    throw new BadColumnError(`Column "${column}"`, 'does not hold valid JSON.')
  }
  const result = v.safeParse(schema, parsed, { abortEarly: true })
  if (result.success) return result.output
  const issue = result.issues[0]
  throw new BadColumnError(
    `Column "${column}"`,
    `holds JSON of another shape at "${v.getDotPath(issue) ?? ''}": ${issue.message}.`,
  )
}

function unexpected(column: string, value: unknown, wanted: string): BadColumnError {
  const found =
    value === null
      ? 'nothing'
      : value === undefined
        ? 'no such column'
        : value instanceof Uint8Array
          ? 'bytes'
          : typeof value
  return new BadColumnError(`Column "${column}"`, `holds ${found} where ${wanted} is expected.`)
}

function shorten(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40)}…` : value
}
