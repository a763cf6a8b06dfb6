import type { Direction, Measurement, Unit } from '../../core/results/measurement'
import { integerOf, realOf, textOf, wordOf, type Row } from './columns'
import type { Connection } from './connection'
import { integer, real, text } from './encode'
import { BadColumnError, InvalidValueError } from './review-file-error'
import { directions, units } from './stored-shapes'

/** What a number is of: stored once per file, named by id in each measurement. */
export interface Quantity {
  readonly id: number
  readonly test: string
  readonly direction: Direction
  readonly metric: string
  readonly unit: Unit
}

export function readQuantities(connection: Connection): readonly Quantity[] {
  return connection
    .all('SELECT id, test, direction, metric, unit FROM quantity ORDER BY id')
    .map(readQuantity)
}

export function readQuantity(row: Row): Quantity {
  return {
    id: integerOf(row, 'id'),
    test: textOf(row, 'test'),
    direction: wordOf(row, 'direction', directions),
    metric: textOf(row, 'metric'),
    unit: wordOf(row, 'unit', units),
  }
}

/** Measurements of one run, in the order of their quantities. */
export function readMeasurements(
  connection: Connection,
  campaignId: number,
  runId: number,
): readonly Measurement[] {
  const rows = connection.all(
    `SELECT q.id, q.test, q.direction, q.metric, q.unit, m.value FROM quantity AS q
     CROSS JOIN measurement AS m ON m.campaign_id = ? AND m.quantity_id = q.id AND m.run_id = ? ORDER BY q.id`,
    integer(campaignId, 'A campaign id'),
    integer(runId, 'A run id'),
  )
  return rows.map((row) => {
    const { test, direction, metric, unit } = readQuantity(row)
    return { test, direction, metric, unit, value: realOf(row, 'value') }
  })
}

export function insertMeasurements(
  connection: Connection,
  campaignId: number,
  runId: number,
  measurements: readonly Measurement[],
): void {
  const seen = new Set<number>()
  for (const measurement of measurements) {
    const quantityId = quantityIdOf(connection, measurement)
    if (seen.has(quantityId)) {
      throw new InvalidValueError(
        `The measurement ${measurement.test}, ${measurement.direction}, ${measurement.metric}`,
        'is there twice in one run.',
      )
    }
    seen.add(quantityId)
    connection.change(
      'INSERT INTO measurement (campaign_id, quantity_id, run_id, value) VALUES (?, ?, ?, ? / ?)',
      integer(campaignId, 'A campaign id'),
      integer(quantityId, 'A quantity id'),
      integer(runId, 'A run id'),
      ...real(measurement.value, `The measurement ${measurement.metric}`),
    )
  }
}

/** `[runId, value]` of a row read as an array. */
export function measurementPair(row: readonly unknown[]): [number, number] {
  const [runId, value] = row
  if (typeof runId !== 'number' || typeof value !== 'number' || !Number.isFinite(value)) {
    throw new BadColumnError('Table "measurement"', 'holds something that is no finite number.')
  }
  return [runId, value]
}

/** Id of a quantity; it is added when it is new. */
export function quantityIdOf(
  connection: Connection,
  { test, direction, metric, unit }: Omit<Measurement, 'value'>,
): number {
  const key = [
    text(test, 'A test name'),
    text(direction, 'A direction'),
    text(metric, 'A metric'),
    text(unit, 'A unit'),
  ]
  const row = connection.first(
    'SELECT id FROM quantity WHERE test = ? AND direction = ? AND metric = ? AND unit = ?',
    ...key,
  )
  return row
    ? integerOf(row, 'id')
    : connection.insert('INSERT INTO quantity (test, direction, metric, unit) VALUES (?, ?, ?, ?)', ...key)
}
