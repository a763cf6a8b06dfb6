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
    const quantityId = known.get(quantityKey(measurement)) ?? quantityIdOf(connection, measurement)
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
      `INSERT INTO measurement (campaign_id, quantity_id, run_id, value) VALUES ${some.map(() => '(?, ?, ?, ? / ?)').join(', ')}`,
      ...some.flatMap(([quantityId, { metric, value }]) => [
        integer(campaignId, 'A campaign id'),
        integer(quantityId, 'A quantity id'),
        integer(runId, 'A run id'),
        ...real(value, `The measurement ${metric}`),
      ]),
    )
  }
}

/** A statement of many rows takes a third of the time of as many statements. */
const rowsAtOnce = 64

function knownQuantities(connection: Connection): ReadonlyMap<string, number> {
  return new Map(readQuantities(connection).map((quantity) => [quantityKey(quantity), quantity.id]))
}

function quantityKey({ test, direction, metric, unit }: Quantity): string {
  return JSON.stringify([test, direction, metric, unit])
}

/** `[runId, value]` of a row read as an array. */
export function measurementPair(row: readonly unknown[]): [number, number] {
  const [runId, value] = row
  if (typeof runId !== 'number' || typeof value !== 'number' || !Number.isFinite(value)) {
    throw new BadColumnError('Table "measurement"', 'holds something that is no finite number.')
  }
  return [runId, value]
}
