import type { LevelValue } from '../../core/plan/plan'
import type { Measurement } from '../../core/results/measurement'
import { integerOf, jsonOf, realOf } from './columns'
import type { Connection } from './connection'
import { integer, real, text } from './encode'
import { readQuantity, type Quantity } from './quantities'
import { levelsShape } from './stored-shapes'

type Levels = Readonly<Record<string, LevelValue>>

/** One number of a run in which the engine varied parameters by itself. */
export interface SweptMeasurement {
  readonly campaignId: number
  readonly quantityId: number
  readonly runId: number
  /** Text of `levelsText`. */
  readonly levels: string
  readonly value: number
}

/** JSON of levels with their keys in order, so that equal levels are equal text. */
export function levelsText(levels: Levels): string {
  const entries = Object.entries(levels).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(Object.fromEntries(entries))
}

export function insertSweptMeasurement(connection: Connection, one: SweptMeasurement): void {
  connection.change(
    'INSERT INTO swept_measurement (campaign_id, quantity_id, run_id, levels, value) VALUES (?, ?, ?, ?, ? / ?)',
    integer(one.campaignId, 'A campaign id'),
    integer(one.quantityId, 'A quantity id'),
    integer(one.runId, 'A run id'),
    text(one.levels, 'The levels of a measurement'),
    ...real(one.value, 'A measurement'),
  )
}

/** Of one run, by quantity and levels. */
export function readSweptMeasurements(
  connection: Connection,
  campaignId: number,
  runId: number,
): readonly Measurement[] {
  const rows = connection.all(
    `SELECT q.id, q.test, q.direction, q.metric, q.unit, s.levels, s.value FROM quantity AS q
     CROSS JOIN swept_measurement AS s ON s.campaign_id = ? AND s.quantity_id = q.id AND s.run_id = ?
     ORDER BY q.id, s.levels`,
    integer(campaignId, 'A campaign id'),
    integer(runId, 'A run id'),
  )
  return rows.map((row) => {
    const { test, direction, metric, unit } = readQuantity(row)
    const levels = jsonOf(row, 'levels', levelsShape)
    return { test, direction, metric, unit, value: realOf(row, 'value'), levels }
  })
}

/** Of a whole campaign, by quantity, run and levels, for the quantities that are asked for. */
export function readSweptOfCampaign(
  connection: Connection,
  campaignId: number,
  quantities: readonly Quantity[],
): readonly {
  readonly runId: number
  readonly quantity: Quantity
  readonly levels: Levels
  readonly value: number
}[] {
  const byId = new Map(quantities.map((quantity) => [quantity.id, quantity]))
  const rows = connection.all(
    `SELECT quantity_id, run_id, levels, value FROM swept_measurement WHERE campaign_id = ?
     ORDER BY quantity_id, run_id, levels`,
    integer(campaignId, 'A campaign id'),
  )
  return rows.flatMap((row) => {
    const quantity = byId.get(integerOf(row, 'quantity_id'))
    if (!quantity) return []
    const levels = jsonOf(row, 'levels', levelsShape)
    return [{ runId: integerOf(row, 'run_id'), quantity, levels, value: realOf(row, 'value') }]
  })
}
