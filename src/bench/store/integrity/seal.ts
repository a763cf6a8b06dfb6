import { checksumMatches, encodedChecksum, type ChecksumPart } from './checksum'
import type { Row } from '../file/columns'
import type { Connection } from '../file/connection'
import type { Encoded } from '../file/encode'
import { isBinned } from '../tables/deleted-rows'
import { BadColumnError } from '../file/review-file-error'

/**
 * The columns covered by each row's checksum, in this order, for tables whose rows are sealed by themselves;
 * runs are in run-seal.ts. A row in the bin has the time of its deletion as a last part.
 */
const sealedColumns = {
  review: ['id', 'uuid', 'title', 'notes', 'created_ms', 'modified_ms'],
  plan: ['id', 'name', 'engine', 'case_count', 'run_count', 'modified_ms', 'plan'],
  campaign: [
    'id',
    'plan_id',
    'name',
    'configuration',
    'source',
    'state',
    'engine',
    'engine_version',
    'host_id',
    'host',
    'device',
    'target',
    'base',
    'data_file',
    'created_ms',
    'finished_ms',
    'host_record',
    'plan',
    'design_checksum',
  ],
  figure: ['id', 'name', 'settings', 'modified_ms'],
  article_preset: [
    'id',
    'name',
    'look',
    'picture_name',
    'picture_type',
    'picture_width',
    'picture_height',
    'picture',
    'modified_ms',
  ],
  device_card: [
    'id',
    'name',
    'content',
    'picture_name',
    'picture_type',
    'picture_width',
    'picture_height',
    'picture',
    'modified_ms',
  ],
  scorecard: ['id', 'name', 'content', 'modified_ms'],
  earlier_attempt: ['run_id', 'attempt', 'directory', 'record'],
  publication: ['campaign_id', 'source', 'note'],
  imported_file: ['id', 'name', 'path', 'imported_ms', 'bytes', 'sha256'],
  calibration: [
    'id',
    'campaign_id',
    'levels',
    'sampled_bytes',
    'compressed_share',
    'unique_compressed_share',
    'unique_share',
    'engine_version',
    'measured_ms',
  ],
  member_campaign: ['campaign_id', 'leader_id', 'place'],
  excluded_run: ['run_id', 'reason', 'excluded_ms'],
  document: ['id', 'name', 'title', 'author', 'template', 'place', 'blocks', 'modified_ms'],
  picture: ['id', 'name', 'type', 'width', 'height', 'content', 'added_ms'],
} as const

export type SealedTable = keyof typeof sealedColumns

/** A checksum that no row has; new rows have it until they are sealed in the same transaction. */
export const unsealed = encodedChecksum()

/** Writes the row's checksum; the last step of every change to it. */
export function seal(connection: Connection, table: SealedTable, rowId: Encoded): void {
  const columns = [...sealedColumns[table], ...(isBinned(table) ? ['deleted_ms'] : [])]
  const row = connection.first(`SELECT ${columns.join(', ')} FROM file.${table} WHERE rowid = ?`, rowId)
  if (row)
    connection.change(`UPDATE file.${table} SET checksum = ? WHERE rowid = ?`, sealOf(table, row), rowId)
}

/** The checksum of a row with these values, for rows that are stored complete. */
export function sealOf(table: SealedTable, row: Row): Encoded {
  return encodedChecksum(...parts(table, row))
}

/** True if the row is as it was sealed. */
export function isIntact(table: SealedTable, row: Row): boolean {
  return checksumMatches(row, ...parts(table, row))
}

function parts(table: SealedTable, row: Row): readonly ChecksumPart[] {
  const columns = sealedColumns[table].map((column) => checksumPart(row, column))
  // As the rows of earlier formats have it: only what was deleted says when.
  return isBinned(table) && (row.deleted_ms ?? null) !== null
    ? [...columns, checksumPart(row, 'deleted_ms')]
    : columns
}

export function checksumPart(row: Row, column: string): ChecksumPart {
  const value = row[column]
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  throw new BadColumnError(`Column "${column}"`, 'holds something that is never stored.')
}
