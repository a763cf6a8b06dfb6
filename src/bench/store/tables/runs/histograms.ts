import type { Histogram, Observed } from '../../../../core/results/observation'
import { sameBytes, type ChecksumPart } from '../../integrity/checksum'
import { blobOf, integerOf, type Row } from '../../file/columns'
import {
  compress,
  contentBytes,
  decompress,
  littleEndianBytes,
  sha256,
  sha256Hex,
  type HeldContent,
} from '../../file/compressed'
import type { Reads } from '../../file/reads'
import type { Connection } from '../../file/connection'
import { blob, integer } from '../../file/encode'
import { limits } from '../../file/format'
import { levelsText, quantityColumns, quantityIdOf, readQuantity, histogramPart } from './quantities'
import { BadColumnError, InvalidValueError } from '../../file/review-file-error'

/** A latency histogram as it is stored. */
export interface PackedHistogram {
  readonly kind: 'histogram'
  /** Runs of an import share their quantities, which are in memory once. */
  readonly of: Observed
  /** Number of bins. */
  readonly bins: number
  readonly content: HeldContent
  /** Digest of the uncompressed content, in hex. */
  readonly sha256: string
}

/** Packs a histogram for storing. Throws an InvalidValueError for invalid bins. */
export function packHistogram(histogram: Histogram): PackedHistogram {
  const { kind, binsNs, counts: _, ...of } = histogram
  const numbers = numbersOf(histogram)
  return {
    ...{ kind, of },
    bins: binsNs.length,
    content: compress(numbers, 'A histogram'),
    sha256: sha256Hex(numbers),
  }
}

/**
 * Uncompressed content of a histogram: the bins (ns, ascending), then the counts, all as 64-bit little-endian
 * floats. Whole numbers as floats compress to about the size of a hand-made packing, and numpy reads them in
 * one line.
 */
function numbersOf(histogram: Histogram): Uint8Array {
  const { binsNs, counts } = histogram
  if (binsNs.length !== counts.length)
    throw new InvalidValueError('A histogram', 'must have one count per bin.')
  if (binsNs.length > limits.bins)
    throw new InvalidValueError(
      'A histogram',
      `has ${binsNs.length} bins; at most ${limits.bins} are stored.`,
    )
  const packed = new Float64Array(binsNs.length * 2)
  let before = -Infinity
  for (let index = 0; index < binsNs.length; index += 1) {
    const bin = binsNs[index] ?? NaN
    const count = counts[index] ?? NaN
    if (!Number.isFinite(bin) || bin <= before)
      throw new InvalidValueError('A histogram', 'must have finite, ascending bins.')
    if (!Number.isFinite(count) || count < 0)
      throw new InvalidValueError('A histogram', 'must have finite counts of 0 or more.')
    packed[index] = bin
    packed[binsNs.length + index] = count
    before = bin
  }
  return littleEndianBytes(packed)
}

/** Bins and counts of stored content; throws a BadColumnError if it is not what `packHistogram` writes. */
function readHistogram(
  content: Uint8Array,
  bins: number,
): { packed: Uint8Array; binsNs: number[]; counts: number[] } {
  if (bins > limits.bins)
    throw new BadColumnError('A histogram', `claims ${bins} bins; at most ${limits.bins} are stored.`)
  const packed = decompress(content, bins * 16, 'A histogram')
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const binsNs: number[] = []
  const counts: number[] = []
  for (let index = 0; index < bins; index += 1) {
    const bin = view.getFloat64(index * 8, true)
    const count = view.getFloat64((bins + index) * 8, true)
    if (!Number.isFinite(bin) || !Number.isFinite(count) || count < 0)
      throw new BadColumnError('A histogram', 'holds no proper numbers.')
    binsNs.push(bin)
    counts.push(count)
  }
  return { packed, binsNs, counts }
}

export const selectHistograms = `SELECT ${quantityColumns}, h.bins, h.content, h.sha256 FROM histogram AS h
  JOIN quantity AS q ON q.id = h.quantity_id WHERE h.run_id = ? ORDER BY h.ordinal`

/** Histograms of the runs that have any, by run id. */
export function readHistograms(
  connection: Reads,
  runIds: readonly number[],
): ReadonlyMap<number, readonly Histogram[]> {
  const found = new Map<number, readonly Histogram[]>()
  for (const runId of runIds) {
    const rows = connection.all(selectHistograms, integer(runId, 'A run id'))
    if (rows.length > 0)
      found.set(
        runId,
        rows.map((row) => readStoredHistogram(row, runId)),
      )
  }
  return found
}

/** The finished measured runs of a campaign that have histograms, by ascending id. */
export function listRunsWithHistograms(connection: Reads, campaignId: number) {
  return connection
    .all(
      `SELECT id, case_index, repetition FROM run WHERE campaign_id = ? AND phase = 'measure' AND state = 'done'
       AND EXISTS (SELECT 1 FROM histogram AS h JOIN quantity AS q ON q.id = h.quantity_id AND q.source = 'engine'
         WHERE h.run_id = run.id) ORDER BY id`,
      integer(campaignId, 'A campaign id'),
    )
    .map((row) => ({
      id: integerOf(row, 'id'),
      caseIndex: integerOf(row, 'case_index'),
      repetition: integerOf(row, 'repetition'),
    }))
}

/** Throws a BadColumnError if the content is not what was stored. */
export function readStoredHistogram(row: Row, runId: number): Histogram {
  const { packed, binsNs, counts } = readHistogram(blobOf(row, 'content'), integerOf(row, 'bins'))
  if (!sameBytes(sha256(packed), blobOf(row, 'sha256')))
    throw new BadColumnError(`A histogram of run ${runId}`, 'does not match its SHA-256.')
  const { id: _, levelsText: __, ...observed } = readQuantity(row)
  // The seal of the run does not cover it, because it is always the same.
  if (observed.unit !== 'ns')
    throw new BadColumnError(`A histogram of run ${runId}`, `is said to be in ${observed.unit}, not in ns.`)
  return { kind: 'histogram', ...observed, binsNs, counts }
}

/** What represents a histogram in the seal of its run. */
export function partOfHistogram({ of, bins, sha256 }: PackedHistogram): ChecksumPart {
  return histogramPart({ ...of, levelsText: levelsText(of.levels) }, bins, sha256)
}

export function insertHistogram(
  connection: Connection,
  runId: number,
  ordinal: number,
  histogram: Histogram | PackedHistogram,
): void {
  const packed = 'content' in histogram ? histogram : packHistogram(histogram)
  connection.insert(
    'INSERT INTO histogram (run_id, ordinal, quantity_id, bins, content, sha256) VALUES (?, ?, ?, ?, ?, ?)',
    integer(runId, 'A run id'),
    integer(ordinal, 'The place of a histogram'),
    integer(quantityIdOf(connection, packed.of), 'A quantity id'),
    integer(packed.bins, 'The number of bins'),
    blob(contentBytes(packed.content)),
    blob(Buffer.from(packed.sha256, 'hex')),
  )
}
