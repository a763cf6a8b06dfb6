import type { ChecksumPart } from '../../integrity/checksum'
import { realOf } from '../../file/columns'
import type { Reads } from '../../file/reads'
import type { Connection } from '../../file/connection'
import { integer, real, undivided, type Encoded } from '../../file/encode'
import {
  scalarPart,
  levelsText,
  quantityColumns,
  quantityIdOf,
  readQuantity,
  type StoredQuantity,
} from './quantities'
import { BadColumnError, InvalidValueError } from '../../file/review-file-error'
import type { Observed, Scalar } from '../../../../core/results/observation'
import type { Steps } from '../../../../core/iterables'

/** Numbers of a run as one column. Most runs of an import share their quantities, which are in memory once. */
export interface PackedScalars {
  readonly kind: 'scalars'
  readonly of: readonly Observed[]
  /** One for each of `of`. */
  readonly values: Float64Array
}

/** A scalar with the id of its quantity. */
export type StoredScalar = StoredQuantity & Scalar

/** Scalars of one run by the id of their quantities. */
export function readScalars(connection: Reads, campaignId: number, runId: number): readonly StoredScalar[] {
  const rows = connection.all(
    `SELECT ${quantityColumns}, s.value FROM quantity AS q
     CROSS JOIN scalar AS s ON s.campaign_id = ? AND s.quantity_id = q.id AND s.run_id = ? ORDER BY q.id`,
    integer(campaignId, 'A campaign id'),
    integer(runId, 'A run id'),
  )
  return rows.map((row) => ({ ...readQuantity(row), kind: 'scalar', value: realOf(row, 'value') }))
}

/** A number in a list: its place in the list and its quantity. */
interface Place {
  readonly at: number
  readonly quantity: StoredQuantity
}

/** The scalars of a run: their values, and the places of their quantities. */
export interface PlacedScalars {
  readonly runId: number
  readonly places: readonly Place[]
  readonly values: ArrayLike<number>
}

/** The quantities of a list of numbers, ordered by id. Throws an InvalidValueError for one that appears twice. */
export function placesOf(connection: Connection, of: readonly Observed[]): readonly Place[] {
  const places = new Map<number, Place>()
  of.forEach((observed, at) => {
    const id = quantityIdOf(connection, observed)
    const written = levelsText(observed.levels)
    if (places.has(id))
      throw new InvalidValueError(
        `The number ${observed.test}, ${observed.direction}, ${observed.metric}`,
        `appears twice in one run${observed.levels === undefined ? '' : ` at ${written}`}.`,
      )
    places.set(id, { at, quantity: { ...observed, id, levelsText: written } })
  })
  return [...places.values()].sort((one, other) => one.quantity.id - other.quantity.id)
}

/** What represents the scalars of a run in its seal. */
export function scalarParts({ places, values }: PlacedScalars): readonly ChecksumPart[] {
  return places.map(({ quantity, at }) => scalarPart({ ...quantity, value: values[at] ?? NaN }))
}

/**
 * Stores the scalars of runs of one campaign, with a step after each run and statement. The table is ordered by quantity and
 * then by run; writing in that order takes half the time for an import of many runs. Throws an InvalidValueError for
 * a number that is not finite.
 */
export function* storeScalars(
  connection: Connection,
  campaignId: number,
  runs: readonly PlacedScalars[],
): Steps<void> {
  const columns = new Map<number, { readonly whole: Stretch[]; readonly scaled: Encoded[] }>()
  for (const { runId, places, values } of runs) {
    for (const { at, quantity } of places) {
      let column = columns.get(quantity.id)
      if (!column) columns.set(quantity.id, (column = { whole: [], scaled: [] }))
      const [numerator, divisor] = real(values[at] ?? NaN, `The number ${quantity.metric}`)
      if (divisor !== undivided) {
        column.scaled.push(integer(runId, 'A run id'), numerator, divisor)
        continue
      }
      const last = column.whole.at(-1)
      if (last && last.firstRunId + last.values.length === runId) last.values.push(numerator)
      else column.whole.push({ firstRunId: runId, values: [numerator] })
    }
    yield
  }
  const campaign = integer(campaignId, 'A campaign id')
  for (const [quantityId, { whole, scaled }] of [...columns].sort(([one], [other]) => one - other)) {
    const id = integer(quantityId, 'A quantity id')
    for (const { firstRunId, values } of whole)
      for (let at = 0; at < values.length; at += rowsAtOnce) {
        const some = values.slice(at, at + rowsAtOnce)
        connection.change(insertOf(some.length), campaign, id, integer(firstRunId + at, 'A run id'), ...some)
        yield
      }
    for (let at = 0; at < scaled.length; at += 3) {
      connection.change(insertScaled, campaign, id, ...scaled.slice(at, at + 3))
      yield
    }
  }
}

/** Values of runs whose ids follow each other. */
interface Stretch {
  readonly firstRunId: number
  readonly values: Encoded[]
}

/** One statement of several rows takes a third of the time of as many statements. */
const rowsAtOnce = 32

const insertInto = 'INSERT INTO scalar (campaign_id, quantity_id, run_id, value) VALUES'
const insertScaled = `${insertInto} (?, ?, ?, ? / ?)`

/** `?1` is the campaign, `?2` the quantity and `?3` the first run; each row adds its value. */
function insertOf(rows: number): string {
  let statement = inserts.get(rows)
  if (statement === undefined) {
    const places = Array.from({ length: rows }, (_, at) => `(?1, ?2, ?3 + ${at}, ?${at + 4})`)
    statement = `${insertInto} ${places.join(', ')}`
    inserts.set(rows, statement)
  }
  return statement
}

const inserts = new Map<number, string>()

/** `[runId, value]` of one quantity of the runs of a campaign from one id to another. */
export function readPairs(
  connection: Reads,
  campaignId: number,
  quantityId: number,
  ids = { first: 0, last: Number.MAX_SAFE_INTEGER },
): readonly (readonly [runId: number, value: number])[] {
  return connection
    .arrays(
      'SELECT run_id, value FROM scalar WHERE campaign_id = ? AND quantity_id = ? AND run_id BETWEEN ? AND ?',
      integer(campaignId, 'A campaign id'),
      integer(quantityId, 'A quantity id'),
      integer(ids.first, 'A run id'),
      integer(ids.last, 'A run id'),
    )
    .map(([runId, value]) => {
      if (typeof runId !== 'number' || typeof value !== 'number' || !Number.isFinite(value))
        throw new BadColumnError('Table "scalar"', 'holds something that is not a finite number.')
      return [runId, value] as const
    })
}
