import type { RunDetail } from '../../../../core/results/run'
import { blobOf, integerOf, textOf } from '../../file/columns'
import { compress, decompress, sha256 } from '../../file/compressed'
import type { Reads } from '../../file/reads'
import type { Connection } from '../../file/connection'
import { blob, integer, text } from '../../file/encode'
import { BadColumnError } from '../../file/review-file-error'

/** Outputs of the run's current attempt, and the file it was imported from. */
export function listRawOutputs(connection: Reads, runId: number): RunDetail['rawOutputs'] {
  const rows = connection.all(
    `SELECT * FROM (SELECT o.name, o.sha256, o.bytes FROM raw_output AS o
       JOIN run AS r ON r.id = o.run_id AND r.attempt = o.attempt WHERE o.run_id = ? ORDER BY o.rowid)
     UNION ALL SELECT f.name, f.sha256, f.bytes FROM run_file AS r JOIN imported_file AS f ON f.id = r.file_id
       WHERE r.run_id = ?`,
    integer(runId, 'A run id'),
    integer(runId, 'A run id'),
  )
  return rows.map((row) => ({
    name: textOf(row, 'name'),
    sha256: textOf(row, 'sha256'),
    sizeBytes: integerOf(row, 'bytes'),
  }))
}

/**
 * One output of the current attempt, checked against its SHA-256; throws a BadColumnError if it does not
 * match.
 */
export function readRawOutput(connection: Reads, runId: number, name: string): Uint8Array | undefined {
  const row = connection.first(
    `SELECT o.bytes, o.sha256, o.content FROM raw_output AS o JOIN run AS r ON r.id = o.run_id AND r.attempt = o.attempt
     WHERE o.run_id = ? AND o.name = ?
     UNION ALL SELECT f.bytes, f.sha256, f.content FROM run_file AS r JOIN imported_file AS f ON f.id = r.file_id
     WHERE r.run_id = ? AND f.name = ? LIMIT 1`,
    integer(runId, 'A run id'),
    text(name, 'The name of an output'),
    integer(runId, 'A run id'),
    text(name, 'The name of an output'),
  )
  if (!row) return undefined
  return verifiedOutput(
    blobOf(row, 'content'),
    integerOf(row, 'bytes'),
    textOf(row, 'sha256'),
    `The output "${name}" of run ${runId}`,
  )
}

/** Decompresses and checks an output; throws a BadColumnError that begins with `what`. */
export function verifiedOutput(
  content: Uint8Array,
  sizeBytes: number,
  sha256Hex: string,
  what: string,
): Uint8Array {
  const bytes = decompress(content, sizeBytes, what)
  if (sha256(bytes).toString('hex') !== sha256Hex)
    throw new BadColumnError(what, 'does not match its SHA-256.')
  return bytes
}

export function insertRawOutput(
  connection: Connection,
  runId: number,
  attempt: number,
  output: { name: string; bytes: Uint8Array },
): void {
  connection.insert(
    'INSERT INTO raw_output (run_id, attempt, name, bytes, sha256, content) VALUES (?, ?, ?, ?, ?, ?)',
    integer(runId, 'A run id'),
    integer(attempt, 'An attempt'),
    text(output.name, 'The name of an output'),
    integer(output.bytes.length, 'The size of an output'),
    text(sha256(output.bytes).toString('hex'), 'A SHA-256'),
    blob(compress(output.bytes, `The output "${output.name}"`)),
  )
}
