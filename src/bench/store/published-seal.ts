import { checksumOf } from './checksum'
import type { Connection } from './connection'
import type { Encoded } from './encode'
import { checksumPart } from './seal'

const columns = [
  'id',
  'campaign_id',
  'case_index',
  'test',
  'direction',
  'metric',
  'unit',
  'kind',
  'value',
  'deviation',
  'n',
  'baseline',
  'note',
] as const

/** Checksum over a published result and the names of its quantity; docs/results-file.md spells it out. */
export function publishedChecksum(connection: Connection, rowId: Encoded): Uint8Array {
  const row = connection.first(
    `SELECT p.id, p.campaign_id, p.case_index, q.test, q.direction, q.metric, q.unit, p.kind, p.value, p.deviation, p.n,
       p.baseline, p.note FROM published_result AS p LEFT JOIN quantity AS q ON q.id = p.quantity_id WHERE p.id = ?`,
    rowId,
  )
  return checksumOf(...columns.map((column) => checksumPart(row ?? {}, column)))
}
