import { createHash, type Hash } from 'node:crypto'
import type { RecordedSeries } from '../../../../core/results/campaign/campaign'
import {
  type Direction,
  type Observed,
  type Series,
  type Source,
  sources as allSources,
  units,
} from '../../../../core/results/observation'
import { sameBytes } from '../../integrity/checksum'
import { blobOf, integerOf, realOf, textOf, timeOf, type Row, wordOf } from '../../file/columns'
import {
  compress,
  decompress,
  isLittleEndian,
  littleEndianBytes,
  sha256,
  type HeldContent,
} from '../../file/compressed'
import type { Reads } from '../../file/reads'
import type { Connection } from '../../file/connection'
import { blob, integer, real, text, time } from '../../file/encode'
import { limits } from '../../file/format'
import { quantityColumns, quantityIdOf, readQuantity } from './quantities'
import { BadColumnError, InvalidValueError } from '../../file/review-file-error'

/** Selects series of a run; all of them if not given. */
export interface SeriesChoice {
  readonly sources?: readonly Source[]
  readonly metrics?: readonly string[]
  readonly directions?: readonly Direction[]
  /** An empty text selects those without a device. */
  readonly devices?: readonly string[]
}

const bytesPerPoint = 8

/** Points that one series may have: its columns are values of the file, whose size is limited. */
const mostPoints = limits.valueBytes / bytesPerPoint

/** A row of the table with its quantity. */
interface StoredSeries {
  readonly observed: Observed & Pick<Series, 'kind' | 'test' | 'unit'>
  readonly row: Row
  readonly runId: number
}

/** Series of the last attempt of a run as stored, by quantity; each is read on demand. */
export function* storedSeries(
  connection: Reads,
  runId: number,
  { sources, metrics, directions, devices }: SeriesChoice = {},
): Generator<StoredSeries> {
  for (const row of connection.all(
    `SELECT ${quantityColumns}, s.rowid FROM series AS s JOIN quantity AS q ON q.id = s.quantity_id
     WHERE s.run_id = ? AND s.attempt = (SELECT attempt FROM run WHERE id = s.run_id) ORDER BY q.id`,
    integer(runId, 'A run id'),
  )) {
    const { id: _, levelsText: __, ...observed } = readQuantity(row)
    if (sources?.includes(observed.source) === false || metrics?.includes(observed.metric) === false) continue
    if (directions?.includes(observed.direction) === false) continue
    if (devices?.includes(observed.device ?? '') === false) continue
    const stored = connection.first(
      'SELECT * FROM series WHERE rowid = ?',
      integer(integerOf(row, 'rowid'), 'A row'),
    )
    if (stored) yield { observed: { kind: 'series', ...observed }, row: stored, runId }
  }
}

/**
 * Series of the last attempt of a run, by quantity. Series sampled together have the same times, which are unpacked and
 * hashed once and shared. Throws a BadColumnError if a content is not what was stored.
 */
export function readSeries(connection: Reads, runId: number, choice?: SeriesChoice): readonly Series[] {
  const known: SharedTimes[] = []
  return Array.from(storedSeries(connection, runId, choice), ({ observed, row }) => ({
    ...observed,
    ...readStoredSeries(row, runId, known),
  }))
}

/** Times that several series of a run share. */
interface SharedTimes {
  readonly content: Uint8Array
  readonly bytes: Uint8Array
  readonly hash: Hash
}

/** What a campaign recorded. */
export interface CampaignSeries extends RecordedSeries {
  /** Sources that recorded series of each run, by run id, including runs that were ended early. */
  readonly sources: ReadonlyMap<number, readonly Source[]>
  /** Finished runs with histograms over time. */
  readonly histogramRunIds: ReadonlySet<number>
}

/** Finished measured runs of a campaign that have series, in the order of execution, and their quantities. */
export function listCampaignSeries(connection: Reads, campaignId: number): CampaignSeries {
  const whatever = `FROM run AS r JOIN series AS s ON s.run_id = r.id AND s.attempt = r.attempt
    JOIN quantity AS q ON q.id = s.quantity_id
    WHERE r.campaign_id = ? AND r.phase = 'measure'`
  const from = `${whatever} AND r.state = 'done'`
  const id = integer(campaignId, 'A campaign id')
  const sourcesByRun = new Map<number, Source[]>()
  const asked = `SELECT DISTINCT r.id, q.source ${whatever} ORDER BY r.position, q.source`
  for (const row of connection.all(asked, id)) {
    const runId = integerOf(row, 'id')
    sourcesByRun.set(runId, [...(sourcesByRun.get(runId) ?? []), wordOf(row, 'source', allSources)])
  }
  return {
    runIds: connection
      .all(`SELECT r.id ${from} GROUP BY r.id ORDER BY r.position`, id)
      .map((row) => integerOf(row, 'id')),
    quantities: connection
      .all(`SELECT DISTINCT q.source, q.metric, q.unit, s.label ${from} ORDER BY q.metric, q.source`, id)
      .map((row) => {
        const label = textOf(row, 'label')
        const metric = { metric: textOf(row, 'metric'), unit: wordOf(row, 'unit', units) }
        return { source: wordOf(row, 'source', allSources), ...metric, ...(label !== '' && { label }) }
      }),
    sources: sourcesByRun,
    histogramRunIds: new Set(
      connection
        .all(`SELECT DISTINCT r.id ${from} AND s.bin_ns IS NOT NULL`, id)
        .map((row) => integerOf(row, 'id')),
    ),
  }
}

/** The sources of the series that finished runs of some of the campaigns have. */
export function recordedSources(connection: Reads, campaignIds: readonly number[]): readonly Source[] {
  // Stops at the first series of each source: a campaign may have hundreds of thousands. Sources without a
  // quantity are not looked for: that would go through all runs.
  const asked = `SELECT r.id FROM run AS r JOIN series AS s ON s.run_id = r.id AND s.attempt = r.attempt
    WHERE r.campaign_id = ? AND r.phase = 'measure' AND r.state = 'done'
      AND s.quantity_id IN (SELECT id FROM quantity WHERE source = ?) LIMIT 1`
  if (connection.first('SELECT run_id FROM series LIMIT 1') === undefined) return []
  const known = connection
    .all('SELECT DISTINCT source FROM quantity')
    .map((row) => wordOf(row, 'source', allSources))
  return allSources.filter(
    (source) =>
      known.includes(source) &&
      campaignIds.some((id) =>
        connection.first(asked, integer(id, 'A campaign id'), text(source, 'A source')),
      ),
  )
}

type StoredPart = Pick<Series, 'startedAtMs' | 'intervalSeconds' | 'seconds' | 'values' | 'binsNs' | 'label'>

/** Times and values of a row of the table; throws a BadColumnError if they are not what was stored. */
export function readStoredSeries(row: Row, runId: number, known: SharedTimes[] = []): StoredPart {
  const { contents, sizeBytes, what } = packedColumns(row, runId)
  const [times = new Uint8Array(0), ...others] = contents
  const { bytes, hash } = sharedTimes(known, times, sizeBytes, what)
  const columns = others.map((content) => decompress(content, sizeBytes, what))
  const whole = hash.copy()
  for (const column of columns) whole.update(column)
  return seriesOf(row, [bytes, ...columns], whole.digest(), what)
}

function sharedTimes(
  known: SharedTimes[],
  content: Uint8Array,
  sizeBytes: number,
  what: string,
): SharedTimes {
  const same = known.find((one) => one.bytes.length === sizeBytes && sameBytes(one.content, content))
  if (same) return same
  const bytes = decompress(content, sizeBytes, what)
  const times = { content, bytes, hash: createHash('sha256').update(bytes) }
  known.push(times)
  return times
}

function packedColumns(row: Row, runId: number) {
  const what = `A series of run ${runId}`
  const points = integerOf(row, 'points')
  if (points > mostPoints)
    throw new BadColumnError(what, `claims ${points} points; at most ${mostPoints} are stored.`)
  const names = ['seconds', 'value', ...(row.bin_ns === null ? [] : ['bin_ns'])]
  return { what, sizeBytes: points * bytesPerPoint, contents: names.map((name) => blobOf(row, name)) }
}

function seriesOf(row: Row, columns: readonly Uint8Array[], digest: Uint8Array, what: string): StoredPart {
  if (!sameBytes(digest, blobOf(row, 'sha256'))) throw new BadColumnError(what, 'does not match its SHA-256.')
  const [seconds, values, binsNs] = columns.map((bytes) => numbersOf(bytes))
  const label = textOf(row, 'label')
  return {
    ...(label !== '' && { label }),
    startedAtMs: timeOf(row, 'started_ms'),
    intervalSeconds: realOf(row, 'interval_s'),
    seconds: seconds ?? new Float64Array(0),
    values: values ?? new Float64Array(0),
    ...(binsNs && { binsNs }),
  }
}

/** A series as it is stored. */
export interface PackedSeries extends Omit<Series, 'seconds' | 'values' | 'binsNs'> {
  readonly points: number
  readonly seconds: HeldContent
  readonly values: HeldContent
  readonly binsNs?: HeldContent
  /** Digest of the uncompressed columns, one after the other. */
  readonly sha256: Uint8Array
}

/** Packs a series for storing. Throws an InvalidValueError for invalid times or values. */
export function packSeries(series: Series): PackedSeries {
  const { seconds, values, binsNs, ...observed } = series
  const columns = [seconds, values, ...(binsNs ? [binsNs] : [])]
  refuseUnsound(series, columns)
  const bytes = columns.map(littleEndianBytes)
  const [packedSeconds, packedValues, packedBins] = bytes.map((one) => compress(one, 'A series'))
  return {
    ...observed,
    points: seconds.length,
    seconds: packedSeconds ?? new Uint8Array(0),
    values: packedValues ?? new Uint8Array(0),
    ...(packedBins && { binsNs: packedBins }),
    sha256: new Uint8Array(sha256(Buffer.concat(bytes))),
  }
}

/** Stores a series under an attempt of a run. Throws an InvalidValueError for invalid times or values. */
export function insertSeries(
  connection: Connection,
  runId: number,
  attempt: number,
  series: Series | PackedSeries,
): void {
  const packed = 'points' in series ? series : packSeries(series)
  const startedAt = time(Math.round(packed.startedAtMs), `The start of the ${nameOf(packed)}`)
  connection.insert(
    `INSERT INTO series (run_id, attempt, quantity_id, started_ms, interval_s, points, seconds, value, bin_ns, sha256, label)
     VALUES (?, ?, ?, ?, ? / ?, ?, ?, ?, ?, ?, ?)`,
    integer(runId, 'A run id'),
    integer(attempt, 'An attempt'),
    integer(quantityIdOf(connection, packed), 'A quantity id'),
    startedAt,
    ...real(packed.intervalSeconds, 'The interval of a series'),
    integer(packed.points, 'The number of points'),
    blob(contentCopy(packed.seconds)),
    blob(contentCopy(packed.values)),
    packed.binsNs === undefined ? null : blob(contentCopy(packed.binsNs)),
    blob(packed.sha256),
    text(packed.label ?? '', 'The label of a series'),
  )
}

/**
 * Several contents go into one statement, but what a held one returns is valid only until the next is read.
 */
function contentCopy(content: HeldContent): Uint8Array {
  return content instanceof Uint8Array ? content : content().slice()
}

function refuseUnsound(series: Series, columns: readonly Float64Array[]): void {
  const what = `The ${nameOf(series)}`
  const { seconds, intervalSeconds } = series
  if (!(intervalSeconds > 0)) throw new InvalidValueError(what, 'has no interval above 0.')
  if (seconds.length > mostPoints)
    throw new InvalidValueError(
      what,
      `has ${seconds.length} points; at most ${mostPoints} are stored. Record at longer intervals.`,
    )
  if (columns.some(({ length }) => length !== seconds.length))
    throw new InvalidValueError(what, 'must have one value per time.')
  if (columns.some((column) => !column.every(Number.isFinite)))
    throw new InvalidValueError(what, 'must hold finite numbers only.')
  if (seconds.some((at, index) => at < (seconds[index - 1] ?? -Infinity)))
    throw new InvalidValueError(what, 'must have times that do not descend.')
}

function nameOf({ metric, direction, source, device }: Observed): string {
  return `series ${metric} (${direction}) of ${device === undefined ? source : `${source} ${device}`}`
}

/** Long columns are used in place; a small one may share its memory with others, so it is copied. */
function numbersOf(bytes: Uint8Array): Float64Array {
  const isOwn = bytes.byteOffset === 0 && bytes.buffer.byteLength < 2 * bytes.length
  if (isOwn && isLittleEndian) return new Float64Array(bytes.buffer, 0, bytes.length / bytesPerPoint)
  const copy = Buffer.from(new Uint8Array(bytes).buffer)
  if (!isLittleEndian) copy.swap64()
  return new Float64Array(copy.buffer, copy.byteOffset, copy.length / bytesPerPoint)
}
