import type { LevelValue } from '../../core/plan/plan'
import { integerOf, jsonOf, textOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'
import { levelsShape } from './stored-shapes'

export interface StoredCase {
  readonly key: string
  readonly levels: Readonly<Record<string, LevelValue>>
}

/** Cases of a campaign by index, or one of them; `levels` holds the varied parameters. */
export function readCases(
  connection: Connection,
  campaignId: number,
  onlyCaseIndex?: number,
): ReadonlyMap<number, StoredCase> {
  const rows = connection.all(
    'SELECT case_index, case_key, levels FROM campaign_case WHERE campaign_id = ? AND case_index BETWEEN ? AND ?',
    integer(campaignId, 'A campaign id'),
    integer(onlyCaseIndex ?? 0, 'A case index'),
    integer(onlyCaseIndex ?? Number.MAX_SAFE_INTEGER, 'A case index'),
  )
  return new Map(
    rows.map((row) => [
      integerOf(row, 'case_index'),
      { key: textOf(row, 'case_key'), levels: jsonOf(row, 'levels', levelsShape) },
    ]),
  )
}
