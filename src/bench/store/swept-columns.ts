import type { MeasuredColumns } from '../../core/comparison/comparison-data'
import { integerOf, realOf, textOf, countOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'
import type { StoredQuantity } from './quantities'
import { caseCount, listSweptCases } from './swept-cases'

/** Numbers of these quantities that runs measured at several levels of their own, each at the number of its swept case. */
export function listSweptColumns(
  connection: Connection,
  campaignId: number,
  quantities: readonly StoredQuantity[],
): readonly MeasuredColumns[] {
  const cases = listSweptCases(connection, campaignId)
  if (cases.length === 0) return []
  const first = caseCount(connection, campaignId)
  const numbers = new Map(cases.map(({ caseIndex, text }, at) => [`${caseIndex} ${text}`, first + at]))
  return quantities
    .map((quantity) => readColumns(connection, campaignId, quantity, numbers))
    .filter(({ values }) => values.length > 0)
}

function readColumns(
  connection: Connection,
  campaignId: number,
  { id, test, direction, metric, unit }: StoredQuantity,
  numbers: ReadonlyMap<string, number>,
): MeasuredColumns {
  const rows = connection.all(
    `SELECT s.run_id, s.levels, s.value, r.case_index, r.repetition FROM swept_measurement AS s
     JOIN run AS r ON r.id = s.run_id
     WHERE s.campaign_id = ? AND s.quantity_id = ? AND r.phase = 'measure' AND r.state = 'done'
     ORDER BY s.run_id, s.levels`,
    integer(campaignId, 'A campaign id'),
    integer(id, 'A quantity id'),
  )
  const numberOf = (row: (typeof rows)[number]) =>
    numbers.get(`${countOf(row, 'case_index')} ${textOf(row, 'levels')}`) ?? -1
  return {
    ...{ campaignId, test, direction, metric, unit },
    runIds: Float64Array.from(rows, (row) => integerOf(row, 'run_id')),
    cases: Uint32Array.from(rows, numberOf),
    repetitions: Uint32Array.from(rows, (row) => countOf(row, 'repetition')),
    values: Float64Array.from(rows, (row) => realOf(row, 'value')),
  }
}
