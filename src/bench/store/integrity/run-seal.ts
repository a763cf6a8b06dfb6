import { checksumOf, type ChecksumPart } from './checksum'
import { blobOf, integerOf, realOf, textOf, type Row } from '../file/columns'
import type { Reads } from '../file/reads'
import type { Connection } from '../file/connection'
import { blob, integer, type Encoded } from '../file/encode'
import { limits } from '../file/format'
import { histogramPart, scalarPart, quantityColumns, readQuantity } from '../tables/runs/quantities'
import { readScalars } from '../tables/runs/scalars'
import { checksumPart } from './seal'

/** Empty until a run has started. */
export const resultColumns = [
  'started_ms',
  'finished_ms',
  'exit_code',
  'engine_version',
  'failure',
  'warnings',
] as const

const runColumns = [
  ...['id', 'campaign_id', 'case_index', 'position', 'repetition', 'phase', 'seed', 'state', 'attempt'],
  ...resultColumns,
]

/** What the seal of a run covers besides the run's own row. */
export interface SealedParts {
  /** `scalarPart` of each, by the id of their quantity. */
  readonly scalars: readonly ChecksumPart[]
  /** Run directory and command as stored; null if there is none. */
  readonly command: ChecksumPart
  /** `histogramPart` of each, in order. */
  readonly histograms: readonly ChecksumPart[]
  /** By attempt and name. */
  readonly outputs: readonly ChecksumPart[]
  /** SHA-256 of the file it was imported from, in hex; null if there is none. */
  readonly file: string | null
  /** By attempt and quantity. */
  readonly series: readonly ChecksumPart[]
}

/**
 * Checksum over a run with its command, every scalar by its quantity, and the checksums of its histograms,
 * series, outputs and the file it was imported from; docs/results-file.md specifies it for other programs.
 * Parts that are not `known` are read.
 */
export function runChecksum(connection: Reads, run: Row, known: Partial<SealedParts> = {}): Uint8Array {
  const runId = integerOf(run, 'id')
  const id = integer(runId, 'A run id')
  const scalars =
    known.scalars ?? readScalars(connection, integerOf(run, 'campaign_id'), runId).map(scalarPart)
  const file = known.file === undefined ? readFile(connection, id) : known.file
  const series = known.series ?? readSeries(connection, id)
  return checksumOf(
    runColumns.map((column) => checksumPart(run, column)),
    known.command === undefined ? readCommand(connection, id) : known.command,
    scalars,
    known.histograms ?? readHistograms(connection, id),
    known.outputs ?? readOutputs(connection, id),
    ...(file === null ? [] : [file]),
    ...(series.length > 0 ? [series] : []),
  )
}

function readCommand(connection: Reads, runId: Encoded): ChecksumPart {
  const row = connection.first('SELECT directory, command FROM run_command WHERE run_id = ?', runId)
  return row ? [textOf(row, 'directory'), textOf(row, 'command', limits.json)] : null
}

function readHistograms(connection: Reads, runId: Encoded): readonly ChecksumPart[] {
  return connection
    .all(
      `SELECT ${quantityColumns}, h.bins, h.sha256 FROM histogram AS h JOIN quantity AS q ON q.id = h.quantity_id
       WHERE h.run_id = ? ORDER BY h.ordinal`,
      runId,
    )
    .map((row) =>
      histogramPart(
        readQuantity(row),
        integerOf(row, 'bins'),
        Buffer.from(blobOf(row, 'sha256')).toString('hex'),
      ),
    )
}

function readOutputs(connection: Reads, runId: Encoded): readonly ChecksumPart[] {
  return connection
    .all('SELECT attempt, name, bytes, sha256 FROM raw_output WHERE run_id = ? ORDER BY attempt, name', runId)
    .map((row) => [
      integerOf(row, 'attempt'),
      textOf(row, 'name'),
      integerOf(row, 'bytes'),
      textOf(row, 'sha256'),
    ])
}

function readFile(connection: Reads, runId: Encoded): string | null {
  const row = connection.first(
    'SELECT f.sha256 FROM run_file AS r JOIN imported_file AS f ON f.id = r.file_id WHERE r.run_id = ?',
    runId,
  )
  return row ? textOf(row, 'sha256') : null
}

function readSeries(connection: Reads, runId: Encoded): readonly ChecksumPart[] {
  return connection
    .all(
      `SELECT ${quantityColumns}, s.attempt, s.started_ms, s.interval_s, s.points, s.sha256, s.label
       FROM series AS s JOIN quantity AS q ON q.id = s.quantity_id WHERE s.run_id = ? ORDER BY s.attempt, q.id`,
      runId,
    )
    .map((row): ChecksumPart => {
      const { test, direction, metric, unit, source, device = '', levelsText } = readQuantity(row)
      return [
        ...[integerOf(row, 'attempt'), test, direction, metric, unit, source, device, levelsText],
        ...[integerOf(row, 'started_ms'), realOf(row, 'interval_s'), integerOf(row, 'points')],
        Buffer.from(blobOf(row, 'sha256')).toString('hex'),
        // Seals of older formats do not cover it, and have none.
        ...[textOf(row, 'label')].filter(Boolean),
      ]
    })
}

/** Writes the run's checksum; the last step of every change to it except storing its result. */
export function sealRun(connection: Connection, runId: number): void {
  const id = integer(runId, 'A run id')
  const run = connection.first('SELECT * FROM run WHERE id = ?', id)
  if (!run) return
  connection.change('UPDATE run SET checksum = ? WHERE id = ?', blob(runChecksum(connection, run)), id)
}
