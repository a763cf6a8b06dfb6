import { emptyRunColumns, putRun, type RunColumns } from '../../core/results/run-columns'
import { runFailureShape, resultWarningsShape, runPhases, runStates } from '../../core/results/run'
import { integerOf, jsonOf, optionalOf, wordOf, timeOf, countOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'
import { campaignHeadlines, readHeadlines } from './headlines'

/** Up to this many runs of a campaign as columns, from a position on; and how many it has in total. */
export function readColumnsOfRuns(
  connection: Connection,
  campaignId: number,
  from: number,
  count: number,
): { readonly total: number; readonly columns: RunColumns } {
  const total = countRuns(connection, campaignId)
  const rows = connection.all(
    `SELECT id, case_index, repetition, phase, state, started_ms, finished_ms, failure, warnings FROM run
     WHERE campaign_id = ? AND position >= ? AND position < ? ORDER BY position`,
    integer(campaignId, 'A campaign id'),
    integer(from, 'A position'),
    integer(from + count, 'A position'),
  )
  const columns = emptyRunColumns(rows.length, campaignHeadlines(connection, campaignId))
  const ids = rows.map((row) => integerOf(row, 'id'))
  const between = ids.reduce(
    ({ first, last }, id) => ({ first: Math.min(first, id), last: Math.max(last, id) }),
    { first: Infinity, last: 0 },
  )
  if (rows.length === 0) return { total, columns }
  const headlines = readHeadlines(connection, campaignId, between)
  rows.forEach((row, index) => {
    const id = integerOf(row, 'id')
    const state = wordOf(row, 'state', runStates)
    columns.caseIndex[index] = countOf(row, 'case_index')
    putRun(columns, index, {
      id,
      campaignId,
      phase: wordOf(row, 'phase', runPhases),
      repetition: countOf(row, 'repetition'),
      position: from + index,
      state,
      failure: optionalOf(row, 'failure', (one, column) => jsonOf(one, column, runFailureShape)),
      warnings: optionalOf(row, 'warnings', (one, column) => jsonOf(one, column, resultWarningsShape)) ?? [],
      startedAtMs: optionalOf(row, 'started_ms', timeOf),
      finishedAtMs: optionalOf(row, 'finished_ms', timeOf),
      headline: state === 'done' ? (headlines.get(id) ?? {}) : {},
    })
  })
  return { total, columns }
}

function countRuns(connection: Connection, campaignId: number): number {
  const row = connection.first(
    'SELECT count(*) AS runs FROM run WHERE campaign_id = ?',
    integer(campaignId, 'A campaign id'),
  )
  return row ? integerOf(row, 'runs') : 0
}
