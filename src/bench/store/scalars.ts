import type { Observed, Scalar } from '../../core/results/observation'
import type { ChecksumPart } from './checksum'
import { realOf } from './columns'
import type { Steps } from '../../core/statistics/comparison/settle-family'
import type { Connection } from './connection'
import { integer, real, undivided, type Encoded } from './encode'
import { scalarPart } from './observation-parts'
import { levelsText, quantityColumns, quantityIdOf, readQuantity, type StoredQuantity } from './quantities'
import { BadColumnError, InvalidValueError } from './review-file-error'

/**
 * Numbers of a run as one column. Most runs of an import share their quantities, which are in memory once.
 */
export interface PackedScalars {
  readonly kind: 'scalars'
  readonly of: readonly Observed[]
  /** One for each of `of`. */
  readonly values: Float64Array
}

export function packScalars(scalars: readonly Scalar[]): PackedScalars {
  return {
    kind: 'scalars',
    of: scalars.map(({ kind: _, value: __, ...observed }) => observed),
    values: Float64Array.from(scalars, ({ value }) => value),
  }
}

/** A scalar with the id of its quantity. */
export type StoredScalar = StoredQuantity & Scalar

/** Scalars of one run by the id of their quantities. */
export function readScalars(
  connection: Connection,
  campaignId: number,
  runId: number,
): readonly StoredScalar[] {
  const rows = connection.all(
    `SELECT ${quantityColumns}, s.value FROM quantity AS q
     CROSS JOIN scalar AS s ON s.campaign_id = ? AND s.quantity_id = q.id AND s.run_id = ? ORDER BY q.id`,
    integer(campaignId, 'A campaign id'),
    integer(runId, 'A run id'),
  )
  return rows.map((row) => ({ ...readQuantity(row), kind: 'scalar', value: realOf(row, 'value') }))
}

/**
 * Scalars of runs of one campaign, stored together. The table is ordered by quantity and then by run; writing
 * in that order takes half the time for an import of many runs.
 */
export class ScalarBatch {
  readonly #columns = new Map<number, Column>()
  /** Places of the quantities of a list, ordered by id. Runs of an import share their list. */
  readonly #lists = new Map<readonly Observed[], readonly Place[]>()
  #waiting = 0

  constructor(
    private readonly connection: Connection,
    private readonly campaignId: number,
  ) {}

  /**
   * Adds the scalars of one more run; returns what represents them in its seal. Throws an InvalidValueError
   * for a number that appears twice.
   */
  add(runId: number, { of, values }: PackedScalars): readonly ChecksumPart[] {
    const id = integer(runId, 'A run id')
    let places = this.#lists.get(of)
    if (!places) this.#lists.set(of, (places = this.#placesOf(of)))
    this.#waiting += places.length
    return places.map(({ quantity, at, column }) => {
      const value = values[at] ?? NaN
      const [numerator, divisor] = real(value, `The number ${quantity.metric}`)
      if (divisor === undivided) column.whole.push(id, numerator)
      else column.scaled.push(id, numerator, divisor)
      return scalarPart({ ...quantity, value })
    })
  }

  #placesOf(of: readonly Observed[]): readonly Place[] {
    const places = new Map<number, Place>()
    of.forEach((observed, at) => {
      const id = quantityIdOf(this.connection, observed)
      const written = levelsText(observed.levels)
      if (places.has(id))
        throw new InvalidValueError(
          `The number ${observed.test}, ${observed.direction}, ${observed.metric}`,
          `appears twice in one run${observed.levels === undefined ? '' : ` at ${written}`}.`,
        )
      const column = this.#columns.get(id) ?? { whole: [], scaled: [] }
      this.#columns.set(id, column)
      places.set(id, { at, column, quantity: { ...observed, id, levelsText: written } })
    })
    return [...places.values()].sort((one, other) => one.quantity.id - other.quantity.id)
  }

  /** True if enough was added that it should be stored. */
  get isFull(): boolean {
    return this.#waiting >= mostWaiting
  }

  /** Writes what was added, with a step after each statement. */
  *store(): Steps<void> {
    const campaignId = integer(this.campaignId, 'A campaign id')
    for (const [quantityId, { whole, scaled }] of [...this.#columns].sort(([one], [other]) => one - other)) {
      const id = integer(quantityId, 'A quantity id')
      for (let at = 0; at < whole.length; at += rowsAtOnce * 2) {
        const values = whole.slice(at, at + rowsAtOnce * 2)
        this.connection.change(insertOf(values.length / 2), campaignId, id, ...values)
        yield
      }
      for (let at = 0; at < scaled.length; at += 3) {
        this.connection.change(insertScaled, campaignId, id, ...scaled.slice(at, at + 3))
        yield
      }
      whole.length = 0
      scaled.length = 0
    }
    this.#waiting = 0
  }
}

/** Pending values of one quantity: run and value, and those that are stored divided (see `real`). */
interface Column {
  readonly whole: Encoded[]
  readonly scaled: Encoded[]
}

/** A number of a list: its place in the list, its quantity and its pending column. */
interface Place {
  readonly at: number
  readonly quantity: StoredQuantity
  readonly column: Column
}

/** Maximum number of pending scalars. */
const mostWaiting = 200_000

/**
 * One statement of several rows takes a third of the time of as many statements; with more rows the driver
 * binds values more slowly.
 */
const rowsAtOnce = 16

const insertInto = 'INSERT INTO scalar (campaign_id, quantity_id, run_id, value) VALUES'
const insertScaled = `${insertInto} (?, ?, ?, ? / ?)`

/** `?1` is the campaign and `?2` the quantity; each row adds its run and value. */
function insertOf(rows: number): string {
  let statement = inserts.get(rows)
  if (statement === undefined) {
    const places = Array.from({ length: rows }, (_, at) => `(?1, ?2, ?${2 * at + 3}, ?${2 * at + 4})`)
    statement = `${insertInto} ${places.join(', ')}`
    inserts.set(rows, statement)
  }
  return statement
}

const inserts = new Map<number, string>()

/** `[runId, value]` of one quantity of the runs of a campaign from one id to another. */
export function readPairs(
  connection: Connection,
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
