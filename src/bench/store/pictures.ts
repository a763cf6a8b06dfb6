import { pictureTypes, type StoredPicture } from '../../core/document/stored-document'
import { dotsProblem, readPhotoHeader } from '../../core/figures/picture-header'
import { blobOf, integerOf, textOf, wordOf, type Row } from './columns'
import type { Connection } from './connection'
import { findDocument, listDocuments } from './documents'
import { blob, integer, text, time } from './encode'
import { BadColumnError, ReviewFileError } from './review-file-error'
import { seal, unsealed } from './seal'

/** Maximum size of a stored picture in bytes: every document that shows it contains it. */
export const mostStoredPictureBytes = 4 * 1024 * 1024

/** A picture to be stored: already checked and without metadata. */
export type NewPicture = Omit<StoredPicture, 'id' | 'bytes'> & { readonly content: Uint8Array }

export interface PictureContent {
  readonly type: StoredPicture['type']
  readonly bytes: Uint8Array
}

const columns = 'id, name, type, width, height, length(content) AS bytes'

export function listPictures(connection: Connection): readonly StoredPicture[] {
  return connection.all(`SELECT ${columns} FROM picture ORDER BY id`).map(readFacts)
}

function readFacts(row: Row): StoredPicture {
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
export function readPictureBytes(connection: Connection, pictureId: number): PictureContent | undefined {
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
  const id = connection.insert(
    'INSERT INTO picture (name, type, width, height, content, added_ms, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)',
    text(picture.name, 'The name of the picture'),
    text(picture.type, 'The type of the picture'),
    integer(picture.width, 'The width of the picture'),
    integer(picture.height, 'The height of the picture'),
    blob(picture.content),
    time(Date.now(), 'The time'),
    unsealed,
  )
  const key = integer(id, 'A picture id')
  seal(connection, 'picture', key)
  return readFacts(connection.first(`SELECT ${columns} FROM picture WHERE id = ?`, key) ?? {})
}

export function deletePicture(connection: Connection, pictureId: number): void {
  const key = integer(pictureId, 'A picture id')
  const showing = listDocuments(connection).find(({ id }) =>
    findDocument(connection, id)?.blocks.some(
      (block) => block.type === 'picture' && block.pictureId === pictureId,
    ),
  )
  if (showing)
    throw new ReviewFileError(
      'refused',
      connection.path,
      `The document “${showing.name}” shows this picture.`,
      'Remove it there first.',
    )
  connection.change('DELETE FROM picture WHERE id = ?', key)
}
