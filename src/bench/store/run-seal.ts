import { limits } from './format'
import { checksumOf, type ChecksumPart } from './checksum'
import { blobOf, integerOf, realOf, textOf, type Row } from './columns'
import type { Connection } from './connection'
import { blob, integer } from './encode'
import { checksumPart } from './seal'
import { noLevels, quantityColumns, readQuantity, type StoredQuantity } from './quantities'
import { readScalars, type StoredScalar } from './scalars'

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
 * Checksum over a run with its command, every scalar by its quantity, and the checksums of its
 * histograms, series, its outputs and the file it was imported from; docs/results-file.md spells it out for other programs.
 */
export function runChecksum(
  connection: Connection,
  run: Row,
  scalars = readScalars(connection, integerOf(run, 'campaign_id'), integerOf(run, 'id')),
): Uint8Array {
  const runId = integerOf(run, 'id')
  const id = integer(runId, 'A run id')
  const command = connection.first('SELECT directory, command FROM run_command WHERE run_id = ?', id)
  const histograms = connection.all(
    `SELECT ${quantityColumns}, h.bins, h.sha256 FROM histogram AS h JOIN quantity AS q ON q.id = h.quantity_id
     WHERE h.run_id = ? ORDER BY h.ordinal`,
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
  const series = connection
    .all(
      `SELECT ${quantityColumns}, s.attempt, s.started_ms, s.interval_s, s.points, s.sha256
       FROM series AS s JOIN quantity AS q ON q.id = s.quantity_id WHERE s.run_id = ? ORDER BY s.attempt, q.id`,
      id,
    )
    .map((row): ChecksumPart => {
      const { test, direction, metric, unit, source, device = '', levelsText } = readQuantity(row)
      return [
        ...[integerOf(row, 'attempt'), test, direction, metric, unit, source, device, levelsText],
        ...[integerOf(row, 'started_ms'), realOf(row, 'interval_s'), integerOf(row, 'points')],
        hexOf(row, 'sha256'),
      ]
    })
  return checksumOf(
    runColumns.map((column) => checksumPart(run, column)),
    command ? [textOf(command, 'directory'), textOf(command, 'command', limits.json)] : null,
    scalars.map((scalar): ChecksumPart => [
      scalar.test,
      scalar.direction,
      scalar.metric,
      scalar.unit,
      scalar.value,
      ...furtherOf(scalar),
    ]),
    histograms.map((row): ChecksumPart => {
      const quantity = readQuantity(row)
      const { test, direction, metric } = quantity
      return [test, direction, metric, integerOf(row, 'bins'), hexOf(row, 'sha256'), ...furtherOf(quantity)]
    }),
    outputs.map((row): ChecksumPart => [
      integerOf(row, 'attempt'),
      textOf(row, 'name'),
      integerOf(row, 'bytes'),
      textOf(row, 'sha256'),
    ]),
    ...(file ? [textOf(file, 'sha256')] : []),
    ...(series.length > 0 ? [series] : []),
  )
}

/** What the seals of older formats do not know of; nothing for numbers of the engine at the levels of their case. */
function furtherOf({ source, device = '', levelsText }: StoredQuantity): readonly ChecksumPart[] {
  if (source !== 'engine' || device !== '') return [levelsText, source, device]
  return levelsText === noLevels ? [] : [levelsText]
}

const hexOf = (row: Row, column: string) => Buffer.from(blobOf(row, column)).toString('hex')

/** Writes the run's checksum; the last step of every change to it. `scalars`: all of the run, where they are at hand. */
export function sealRun(connection: Connection, runId: number, scalars?: readonly StoredScalar[]): void {
  const id = integer(runId, 'A run id')
  const run = connection.first('SELECT * FROM run WHERE id = ?', id)
  if (!run) return
  const checksum = runChecksum(connection, run, scalars)
  connection.change('UPDATE run SET checksum = ? WHERE id = ?', blob(checksum), id)
}
