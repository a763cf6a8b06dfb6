import { counted } from '../../../core/units/number-format'
import { isDeepStrictEqual } from 'node:util'
import {
  knownDocument,
  storedBlocksSchema,
  templateNames,
  type DocumentContent,
  type DocumentSummary,
  type KnownDocument,
  type StoredDocument,
} from '../../../core/document/stored-document'
import { integerOf, jsonOf, textOf, timeOf, wordOf, type Row } from '../file/columns'
import type { Reads } from '../file/reads'
import type { Connection } from '../file/connection'
import { integer, json, text, time } from '../file/encode'
import { changedKeys, refuseOther } from '../file/refuse-other'
import { ReviewFileError } from '../file/review-file-error'
import { seal, unsealed } from '../integrity/seal'
import { putIntoBin } from './bin-rows'

const summaryColumns = 'id, name, title, author, template, modified_ms'

/** Documents without their blocks; none in a file of a format older than documents. */
export function listDocuments(connection: Reads): readonly DocumentSummary[] {
  return connection.all(`SELECT ${summaryColumns} FROM document ORDER BY place, id`).map(readSummary)
}

function readSummary(row: Row): DocumentSummary {
  return {
    id: integerOf(row, 'id'),
    name: textOf(row, 'name'),
    title: textOf(row, 'title'),
    author: textOf(row, 'author'),
    template: wordOf(row, 'template', templateNames),
    modifiedAtMs: timeOf(row, 'modified_ms'),
  }
}

/** Throws a BadColumnError if the blocks have another shape. */
export function readDocument(row: Row): StoredDocument {
  return { ...readSummary(row), blocks: jsonOf(row, 'blocks', storedBlocksSchema) }
}

export function findDocument(connection: Reads, documentId: number): StoredDocument | undefined {
  const row = connection.first(
    `SELECT ${summaryColumns}, blocks FROM document WHERE id = ?`,
    integer(documentId, 'A document id'),
  )
  return row && readDocument(row)
}

/** Adds a document, or replaces `base`; names are unique. */
export function saveDocument(
  connection: Connection,
  document: DocumentContent,
  base: KnownDocument | undefined,
): StoredDocument {
  if (base) refuseOtherDocument(connection, base, document)
  const taken = connection.first(
    'SELECT id FROM document WHERE name = ? AND id <> ?',
    text(document.name, "The document's name"),
    integer(base?.id ?? 0, 'A document id'),
  )
  if (taken)
    throw new ReviewFileError(
      'name-taken',
      connection.path,
      `There is a document “${document.name}” already.`,
      'Choose another name.',
    )
  const values = [
    text(document.name, "The document's name"),
    text(document.title, "The document's title"),
    text(document.author, "The document's author"),
    text(document.template, "The document's template"),
    json(document.blocks, "The document's blocks"),
    time(Date.now(), 'The time'),
  ]
  let id = base?.id
  if (id === undefined) {
    const last = connection.first('SELECT coalesce(max(place), -1) AS place FROM file.document')
    id = connection.insert(
      'INSERT INTO file.document (name, title, author, template, blocks, modified_ms, place, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...values,
      integer(integerOf(last ?? {}, 'place') + 1, 'A place'),
      unsealed,
    )
  } else if (
    connection.change(
      'UPDATE file.document SET name = ?, title = ?, author = ?, template = ?, blocks = ?, modified_ms = ? WHERE id = ? AND deleted_ms IS NULL',
      ...values,
      integer(id, 'A document id'),
    ) === 0
  ) {
    throw new ReviewFileError(
      'not-found',
      connection.path,
      `There is no document ${id} in ${connection.path}.`,
      'Save it as a new document.',
    )
  }
  seal(connection, 'document', integer(id, 'A document id'))
  return readDocument(
    connection.first('SELECT * FROM document WHERE id = ?', integer(id, 'A document id')) ?? {},
  )
}

/** Puts a document into the bin. */
export function deleteDocument(connection: Connection, base: KnownDocument): void {
  refuseOtherDocument(connection, base, undefined)
  putIntoBin(connection, 'document', base.id)
}

function refuseOtherDocument(
  connection: Reads,
  base: KnownDocument,
  mine: DocumentContent | undefined,
): void {
  const flat = ({ name, title, author, template, blocks }: DocumentContent) => ({
    ...{ name, title, author, template, blocks },
  })
  const stored = findDocument(connection, base.id)
  refuseOther({
    path: connection.path,
    what: `The document “${base.name}”`,
    base: flat(base),
    mine: mine && flat(mine),
    stored: stored && flat(knownDocument(stored)),
    remedy: 'keep your version, which replaces it',
    describe: ({ blocks: before, ...one }, { blocks: after, ...other }) => [
      ...changedKeys(one, other),
      ...changedBlocks(before, after),
    ],
  })
}

/** "2 blocks changed", "1 block added", "another order of blocks". */
function changedBlocks(
  before: DocumentContent['blocks'],
  after: DocumentContent['blocks'],
): readonly string[] {
  const [one, other] = [before, after].map((blocks) => new Map(blocks.map((block) => [block.id, block])))
  const kept = before.filter(({ id }) => other?.has(id) === true)
  const counts = [
    [kept.filter((block) => !isDeepStrictEqual(block, other?.get(block.id))).length, 'changed'],
    [after.filter(({ id }) => one?.has(id) !== true).length, 'added'],
    [before.length - kept.length, 'removed'],
  ] as const
  const order = after.flatMap(({ id }) => (one?.has(id) === true ? [id] : []))
  return [
    ...counts.flatMap(([count, deed]) => (count === 0 ? [] : [`${counted(count, 'block')} ${deed}`])),
    ...(isDeepStrictEqual(
      order,
      kept.map(({ id }) => id),
    )
      ? []
      : ['another order of blocks']),
  ]
}
