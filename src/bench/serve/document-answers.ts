import { blockLabels } from '../../core/document/outline'
import type { DocumentRequests } from '../../core/contract/document-requests'
import { RequestFailure } from '../../core/contract/request-failure'
import { FieldReader } from '../transfer/documents/field-reader'
import { draftDocument, saveDraft } from '../transfer/documents/new-document'
import { previewDocument } from '../transfer/documents/preview-document'
import { takePhoto } from '../transfer/documents/take-photo'
import type { StoredDocument } from '../../core/document/stored-document'
import type { BenchAnswers } from './answers'
import type { Session } from './session'

/** Requests about documents and their pictures. */
export const documentAnswers: BenchAnswers<keyof DocumentRequests> = {
  'document.get': (session, { documentId }) => documentOf(session, documentId),
  'document.save': (session, { base, document }) =>
    session.writer().documents.save(document, base ?? undefined),
  'document.delete': (session, { base }) => {
    session.writer().documents.delete(base)
    return null
  },
  'document.order': (session, { documentIds }) => {
    session.writer().documents.order(documentIds)
    return null
  },
  'document.new': (session, { template, name }) => {
    const review = session.writer()
    return saveDraft(review, draftDocument(review, template, name))
  },
  'document.preview': ({ review }, { document }) => previewDocument(review, document),
  'document.fields': ({ review }, { query, document }) =>
    new FieldReader(review, blockLabels(document.blocks)).choices(query),
  'picture.list': ({ review }) => review.documents.pictures(),
  'picture.get': ({ review }, { pictureId }) => review.documents.picture(pictureId) ?? null,
  'picture.add': async (session, { name, bytes }) => {
    const writer = session.writer()
    return writer.documents.addPicture(await takePhoto(name, bytes))
  },
  'picture.delete': (session, { pictureId }) => {
    session.writer().documents.deletePicture(pictureId)
    return null
  },
}

/** A stored document. Throws a RequestFailure where it is gone. */
export function documentOf({ review }: Session, documentId: number): StoredDocument {
  const document = review.documents.read(documentId)
  if (document) return document
  throw new RequestFailure({
    id: 'not-found',
    message: `There is no document ${String(documentId)}.`,
    remedy: 'It was deleted in another window or program. Choose another one.',
  })
}
