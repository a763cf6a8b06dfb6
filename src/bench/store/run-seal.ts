import { limits } from './format'
import { checksumOf, type ChecksumPart } from './checksum'
import { blobOf, integerOf, textOf, type Row } from './columns'
import type { Connection } from './connection'
import { blob, integer } from './encode'
import { readMeasurements } from './measurements'
import { checksumPart } from './seal'
import { levelsText } from './swept-measurements'

const runColumns = [
  'id',
  'campaign_id',
  'case_index',
  'position',
  'repetition',
  'phase',
  'seed',
  'state',
  'attempt',
  'started_ms',
  'finished_ms',
  'exit_code',
  'engine_version',
  'failure',
  'warnings',
] as const

/**
 * Checksum over a run with its command, every measurement by name, direction and unit, and the checksums of its
 * histograms, its outputs and the file it was imported from; docs/results-file.md spells it out for other programs.
 */
export function runChecksum(connection: Connection, run: Row): Uint8Array {
  const runId = integerOf(run, 'id')
  const id = integer(runId, 'A run id')
  const command = connection.first('SELECT directory, command FROM run_command WHERE run_id = ?', id)
  const measurements = readMeasurements(connection, integerOf(run, 'campaign_id'), runId)
  const histograms = connection.all(
    'SELECT test, direction, metric, bins, sha256 FROM histogram WHERE run_id = ? ORDER BY ordinal',
    id,
  )
  const outputs = connection.all(
    'SELECT attempt, name, bytes, sha256 FROM raw_output WHERE run_id = ? ORDER BY attempt, name',
    id,
  )
  const file = connection.first(
    'SELECT f.sha256 FROM run_file AS r JOIN imported_file AS f ON f.id = r.file_id WHERE r.run_id = ?',
    id,
  )
  return checksumOf(
    runColumns.map((column) => checksumPart(run, column)),
    command ? [textOf(command, 'directory'), textOf(command, 'command', limits.json)] : null,
    measurements.map(({ test, direction, metric, unit, value, levels }): ChecksumPart => [
      test,
      direction,
      metric,
      unit,
      value,
      ...(levels ? [levelsText(levels)] : []),
    ]),
    histograms.map((row): ChecksumPart => [
      textOf(row, 'test'),
      textOf(row, 'direction'),
      textOf(row, 'metric'),
      integerOf(row, 'bins'),
      Buffer.from(blobOf(row, 'sha256')).toString('hex'),
    ]),
    outputs.map((row): ChecksumPart => [
      integerOf(row, 'attempt'),
      textOf(row, 'name'),
      integerOf(row, 'bytes'),
      textOf(row, 'sha256'),
    ]),
    ...(file ? [textOf(file, 'sha256')] : []),
  )
}

/** Writes the run's checksum; the last step of every change to it. */
export function sealRun(connection: Connection, runId: number): void {
  const id = integer(runId, 'A run id')
  const run = connection.first('SELECT * FROM run WHERE id = ?', id)
  if (run)
    connection.change('UPDATE run SET checksum = ? WHERE id = ?', blob(runChecksum(connection, run)), id)
}
