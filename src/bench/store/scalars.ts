import type { Scalar } from '../../core/results/observation'
import { realOf } from './columns'
import type { Connection } from './connection'
import { integer, real, type Encoded } from './encode'
import { levelsText, quantityColumns, quantityIdOf, readQuantity, type StoredQuantity } from './quantities'
import { BadColumnError, InvalidValueError } from './review-file-error'

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
 * Scalars of runs of one campaign, stored together. The table lies by quantity and then by run; written in that order,
 * those of an import of many runs take half the time.
 */
export class ScalarBatch {
  readonly #columns = new Map<number, Encoded[]>()
  #waiting = 0

  constructor(
    private readonly connection: Connection,
    private readonly campaignId: number,
  ) {}

  /** The scalars of one more run as they will be read back. Throws an InvalidValueError for a number that is there twice. */
  add(runId: number, scalars: readonly Scalar[]): readonly StoredScalar[] {
    const id = integer(runId, 'A run id')
    const stored = new Map<number, StoredScalar>()
    for (const scalar of scalars) {
      const quantityId = quantityIdOf(this.connection, scalar)
      const written = levelsText(scalar.levels)
      if (stored.has(quantityId))
        throw new InvalidValueError(
          `The number ${scalar.test}, ${scalar.direction}, ${scalar.metric}`,
          `appears twice in one run${scalar.levels === undefined ? '' : ` at ${written}`}.`,
        )
      stored.set(quantityId, { ...scalar, id: quantityId, levelsText: written })
      const column = this.#columns.get(quantityId) ?? []
      const [numerator, divisor] = real(scalar.value, `The number ${scalar.metric}`)
      column.push(id, numerator, divisor)
      this.#columns.set(quantityId, column)
    }
    this.#waiting += stored.size
    if (this.#waiting >= mostWaiting) this.store()
    return [...stored.values()].sort((one, other) => one.id - other.id)
  }

  /** Writes what was added. */
  store(): void {
    const campaignId = integer(this.campaignId, 'A campaign id')
    const columns = [...this.#columns].sort(([one], [other]) => one - other)
    let values: Encoded[] = []
    const write = () => {
      if (values.length > 0)
        this.connection.change(insertOf(values.length / valuesPerRow), campaignId, ...values)
      values = []
    }
    for (const [quantityId, column] of columns) {
      const id = integer(quantityId, 'A quantity id')
      for (let at = 0; at < column.length; at += 3) {
        values.push(id, column[at] ?? null, column[at + 1] ?? null, column[at + 2] ?? null)
        if (values.length === rowsAtOnce * valuesPerRow) write()
      }
    }
    write()
    this.#columns.clear()
    this.#waiting = 0
  }
}

/** Scalars that are kept back at most. */
const mostWaiting = 200_000

/** A statement of many rows takes a third of the time of as many statements. */
const rowsAtOnce = 64
const valuesPerRow = 4

/** `?1` is the campaign; each row adds its quantity, run, numerator and divisor. */
function insertOf(rows: number): string {
  let statement = inserts.get(rows)
  if (statement === undefined) {
    const places = Array.from({ length: rows }, (_, at) => {
      const first = valuesPerRow * at + 2
      return `(?1, ?${first}, ?${first + 1}, ?${first + 2} / ?${first + 3})`
    })
    statement = `INSERT INTO scalar (campaign_id, quantity_id, run_id, value) VALUES ${places.join(', ')}`
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
        throw new BadColumnError('Table "scalar"', 'holds something that is no finite number.')
      return [runId, value] as const
    })
}
