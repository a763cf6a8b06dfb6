import type { ImportedFile } from '../../../../core/results/campaign/campaign'
import { blobOf, integerOf, textOf, timeOf, type Row } from '../../file/columns'
import { contentBytes } from '../../file/compressed'
import type { Steps } from '../../../../core/iterables'
import type { Reads } from '../../file/reads'
import type { Connection } from '../../file/connection'
import { blob, integer, text, time } from '../../file/encode'
import { verifiedOutput } from '../runs/raw-outputs'
import type { SourceFile } from './imported-campaign'
import { sealOf } from '../../integrity/seal'

const columns = 'f.id, f.name, f.path, f.imported_ms, f.bytes, f.sha256'

/** Files of other programs that a campaign's results came from. */
export function listImportedFiles(connection: Reads, campaignId: number): readonly ImportedFile[] {
  return connection
    .all(
      `SELECT ${columns} FROM campaign_file AS c JOIN imported_file AS f ON f.id = c.file_id
       WHERE c.campaign_id = ? ORDER BY f.id`,
      integer(campaignId, 'A campaign id'),
    )
    .map((row) => ({
      id: integerOf(row, 'id'),
      name: textOf(row, 'name'),
      path: textOf(row, 'path'),
      importedAtMs: timeOf(row, 'imported_ms'),
      sha256: textOf(row, 'sha256'),
      sizeBytes: integerOf(row, 'bytes'),
    }))
}

/** The original file; throws a BadColumnError if it does not match its SHA-256. */
export function readImportedFile(connection: Reads, fileId: number): Uint8Array | undefined {
  const row = connection.first(
    'SELECT name, bytes, sha256, content FROM imported_file WHERE id = ?',
    integer(fileId, 'A file id'),
  )
  return row && importedContent(row, `The imported file "${textOf(row, 'name')}"`)
}

/** Decompresses and checks the content of a row of `imported_file`; an error begins with `what`. */
export function importedContent(row: Row, what: string): Uint8Array {
  return verifiedOutput(blobOf(row, 'content'), integerOf(row, 'bytes'), textOf(row, 'sha256'), what)
}

/** Runs whose outputs are searched in one step. */
const runsInStep = 5000

/**
 * The first campaign outside the bin that contains each file, imported or as the output of a run measured by this program, by
 * SHA-256 (hex). In steps, because there is no index over the outputs: an import searches them once, not for
 * each of its files.
 */
export function* campaignsByFile(connection: Reads): Steps<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  const deleted = new Set(
    connection
      .all('SELECT id FROM file.campaign WHERE deleted_ms IS NOT NULL')
      .map((row) => integerOf(row, 'id')),
  )
  const add = (rows: readonly (readonly unknown[])[]) => {
    for (const [sha256, campaignId] of rows)
      if (typeof sha256 === 'string' && typeof campaignId === 'number' && !deleted.has(campaignId)) {
        const known = found.get(sha256)
        if (known === undefined || campaignId < known) found.set(sha256, campaignId)
      }
  }
  add(
    connection.arrays(
      'SELECT f.sha256, c.campaign_id FROM imported_file AS f JOIN campaign_file AS c ON c.file_id = f.id',
    ),
  )
  const row = connection.first('SELECT max(run_id) AS last FROM raw_output')
  const last = typeof row?.last === 'number' ? row.last : 0
  for (let first = 0; first <= last; first += runsInStep) {
    yield
    add(
      connection.arrays(
        `SELECT o.sha256, r.campaign_id FROM raw_output AS o JOIN run AS r ON r.id = o.run_id
         WHERE o.run_id BETWEEN ? AND ?`,
        integer(first, 'A run id'),
        integer(first + runsInStep - 1, 'A run id'),
      ),
    )
  }
  return found
}

/** Stores a file unless one with the same content exists; returns its id, which `newId` gives to a new one. */
export function insertImportedFile(
  connection: Connection,
  file: SourceFile,
  importedAtMs: number,
  newId: () => number,
): number {
  const hash = text(file.sha256, 'A SHA-256')
  const known = connection.first('SELECT id FROM imported_file WHERE sha256 = ?', hash)
  if (known) return integerOf(known, 'id')
  const id = newId()
  const row = {
    id: integer(id, 'A file id'),
    name: text(file.name, 'The name of a file'),
    path: text(file.path, 'The path of a file'),
    imported_ms: time(importedAtMs, 'The time'),
    bytes: integer(file.sizeBytes, 'The size of a file'),
    sha256: hash,
  }
  connection.insert(
    'INSERT INTO imported_file (id, name, path, imported_ms, bytes, sha256, content, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...Object.values(row),
    blob(contentBytes(file.content)),
    sealOf('imported_file', row),
  )
  return id
}

export function linkFileToCampaign(connection: Connection, campaignId: number, fileId: number): void {
  connection.change(
    'INSERT OR IGNORE INTO campaign_file (campaign_id, file_id) VALUES (?, ?)',
    integer(campaignId, 'A campaign id'),
    integer(fileId, 'A file id'),
  )
}

export function linkFileToRun(connection: Connection, runId: number, fileId: number): void {
  connection.change(
    'INSERT INTO run_file (run_id, file_id) VALUES (?, ?)',
    integer(runId, 'A run id'),
    integer(fileId, 'A file id'),
  )
}

/** Removes files that no campaign needs any more. */
export function dropUnusedFiles(connection: Connection): void {
  connection.change('DELETE FROM imported_file WHERE id NOT IN (SELECT file_id FROM campaign_file)')
}
