import type * as v from 'valibot'
import { integerOf, jsonOf, textOf, timeOf, type Row } from './columns'
import type { Connection } from './connection'
import { integer, json, text, time } from './encode'
import { changedKeys, refuseOther } from './refuse-other'
import { BadColumnError, ReviewFileError } from './review-file-error'
import { seal, unsealed } from './seal'

/** A table of things with a name of their own and a content as JSON. */
export interface NamedTable<T extends object> {
  readonly table: 'device_card' | 'scorecard'
  /** "device card". */
  readonly what: string
  readonly schema: v.GenericSchema<unknown, T>
}

export interface NamedRow<T> {
  readonly id: number
  readonly name: string
  readonly content: T
  readonly modifiedAtMs: number
}

/** The same as a program knows it to be saved. */
export type KnownRow<T> = Omit<NamedRow<T>, 'modifiedAtMs'>

/** Throws a BadColumnError where the stored content has another shape. */
export function readNamed<T extends object>({ schema }: NamedTable<T>, row: Row): NamedRow<T> {
  return {
    id: integerOf(row, 'id'),
    name: textOf(row, 'name'),
    content: jsonOf(row, 'content', schema),
    modifiedAtMs: timeOf(row, 'modified_ms'),
  }
}

/** All rows by name. One that this program cannot read is left out and named by `check`. */
export function listNamed<T extends object>(
  connection: Connection,
  of: NamedTable<T>,
): readonly NamedRow<T>[] {
  return connection
    .all(`SELECT id, name, content, modified_ms FROM ${of.table} ORDER BY name, id`)
    .flatMap((row) => {
      try {
        return [readNamed(of, row)]
      } catch (error) {
        if (error instanceof BadColumnError) return []
        throw error
      }
    })
}

/**
 * Adds a row, or replaces name and content of the one with this id. Names are used once. With `base`, the row as it was
 * read: throws `changed-elsewhere` where the file holds another one by now.
 */
export function saveNamed<T extends object>(
  connection: Connection,
  of: NamedTable<T>,
  {
    id: known,
    name,
    content,
  }: { readonly id?: number | undefined; readonly name: string; readonly content: T },
  {
    base,
    atMs = Date.now(),
  }: { readonly base?: KnownRow<T> | undefined; readonly atMs?: number | undefined } = {},
): NamedRow<T> {
  if (base !== undefined) refuseOtherRow(connection, of, base, { name, content })
  const { table, what } = of
  const named = text(name, `The name of the ${what}`)
  const taken = connection.first(`SELECT id FROM ${table} WHERE name = ?`, named)
  if (taken && integerOf(taken, 'id') !== known)
    throw new ReviewFileError(
      'name-taken',
      connection.path,
      `There is a ${what} “${name}” already.`,
      'Choose another name.',
    )
  const written = json(content, `The ${what}`)
  const now = time(atMs, 'The time')
  let id = known
  if (id === undefined)
    id = connection.insert(
      `INSERT INTO ${table} (name, content, modified_ms, checksum) VALUES (?, ?, ?, ?)`,
      ...[named, written, now, unsealed],
    )
  else if (
    connection.change(
      `UPDATE ${table} SET name = ?, content = ?, modified_ms = ? WHERE id = ?`,
      ...[named, written, now, integer(id, 'An id')],
    ) === 0
  )
    throw goneRow(connection, what, id)
  seal(connection, table, integer(id, 'An id'))
  const row = connection.first(
    `SELECT id, name, content, modified_ms FROM ${table} WHERE id = ?`,
    integer(id, 'An id'),
  )
  return readNamed(of, row ?? {})
}

/** With `base`, refuses as `saveNamed` does. Without it a row that is gone is no error. */
export function deleteNamed<T extends object>(
  connection: Connection,
  of: NamedTable<T>,
  id: number,
  base?: KnownRow<T>,
): void {
  if (base !== undefined) refuseOtherRow(connection, of, base, undefined)
  connection.change(`DELETE FROM ${of.table} WHERE id = ?`, integer(id, 'An id'))
}

export function goneRow(connection: Connection, what: string, id: number): ReviewFileError {
  return new ReviewFileError(
    'not-found',
    connection.path,
    `There is no ${what} ${id} in ${connection.path}.`,
    'Save it as a new one.',
  )
}

function refuseOtherRow<T extends object>(
  connection: Connection,
  of: NamedTable<T>,
  base: KnownRow<T>,
  mine: { readonly name: string; readonly content: T } | undefined,
): void {
  const flat = ({ name, content }: { readonly name: string; readonly content: T }): object => ({
    name,
    ...content,
  })
  const stored = listNamed(connection, of).find(({ id }) => id === base.id)
  refuseOther({
    path: connection.path,
    what: `The ${of.what} “${base.name}”`,
    base: flat(base),
    mine: mine && flat(mine),
    stored: stored && flat(stored),
    remedy: 'make your change again',
    describe: changedKeys,
  })
}
