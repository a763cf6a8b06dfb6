import type { LevelValue } from '../../core/plan/plan'
import type { Scalar } from '../../core/results/observation'
import { integerOf, levelsOf, realOf } from './columns'
import type { Connection } from './connection'
import { integer, real, text } from './encode'
import { readQuantity } from './quantities'
import { limits } from './format'

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
    text(one.levels, 'The levels of a measurement', limits.levels),
    ...real(one.value, 'A measurement'),
  )
}

/** Of one run, by quantity and levels. */
export function readSweptMeasurements(
  connection: Connection,
  campaignId: number,
  runId: number,
): readonly Scalar[] {
  const rows = connection.all(
    `SELECT q.id, q.test, q.direction, q.metric, q.unit, s.levels, s.value FROM quantity AS q
     CROSS JOIN swept_measurement AS s ON s.campaign_id = ? AND s.quantity_id = q.id AND s.run_id = ?
     ORDER BY q.id, s.levels`,
    integer(campaignId, 'A campaign id'),
    integer(runId, 'A run id'),
  )
  return rows.map((row) => {
    const { test, direction, metric, unit } = readQuantity(row)
    const levels = levelsOf(row, 'levels')
    return {
      kind: 'scalar',
      source: 'engine',
      test,
      direction,
      metric,
      unit,
      value: realOf(row, 'value'),
      levels,
    }
  })
}

/** One quantity of the runs of a campaign from one id to another, by run and levels. */
export function readSweptOfRuns(
  connection: Connection,
  campaignId: number,
  quantityId: number,
  firstRunId: number,
  lastRunId: number,
): readonly { readonly runId: number; readonly levels: Levels; readonly value: number }[] {
  const rows = connection.all(
    `SELECT run_id, levels, value FROM swept_measurement
     WHERE campaign_id = ? AND quantity_id = ? AND run_id BETWEEN ? AND ? ORDER BY run_id, levels`,
    integer(campaignId, 'A campaign id'),
    integer(quantityId, 'A quantity id'),
    integer(firstRunId, 'A run id'),
    integer(lastRunId, 'A run id'),
  )
  return rows.map((row) => ({
    runId: integerOf(row, 'run_id'),
    levels: levelsOf(row, 'levels'),
    value: realOf(row, 'value'),
  }))
}
