import type { LevelValue } from '../../core/plan/plan'
import { levelsOf, textOf, countOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'
import { limits } from './format'

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
      countOf(row, 'case_index'),
      { key: textOf(row, 'case_key', limits.levels), levels: levelsOf(row, 'levels') },
    ]),
  )
}
