import type {
  DocumentContent,
  KnownDocument,
  StoredBlock,
  StoredPicture,
} from '../../../core/document/stored-document'
import { blobOf, timeOf } from '../file/columns'
import type { Reads } from '../file/reads'
import type { Connection } from '../file/connection'
import { deleteDocument, findDocument, saveDocument } from './documents'
import { integer } from '../file/encode'
import {
  addPicture,
  deletePicture,
  insertPicture,
  listUnusedPictures,
  picturesOf,
  readFacts,
  type NewPicture,
  type PictureRow,
} from './pictures'
import { BadColumnError } from '../file/review-file-error'

/**
 * Documents of a file that is open for writing. A picture leaves the file with the last block that shows it; as long
 * as the file is open, `save` puts it back.
 */
export function editedDocuments(connection: Connection) {
  const held = new HeldPictures()
  return {
    /** Undefined if there is none; throws a BadColumnError for blocks that this program cannot read. */
    read: (documentId: number) =>
      connection.read(() => {
        const document = findDocument(connection, documentId)
        if (document) held.hold(connection, document.blocks)
        return document
      }),
    /** Adds a document, or replaces `base`. */
    save: (document: DocumentContent, base: KnownDocument | undefined) =>
      connection.write(() => {
        held.restore(connection, document.blocks)
        const saved = saveDocument(connection, document, base)
        if (base) held.release(connection, base.blocks)
        return saved
      }),
    /** Into the bin, with its pictures. */
    delete: connection.writing(deleteDocument),
    addPicture: (picture: NewPicture) => connection.write(() => held.add(connection, picture)),
    /** Refused if a document shows it. */
    deletePicture: connection.writing(deletePicture),
  }
}

/**
 * The pictures of the documents that this program has read for editing. They leave the file with the last block that
 * shows them; as long as this program has the file open, an undo, or its own version of a document that another
 * program has changed, puts them back with their ids.
 */
class HeldPictures {
  readonly #rows = new Map<number, PictureRow>()

  /** Keeps what blocks show, as far as the file has it. */
  hold(connection: Reads, blocks: readonly StoredBlock[]): void {
    for (const id of picturesOf(blocks)) this.#hold(connection, id)
  }

  add(connection: Connection, picture: NewPicture): StoredPicture {
    const added = addPicture(connection, picture)
    this.#hold(connection, added.id)
    return added
  }

  /** Puts back what blocks show and the file no longer has. */
  restore(connection: Connection, blocks: readonly StoredBlock[]): void {
    for (const id of picturesOf(blocks)) {
      const row = this.#rows.get(id)
      if (row && !connection.first('SELECT id FROM picture WHERE id = ?', integer(id, 'A picture id')))
        insertPicture(connection, row)
    }
  }

  /** Removes those of `blocks`, which a document no longer has, that no other document shows. */
  release(connection: Connection, blocks: readonly StoredBlock[]): void {
    const candidates = picturesOf(blocks)
    if (candidates.length === 0) return
    for (const { id } of listUnusedPictures(connection).filter((one) => candidates.includes(one.id))) {
      this.#hold(connection, id)
      if (this.#rows.has(id))
        connection.change('DELETE FROM picture WHERE id = ?', integer(id, 'A picture id'))
    }
  }

  #hold(connection: Reads, id: number): void {
    if (this.#rows.has(id)) return
    const row = connection.first('SELECT * FROM picture WHERE id = ?', integer(id, 'A picture id'))
    if (!row) return
    try {
      const { bytes: _length, ...facts } = readFacts({ ...row, bytes: 0 })
      this.#rows.set(id, { ...facts, content: blobOf(row, 'content'), addedAtMs: timeOf(row, 'added_ms') })
    } catch (error) {
      // A damaged picture stays in the file for the check to report.
      if (!(error instanceof BadColumnError)) throw error
    }
  }
}
