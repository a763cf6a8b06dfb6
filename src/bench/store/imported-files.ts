import type { ImportedFile } from '../../core/results/campaign'
import { blobOf, integerOf, textOf, timeOf, type Row } from './columns'
import { contentBytes } from './compressed'
import type { Connection } from './connection'
import { blob, integer, text, time } from './encode'
import { verifiedOutput } from './raw-outputs'
import type { SourceFile } from './imported-campaign'
import { seal, unsealed } from './seal'

const columns = 'f.id, f.name, f.path, f.imported_ms, f.bytes, f.sha256'

/** Files of other programs a campaign's results came from. */
export function listImportedFiles(connection: Connection, campaignId: number): readonly ImportedFile[] {
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

/** The file as it was; a BadColumnError when it does not match its SHA-256. */
export function readImportedFile(connection: Connection, fileId: number): Uint8Array | undefined {
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

/** Campaigns that hold a file with this SHA-256 (hex), imported or as the output of a run measured here. */
export function campaignsWithFile(connection: Connection, sha256Hex: string): readonly number[] {
  const wanted = text(sha256Hex, 'A SHA-256')
  return connection
    .all(
      `SELECT c.campaign_id FROM imported_file AS f JOIN campaign_file AS c ON c.file_id = f.id WHERE f.sha256 = ?
       UNION SELECT r.campaign_id FROM raw_output AS o JOIN run AS r ON r.id = o.run_id WHERE o.sha256 = ? ORDER BY 1`,
      wanted,
      wanted,
    )
    .map((row) => integerOf(row, 'campaign_id'))
}

/** Stores a file once; answers the id of the one with the same content where there is one. */
export function insertImportedFile(connection: Connection, file: SourceFile, importedAtMs: number): number {
  const hash = text(file.sha256, 'A SHA-256')
  const known = connection.first('SELECT id FROM imported_file WHERE sha256 = ?', hash)
  if (known) return integerOf(known, 'id')
  const id = connection.insert(
    'INSERT INTO imported_file (name, path, imported_ms, bytes, sha256, content, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)',
    text(file.name, 'The name of a file'),
    text(file.path, 'The path of a file'),
    time(importedAtMs, 'The time'),
    integer(file.sizeBytes, 'The size of a file'),
    hash,
    blob(contentBytes(file.content)),
    unsealed,
  )
  seal(connection, 'imported_file', integer(id, 'A file id'))
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

/** Removes the files that no campaign needs any more. */
export function dropUnusedFiles(connection: Connection): void {
  connection.change('DELETE FROM imported_file WHERE id NOT IN (SELECT file_id FROM campaign_file)')
}
