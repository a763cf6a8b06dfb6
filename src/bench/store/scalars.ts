import type { Scalar } from '../../core/results/observation'
import { realOf } from './columns'
import type { Connection } from './connection'
import { integer, real } from './encode'
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

export function insertScalars(
  connection: Connection,
  campaignId: number,
  runId: number,
  scalars: readonly Scalar[],
): void {
  const seen = new Set<number>()
  const rows = scalars.map((scalar) => {
    const quantityId = quantityIdOf(connection, scalar)
    if (seen.has(quantityId)) {
      throw new InvalidValueError(
        `The number ${scalar.test}, ${scalar.direction}, ${scalar.metric}`,
        `appears twice in one run${scalar.levels === undefined ? '' : ` at ${levelsText(scalar.levels)}`}.`,
      )
    }
    seen.add(quantityId)
    return [integer(quantityId, 'A quantity id'), ...real(scalar.value, `The number ${scalar.metric}`)]
  })
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    connection.change(
      insertOf(some.length),
      integer(campaignId, 'A campaign id'),
      integer(runId, 'A run id'),
      ...some.flat(),
    )
  }
}

/** A statement of many rows takes a third of the time of as many statements. */
const rowsAtOnce = 64

/** `?1` and `?2` are the campaign and the run; each row adds its quantity, numerator and divisor. */
function insertOf(rows: number): string {
  let statement = inserts.get(rows)
  if (statement === undefined) {
    const places = Array.from(
      { length: rows },
      (_, at) => `(?1, ?${3 * at + 3}, ?2, ?${3 * at + 4} / ?${3 * at + 5})`,
    )
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
