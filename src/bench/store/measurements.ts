import type { Quantity, Scalar } from '../../core/results/observation'
import { realOf } from './columns'
import type { Connection } from './connection'
import { integer, real } from './encode'
import { quantityIdOf, readQuantities, readQuantity } from './quantities'
import { BadColumnError, InvalidValueError } from './review-file-error'
import { insertSweptMeasurement, levelsText, readSweptMeasurements } from './swept-measurements'

/** Measurements of one run in the order of their quantities, those with levels of their own behind the others. */
export function readMeasurements(
  connection: Connection,
  campaignId: number,
  runId: number,
): readonly Scalar[] {
  const rows = connection.all(
    `SELECT q.id, q.test, q.direction, q.metric, q.unit, m.value FROM quantity AS q
     CROSS JOIN measurement AS m ON m.campaign_id = ? AND m.quantity_id = q.id AND m.run_id = ? ORDER BY q.id`,
    integer(campaignId, 'A campaign id'),
    integer(runId, 'A run id'),
  )
  const plain = rows.map((row): Scalar => {
    const { test, direction, metric, unit } = readQuantity(row)
    return { kind: 'scalar', source: 'engine', test, direction, metric, unit, value: realOf(row, 'value') }
  })
  return [...plain, ...readSweptMeasurements(connection, campaignId, runId)]
}

export function insertMeasurements(
  connection: Connection,
  campaignId: number,
  runId: number,
  measurements: readonly Scalar[],
): void {
  const seen = new Set<string>()
  const known = knownQuantities(connection)
  const rows: (readonly [quantityId: number, measurement: Scalar])[] = []
  for (const measurement of measurements) {
    const name = quantityKey(measurement)
    const quantityId = known.get(name) ?? quantityIdOf(connection, measurement)
    known.set(name, quantityId)
    const levels = measurement.levels && levelsText(measurement.levels)
    const key = `${quantityId} ${levels ?? ''}`
    if (seen.has(key)) {
      throw new InvalidValueError(
        `The measurement ${measurement.test}, ${measurement.direction}, ${measurement.metric}`,
        `is there twice in one run${levels === undefined ? '' : ` at ${levels}`}.`,
      )
    }
    seen.add(key)
    if (levels !== undefined) {
      insertSweptMeasurement(connection, { campaignId, quantityId, runId, levels, value: measurement.value })
      continue
    }
    rows.push([quantityId, measurement])
  }
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    connection.change(
      insertOf(some.length),
      integer(campaignId, 'A campaign id'),
      integer(runId, 'A run id'),
      ...some.flatMap(([quantityId, { metric, value }]) => [
        integer(quantityId, 'A quantity id'),
        ...real(value, `The measurement ${metric}`),
      ]),
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
    statement = `INSERT INTO measurement (campaign_id, quantity_id, run_id, value) VALUES ${places.join(', ')}`
    inserts.set(rows, statement)
  }
  return statement
}

const inserts = new Map<number, string>()

/** Ids by name, read once in a transaction: an import stores thousands of runs in one. */
function knownQuantities(connection: Connection): Map<string, number> {
  const { transaction } = connection
  const kept = keptQuantities.get(connection)
  if (kept?.transaction === transaction) return kept.ids
  const ids = new Map(readQuantities(connection).map((quantity) => [quantityKey(quantity), quantity.id]))
  keptQuantities.set(connection, { transaction, ids })
  return ids
}

const keptQuantities = new WeakMap<Connection, { transaction: number; ids: Map<string, number> }>()

function quantityKey({ test, direction, metric, unit }: Quantity): string {
  return [test, direction, metric, unit].join('\0')
}

/** `[runId, value]` of a row read as an array. */
export function measurementPair(row: readonly unknown[]): [number, number] {
  const [runId, value] = row
  if (typeof runId !== 'number' || typeof value !== 'number' || !Number.isFinite(value)) {
    throw new BadColumnError('Table "measurement"', 'holds something that is no finite number.')
  }
  return [runId, value]
}
