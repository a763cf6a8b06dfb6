import type * as v from 'valibot'
import type { PictureFacts } from '../../../core/figures/figure/article-look'
import {
  pictureProblem,
  type PictureHeader,
  type PictureType,
  pictureTypes,
  readPictureHeader,
} from '../../../core/pictures/picture-header'
import { blobOf, integerOf, jsonOf, optionalOf, textOf, timeOf, wordOf, type Row } from '../file/columns'
import type { Reads } from '../file/reads'
import type { Connection } from '../file/connection'
import { blob, integer, json, text, time } from '../file/encode'
import { changedKeys, refuseOther } from '../file/refuse-other'
import { BadColumnError, ReviewFileError } from '../file/review-file-error'
import { seal, unsealed } from '../integrity/seal'
import { putIntoBin } from './bin-rows'

/** A table of items, each with a name and a content as JSON. */
export interface NamedTable<T extends object> {
  readonly table: 'device_card' | 'scorecard' | 'figure' | 'article_preset'
  /** "device card". */
  readonly what: string
  /** The column of the content. */
  readonly column: 'content' | 'settings' | 'look'
  readonly schema: v.GenericSchema<unknown, T>
  /** SQL after the table's name in a query of all rows; by default ordered by name. */
  readonly inOrder?: string
  /** Files of earlier versions may have two rows of the same name. */
  readonly sharesNames?: boolean
  /** What a person can do if another program changed a row; default: "make your change again". */
  readonly remedy?: string
}

/** A table in which each row may have a picture. */
export interface PicturedTable<T extends object> extends NamedTable<T> {
  readonly table: 'device_card' | 'article_preset'
  /** "photo". */
  readonly picture: string
  /** What a person can do about a picture that cannot be shown. */
  readonly pictureRemedy: string
}

export interface NamedRow<T> {
  readonly id: number
  readonly name: string
  readonly content: T
  readonly modifiedAtMs: number
}

/** A row as a program knows it to be saved. */
export type KnownRow<T> = Omit<NamedRow<T>, 'modifiedAtMs'>

const columnsOf = ({ column }: NamedTable<object>) => `id, name, ${column}, modified_ms`

/** Throws a BadColumnError if the stored content has another shape. */
export function readNamed<T extends object>({ column, schema }: NamedTable<T>, row: Row): NamedRow<T> {
  return {
    id: integerOf(row, 'id'),
    name: textOf(row, 'name'),
    content: jsonOf(row, column, schema),
    modifiedAtMs: timeOf(row, 'modified_ms'),
  }
}

/** All rows in order, each with its problem if it cannot be read. */
export function readEachNamed<T extends object>(
  connection: Reads,
  of: NamedTable<T>,
): readonly (NamedRow<T> | { readonly row: Row; readonly problem: BadColumnError })[] {
  const { table, inOrder = 'ORDER BY name, id' } = of
  return connection.all(`SELECT ${columnsOf(of)} FROM ${table} ${inOrder}`).map((row) => {
    try {
      return readNamed(of, row)
    } catch (problem) {
      if (problem instanceof BadColumnError) return { row, problem }
      throw problem
    }
  })
}

/** All rows in order. One that this program cannot read is left out and reported by `check`. */
export function listNamed<T extends object>(connection: Reads, of: NamedTable<T>): readonly NamedRow<T>[] {
  return readEachNamed(connection, of).flatMap((one) => ('problem' in one ? [] : [one]))
}

/**
 * Adds a row, or replaces name and content of the one with this id. With `base`, the row as it was read:
 * throws `changed-elsewhere` if the file now has another version.
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
  const { table, what, column } = of
  const named = text(name, `The name of the ${what}`)
  if (of.sharesNames !== true) {
    const taken = connection.first(`SELECT id FROM ${table} WHERE name = ?`, named)
    if (taken && integerOf(taken, 'id') !== known) throw nameTaken(connection, what, name)
  }
  const written = json(content, `The ${what}`)
  const now = time(atMs, 'The time')
  let id = known
  if (id === undefined)
    id = connection.insert(
      `INSERT INTO file.${table} (name, ${column}, modified_ms, checksum) VALUES (?, ?, ?, ?)`,
      ...[named, written, now, unsealed],
    )
  else if (
    connection.change(
      `UPDATE file.${table} SET name = ?, ${column} = ?, modified_ms = ? WHERE id = ? AND deleted_ms IS NULL`,
      ...[named, written, now, integer(id, 'An id')],
    ) === 0
  )
    throw goneRow(connection, what, id)
  seal(connection, table, integer(id, 'An id'))
  const row = connection.first(`SELECT ${columnsOf(of)} FROM ${table} WHERE id = ?`, integer(id, 'An id'))
  return readNamed(of, row ?? {})
}

/** Puts a row into the bin. With `base`, refuses as `saveNamed` does. Without it, a missing row is not an error. */
export function deleteNamed<T extends object>(
  connection: Connection,
  of: NamedTable<T>,
  id: number,
  base?: KnownRow<T>,
): void {
  if (base !== undefined) refuseOtherRow(connection, of, base, undefined)
  putIntoBin(connection, of.table, id)
}

export function goneRow(connection: Reads, what: string, id: number): ReviewFileError {
  return new ReviewFileError(
    'not-found',
    connection.path,
    `There is no ${what} ${id} in ${connection.path}.`,
    'Save it as a new one.',
  )
}

/** Whether a name is this one, or one that `freeName` derived from it. */
export function isNamed(name: string, original: string): boolean {
  return (
    name === original || (name.startsWith(`${original} (`) && /^\d+\)$/.test(name.slice(original.length + 2)))
  )
}

/** The error for a name that is taken, in tables with unique names. */
export function nameTaken(connection: Reads, what: string, name: string): ReviewFileError {
  return new ReviewFileError(
    'name-taken',
    connection.path,
    `There is a ${what} “${name}” already.`,
    'Choose another name.',
  )
}

function refuseOtherRow<T extends object>(
  connection: Reads,
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
    remedy: of.remedy ?? 'make your change again',
    describe: changedKeys,
  })
}

/** A picture of a row as stored. */
export interface RowPicture extends PictureFacts {
  readonly bytes: Uint8Array
}

const pictureColumns = 'picture_name, picture_type, picture_width, picture_height'

/** The facts of a row's picture; undefined if it has none. */
function readPictureFacts(row: Row): PictureFacts | undefined {
  const type = optionalOf(row, 'picture_type', (one, column) => wordOf(one, column, pictureTypes))
  return (
    type && {
      name: textOf(row, 'picture_name'),
      type,
      width: integerOf(row, 'picture_width'),
      height: integerOf(row, 'picture_height'),
    }
  )
}

/**
 * The facts of a table's pictures, by the rows' ids. One that cannot be read is left out and reported by
 * `check`.
 */
export function listPictureFacts(
  connection: Reads,
  { table }: PicturedTable<object>,
): ReadonlyMap<number, PictureFacts> {
  const rows = connection.all(`SELECT id, ${pictureColumns} FROM ${table} WHERE picture_type IS NOT NULL`)
  const found = new Map<number, PictureFacts>()
  for (const row of rows) {
    try {
      const facts = readPictureFacts(row)
      if (facts) found.set(integerOf(row, 'id'), facts)
    } catch (error) {
      if (!(error instanceof BadColumnError)) throw error
    }
  }
  return found
}

/**
 * The picture of a row; undefined if it has none. Throws a BadColumnError for anything that is not a picture.
 */
export function readRowPicture<T extends object>(
  connection: Reads,
  of: PicturedTable<T>,
  id: number,
): { readonly type: PictureType; readonly bytes: Uint8Array } | undefined {
  const row = connection.first(
    `SELECT id, picture FROM ${of.table} WHERE id = ? AND picture IS NOT NULL`,
    integer(id, 'An id'),
  )
  return row && { type: checkedRowPicture(of, row).type, bytes: blobOf(row, 'picture') }
}

/** Sets or removes the picture of a row. */
export function setRowPicture<T extends object>(
  connection: Connection,
  of: PicturedTable<T>,
  rowId: number,
  picture: RowPicture | undefined,
): void {
  const { table, what } = of
  const id = integer(rowId, 'An id')
  const changed = connection.change(
    `UPDATE file.${table} SET picture_name = ?, picture_type = ?, picture_width = ?, picture_height = ?, picture = ?, modified_ms = ? WHERE id = ? AND deleted_ms IS NULL`,
    picture ? text(picture.name, `The name of the ${of.picture}`) : null,
    picture ? text(picture.type, `The type of the ${of.picture}`) : null,
    picture ? integer(picture.width, `The width of the ${of.picture}`) : null,
    picture ? integer(picture.height, `The height of the ${of.picture}`) : null,
    picture ? blob(picture.bytes) : null,
    time(Date.now(), 'The time'),
    id,
  )
  if (changed === 0) throw goneRow(connection, what, rowId)
  seal(connection, table, id)
}

/**
 * The header of a stored picture, by the same check as for new pictures; throws a BadColumnError if it is not
 * one.
 */
function checkedRowPicture<T extends object>(of: PicturedTable<T>, row: Row): PictureHeader<PictureType> {
  const bytes = blobOf(row, 'picture')
  const header = readPictureHeader(bytes)
  const problem = pictureProblem(bytes, header)
  if (!problem && header) return header
  throw new BadColumnError(
    `The ${of.picture} of ${of.what} ${integerOf(row, 'id')}`,
    `${problem?.text ?? 'is none'}. ${of.pictureRemedy}`,
  )
}

/** For the check of a file: throws a BadColumnError for a row or picture that cannot be read. */
export function checkPictured<T extends object>(of: PicturedTable<T>, row: Row): void {
  readNamed(of, row)
  readPictureFacts(row)
  if (row.picture !== null) checkedRowPicture(of, row)
}
