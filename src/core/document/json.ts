import { mapRows, type Rows } from '../iterables'
import type { Cell, Table } from '../figures/figure/table'

/** A table as objects, one per row, keyed by column; an absent cell is null, so that every row has every key. */
export function tableToObjects(
  table: Table,
): Rows<Readonly<Record<string, Exclude<Cell, undefined> | null>>> {
  return mapRows(table.rows, (row) =>
    Object.fromEntries(table.columns.map(({ key }, index) => [key, row[index] ?? null] as const)),
  )
}

/** The same as JSON text, one row per line so that diffs are readable; in pieces. */
export function* tableToJson(table: Table): Iterable<string> {
  yield '['
  let separator = '\n'
  for (const row of tableToObjects(table)) {
    yield `${separator}  ${JSON.stringify(row)}`
    separator = ',\n'
  }
  yield separator === '\n' ? ']\n' : '\n]\n'
}

/**
 * What `JSON.stringify(value, undefined, 2)` writes and a line feed, in pieces, and rows as if they were a list. Rows and
 * lists are written one entry at a time where they appear in the value itself or in objects within it.
 */
export function* jsonDocument(value: unknown): Iterable<string> {
  yield* jsonPieces(value, '')
  yield '\n'
}

function* jsonPieces(value: unknown, indent: string): Iterable<string> {
  const inner = `${indent}  `
  if (isRows(value)) {
    let separator = '['
    for (const one of value) {
      yield `${separator}\n${inner}${indented(one, inner)}`
      separator = ','
    }
    yield separator === '[' ? '[]' : `\n${indent}]`
  } else if (isPlainObject(value)) {
    let separator = '{'
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined) continue
      yield `${separator}\n${inner}${JSON.stringify(key)}: `
      yield* jsonPieces(part, inner)
      separator = ','
    }
    yield separator === '{' ? '{}' : `\n${indent}}`
  } else yield indented(value, indent)
}

function indented(value: unknown, indent: string): string {
  // Values without a JSON equivalent are null, as within a list.
  const written = JSON.stringify(value, asList, 2) as string | undefined
  return (written ?? 'null').replace(/\n/g, `\n${indent}`)
}

/** Typed arrays are lists in JSON too. */
function asList(_key: string, value: unknown): unknown {
  return value instanceof Float64Array || value instanceof Float32Array ? Array.from(value) : value
}

function isRows(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
