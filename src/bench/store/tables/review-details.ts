import { textOf, notesOf } from '../file/columns'
import type { Reads } from '../file/reads'
import type { Connection } from '../file/connection'
import { integer, text, time } from '../file/encode'
import { changedKeys, refuseOther } from '../file/refuse-other'
import { BadColumnError } from '../file/review-file-error'
import { seal, unsealed } from '../integrity/seal'
import { limits } from '../file/format'

const onlyRow = integer(1, 'Row')

/** Title, notes and the file's own id, which all its copies keep. */
export function readDetails(connection: Reads): { title: string; notes: string; uuid: string } {
  const row = connection.first('SELECT title, notes, uuid FROM review WHERE id = 1')
  if (!row) throw new BadColumnError('Table "review"', 'has no row.')
  return { title: textOf(row, 'title'), notes: notesOf(row, 'notes'), uuid: textOf(row, 'uuid') }
}

/** What a new file says about itself. */
export interface NewDetails {
  readonly title: string
  readonly notes: string
  readonly uuid: string
  readonly createdAtMs: number
}

export function insertDetails(connection: Connection, details: NewDetails): void {
  const now = time(details.createdAtMs, 'The time')
  connection.change(
    'INSERT INTO review (id, uuid, title, notes, created_ms, modified_ms, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)',
    onlyRow,
    text(details.uuid, 'The id'),
    text(details.title, 'The title'),
    text(details.notes, 'The notes', limits.notes),
    now,
    now,
    unsealed,
  )
  seal(connection, 'review', onlyRow)
}

/**
 * With `base`, title and notes as they were read: throws `changed-elsewhere` if they have changed in the file
 * since.
 */
export function describeReview(
  connection: Connection,
  title: string,
  notes: string,
  base?: { readonly title: string; readonly notes: string },
): void {
  if (base !== undefined) {
    const { uuid: _, ...stored } = readDetails(connection)
    const mine = { title, notes }
    refuseOther({
      path: connection.path,
      what: 'The description of the review',
      ...{ base, mine, stored },
      remedy: 'keep yours',
      describe: changedKeys,
    })
  }
  connection.change(
    'UPDATE review SET title = ?, notes = ?, modified_ms = ?',
    text(title, 'The title'),
    text(notes, 'The notes', limits.notes),
    time(Date.now(), 'The time'),
  )
  seal(connection, 'review', onlyRow)
}
