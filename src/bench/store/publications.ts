import type { Publication } from '../../core/results/campaign'
import { textOf, notesOf } from './columns'
import type { Connection } from './connection'
import { integer, text, notes } from './encode'
import { seal, unsealed } from './seal'

/** Where a campaign was published; undefined if it was not. */
export function readPublication(connection: Connection, campaignId: number): Publication | undefined {
  const row = connection.first(
    'SELECT source, note FROM publication WHERE campaign_id = ?',
    integer(campaignId, 'A campaign id'),
  )
  return row && { source: textOf(row, 'source'), note: notesOf(row, 'note') }
}

export function insertPublication(
  connection: Connection,
  campaignId: number,
  publication: Publication,
): void {
  const id = integer(campaignId, 'A campaign id')
  connection.change(
    'INSERT INTO publication (campaign_id, source, note, checksum) VALUES (?, ?, ?, ?)',
    id,
    text(publication.source, 'The source'),
    notes(publication.note, 'The note'),
    unsealed,
  )
  seal(connection, 'publication', id)
}
