import { directions, units, type Quantity } from '../../core/results/observation'
import { integerOf, textOf, wordOf, type Row } from './columns'
import type { Connection } from './connection'
import { text } from './encode'

/** What a number is of: stored once per file, named by id in each measurement. */
export interface StoredQuantity extends Quantity {
  readonly id: number
}

export function readQuantities(connection: Connection): readonly StoredQuantity[] {
  return connection
    .all('SELECT id, test, direction, metric, unit FROM quantity ORDER BY id')
    .map(readQuantity)
}

export function readQuantity(row: Row): StoredQuantity {
  return {
    id: integerOf(row, 'id'),
    test: textOf(row, 'test'),
    direction: wordOf(row, 'direction', directions),
    metric: textOf(row, 'metric'),
    unit: wordOf(row, 'unit', units),
  }
}

/** Id of a quantity; it is added when it is new. */
export function quantityIdOf(connection: Connection, { test, direction, metric, unit }: Quantity): number {
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
