import {
  pictureTypes,
  storedBlocksSchema,
  type StoredBlock,
  type StoredPicture,
} from '../../../core/document/stored-document'
import { dotsProblem, readPhotoHeader } from '../../../core/pictures/picture-header'
import { blobOf, integerOf, jsonOf, textOf, wordOf, type Row } from '../file/columns'
import type { Reads } from '../file/reads'
import type { Connection } from '../file/connection'
import { blob, integer, text, time } from '../file/encode'
import { BadColumnError, ReviewFileError } from '../file/review-file-error'
import { seal, unsealed } from '../integrity/seal'

/** Maximum size of a stored picture in bytes: every document that shows it contains it. */
export const mostStoredPictureBytes = 4 * 1024 * 1024

/** A picture to be stored: already checked and without metadata. */
export type NewPicture = Omit<StoredPicture, 'id' | 'bytes'> & { readonly content: Uint8Array }

export interface PictureContent {
  readonly type: StoredPicture['type']
  readonly bytes: Uint8Array
}

const columns = 'id, name, type, width, height, length(content) AS bytes'

export function listPictures(connection: Reads): readonly StoredPicture[] {
  return connection.all(`SELECT ${columns} FROM picture ORDER BY id`).map(readFacts)
}

export function readFacts(row: Row): StoredPicture {
  return {
    id: integerOf(row, 'id'),
    name: textOf(row, 'name'),
    type: wordOf(row, 'type', pictureTypes),
    width: integerOf(row, 'width'),
    height: integerOf(row, 'height'),
    bytes: integerOf(row, 'bytes'),
  }
}

/** A picture, checked again as when it was added, because a file may claim anything. */
export function readPictureBytes(connection: Reads, pictureId: number): PictureContent | undefined {
  const row = connection.first(
    'SELECT id, content FROM picture WHERE id = ?',
    integer(pictureId, 'A picture id'),
  )
  return row && checkedContent(row)
}

/** Throws a BadColumnError for anything that is not a picture, or is too large to be unpacked. */
export function checkedContent(row: Row): PictureContent {
  const bytes = blobOf(row, 'content')
  const header = readPhotoHeader(bytes)
  const problem =
    header === undefined
      ? 'is not a PNG, JPEG or WebP'
      : bytes.length > mostStoredPictureBytes
        ? `has ${bytes.length} bytes`
        : dotsProblem(header)?.text
  if (header && problem === undefined) return { type: header.type, bytes }
  throw new BadColumnError(`Picture ${integerOf(row, 'id')}`, `${problem ?? 'is none'}. Take it in again.`)
}

export function addPicture(connection: Connection, picture: NewPicture): StoredPicture {
  return insertPicture(connection, { ...picture, addedAtMs: Date.now() })
}

export interface PictureRow extends NewPicture {
  /** That of a picture that was there before; a new one if unset. */
  readonly id?: number
  readonly addedAtMs: number
}

/** Inserts a picture, with its former id if it had one. */
export function insertPicture(connection: Connection, picture: PictureRow): StoredPicture {
  const id = connection.insert(
    'INSERT INTO picture (id, name, type, width, height, content, added_ms, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    picture.id === undefined ? null : integer(picture.id, 'A picture id'),
    text(picture.name, 'The name of the picture'),
    text(picture.type, 'The type of the picture'),
    integer(picture.width, 'The width of the picture'),
    integer(picture.height, 'The height of the picture'),
    blob(picture.content),
    time(picture.addedAtMs, 'The time'),
    unsealed,
  )
  const key = integer(id, 'A picture id')
  seal(connection, 'picture', key)
  return readFacts(connection.first(`SELECT ${columns} FROM picture WHERE id = ?`, key) ?? {})
}

/** Documents with the pictures that they show, those in the bin too; throws a BadColumnError if one cannot be read. */
function everyDocument(
  connection: Reads,
): readonly { readonly name: string; readonly shown: readonly number[] }[] {
  return connection.all('SELECT name, blocks FROM file.document').map((row) => ({
    name: textOf(row, 'name'),
    shown: picturesOf(jsonOf(row, 'blocks', storedBlocksSchema)),
  }))
}

/** Refused if a document shows it. */
export function deletePicture(connection: Connection, pictureId: number): void {
  const showing = everyDocument(connection).find(({ shown }) => shown.includes(pictureId))
  if (showing)
    throw new ReviewFileError(
      'refused',
      connection.path,
      `The document “${showing.name}” shows this picture.`,
      'Remove it there first.',
    )
  connection.change('DELETE FROM picture WHERE id = ?', integer(pictureId, 'A picture id'))
}

/** Ids of the pictures that blocks show. */
export function picturesOf(blocks: readonly StoredBlock[]): readonly number[] {
  return blocks.flatMap((block) => (block.type === 'picture' ? [block.pictureId] : []))
}

/** Pictures that no document shows, in the bin or not; none if a document cannot be read, because it may show any of them. */
export function listUnusedPictures(connection: Reads): readonly StoredPicture[] {
  const pictures = listPictures(connection)
  if (pictures.length === 0) return []
  try {
    const shown = new Set(everyDocument(connection).flatMap((one) => one.shown))
    return pictures.filter(({ id }) => !shown.has(id))
  } catch (error) {
    if (error instanceof BadColumnError) return []
    throw error
  }
}

/** A picture is added before the document that shows it is saved. Programs save within seconds. */
const savedWithinMs = 24 * 60 * 60 * 1000

/** On opening a file, removes the pictures of earlier sessions that never came into a document. */
export function removeForgottenPictures(connection: Connection, nowMs = Date.now()): void {
  const sql = 'SELECT count(*) AS count FROM picture WHERE added_ms < ?'
  const before = time(nowMs - savedWithinMs, 'The time')
  if (integerOf(connection.first(sql, before) ?? {}, 'count') === 0) return
  connection.write(() => {
    for (const { id } of listUnusedPictures(connection))
      connection.change(
        'DELETE FROM picture WHERE id = ? AND added_ms < ?',
        integer(id, 'A picture id'),
        before,
      )
  })
}
