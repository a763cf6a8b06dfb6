import type { Levels } from '../../core/comparison/comparison-data'
import { countOf, levelsOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'
import { caseCount, casesWithPlainNumbers, withSweptCases, type SweptCase } from './swept-cases'

/** The varied parameters of each case by its number: those of the plan, then those that runs varied by themselves. */
export function readAllCases(
  connection: Connection,
  campaignId: number,
  swept: readonly SweptCase[],
): readonly (Levels | undefined)[] {
  const own = readCaseLevels(connection, campaignId)
  if (swept.length === 0) return own
  const plain = casesWithPlainNumbers(connection, campaignId)
  return withSweptCases(own, swept, (index) => plain.has(index))
}

/** The varied parameters of each case by its index. */
function readCaseLevels(connection: Connection, campaignId: number): readonly (Levels | undefined)[] {
  const rows = connection.arrays(
    'SELECT case_index, levels FROM campaign_case WHERE campaign_id = ? ORDER BY case_index',
    integer(campaignId, 'A campaign id'),
  )
  const cases = Array.from({ length: caseCount(connection, campaignId) }, (): Levels | undefined => undefined)
  for (const [index, levels] of rows) {
    const row = { campaign_id: campaignId, case_index: index, levels }
    cases[countOf(row, 'case_index')] = levelsOf(row, 'levels')
  }
  return cases
}
