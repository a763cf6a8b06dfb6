import type { LevelValue } from '../../core/plan/plan'
import { integerOf, jsonOf, textOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'
import { levelsShape } from './stored-shapes'

export interface StoredCase {
  readonly key: string
  readonly levels: Readonly<Record<string, LevelValue>>
}

/** Cases of a campaign by index; `levels` holds the varied parameters. */
export function readCases(connection: Connection, campaignId: number): ReadonlyMap<number, StoredCase> {
  const rows = connection.all(
    'SELECT case_index, case_key, levels FROM campaign_case WHERE campaign_id = ?',
    integer(campaignId, 'A campaign id'),
  )
  return new Map(
    rows.map((row) => [
      integerOf(row, 'case_index'),
      { key: textOf(row, 'case_key'), levels: jsonOf(row, 'levels', levelsShape) },
    ]),
  )
}
