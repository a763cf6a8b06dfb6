import type {
  DocumentContent,
  DocumentSummary,
  KnownDocument,
  StoredPicture,
  StoredDocument,
} from '../../core/document/stored-document'
import type { Connection } from './connection'
import { deleteDocument, findDocument, listDocuments, saveDocument } from './documents'
import {
  addPicture,
  deletePicture,
  listPictures,
  readPictureBytes,
  type NewPicture,
  type PictureContent,
} from './pictures'

/** The documents of a results file, and the pictures that they show. */
export interface DocumentReader {
  /** In the order in which they were made. */
  list(): readonly DocumentSummary[]
  /** Undefined if there is none; throws a BadColumnError for blocks that this program cannot read. */
  read(documentId: number): StoredDocument | undefined
  pictures(): readonly StoredPicture[]
  /** Throws a BadColumnError if the file contains anything but a picture that may be shown. */
  picture(pictureId: number): PictureContent | undefined
}

/** The same for writing; every method is one transaction. */
export interface DocumentWriter extends DocumentReader {
  /**
   * Adds a document, or replaces `base`: throws `changed-elsewhere` if the file now has another version of
   * it.
   */
  save(document: DocumentContent, base: KnownDocument | undefined): StoredDocument
  delete(base: KnownDocument): void
  addPicture(picture: NewPicture): StoredPicture
  /** Refused if a document shows it. */
  deletePicture(pictureId: number): void
}

/** Reads and writes that part of an open file. */
export function documentStore(connection: Connection): DocumentWriter {
  const read = connection.reading.bind(connection)
  const write = connection.writing.bind(connection)
  return {
    list: read(listDocuments),
    read: read(findDocument),
    pictures: read(listPictures),
    picture: read(readPictureBytes),
    save: write(saveDocument),
    delete: write(deleteDocument),
    addPicture: write(addPicture),
    deletePicture: write(deletePicture),
  }
}
