import { type Histogram, directions } from '../../core/results/observation'
import { blobOf, integerOf, textOf, wordOf, type Row } from './columns'
import { sha256 } from './compressed'
import type { Connection } from './connection'
import { blob, integer, text } from './encode'
import { packHistogram, readHistogram, type PackedHistogram } from './histogram-content'
import { BadColumnError } from './review-file-error'
import { sameBytes } from './checksum'
import { histogramMetrics } from './stored-shapes'

const columns = 'test, direction, metric, bins, content, sha256'

/** Histograms of the runs that have any, by run id. */
export function readHistograms(
  connection: Connection,
  runIds: readonly number[],
): ReadonlyMap<number, readonly Histogram[]> {
  const found = new Map<number, readonly Histogram[]>()
  for (const runId of runIds) {
    const rows = connection.all(
      `SELECT ${columns} FROM histogram WHERE run_id = ? ORDER BY ordinal`,
      integer(runId, 'A run id'),
    )
    if (rows.length > 0)
      found.set(
        runId,
        rows.map((row) => readStoredHistogram(row, runId)),
      )
  }
  return found
}

/** Throws a BadColumnError when the content is not what was stored. */
export function readStoredHistogram(row: Row, runId: number): Histogram {
  const { packed, binsNs, counts } = readHistogram(blobOf(row, 'content'), integerOf(row, 'bins'))
  if (!sameBytes(sha256(packed), blobOf(row, 'sha256')))
    throw new BadColumnError(`A histogram of run ${runId}`, 'does not match its SHA-256.')
  return {
    kind: 'histogram',
    source: 'engine',
    unit: 'ns',
    test: textOf(row, 'test'),
    direction: wordOf(row, 'direction', directions),
    metric: wordOf(row, 'metric', histogramMetrics),
    binsNs,
    counts,
  }
}

export function insertHistogram(
  connection: Connection,
  runId: number,
  ordinal: number,
  histogram: Histogram | PackedHistogram,
): void {
  const packed = 'content' in histogram ? histogram : packHistogram(histogram)
  connection.insert(
    `INSERT INTO histogram (run_id, ordinal, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    integer(runId, 'A run id'),
    integer(ordinal, 'The place of a histogram'),
    text(packed.test, 'A test name'),
    text(packed.direction, 'A direction'),
    text(packed.metric, 'A latency'),
    integer(packed.bins, 'The number of bins'),
    blob(packed.content),
    blob(packed.sha256),
  )
}
