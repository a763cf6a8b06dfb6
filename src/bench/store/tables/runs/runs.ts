import {
  runFailureShape,
  runPhases,
  runStates,
  type RunDetail,
  type RunSummary,
} from '../../../../core/results/run'
import { emptyRunColumns, putRun, type RunColumns } from '../../../../core/results/run-columns'
import type { CampaignOrigin } from '../../../../core/results/campaign/campaign'
import { reservationsShape } from '../../../../core/results/reservation'
import { readCase, readCases, type StoredCase } from './cases'
import { integerOf, jsonOf, optionalOf, wordOf, timeOf, countOf, type Row } from '../../file/columns'
import type { Reads } from '../../file/reads'
import { largestOf, smallestOf } from '../../../../core/iterables'
import { integer } from '../../file/encode'
import { readHeadlines, campaignHeadlines } from './headlines'
import { listRawOutputs } from './raw-outputs'
import { BadColumnError } from '../../file/review-file-error'
import { rowsOfRun } from './rows'
import { readScalars } from './scalars'
import { commandSchema } from '../../../../core/engines/steps'

const columns =
  'id, campaign_id, case_index, position, repetition, phase, state, started_ms, finished_ms, exit_code, failure, warnings'

/** All runs of a campaign in execution order, with the headline numbers of finished ones. */
export function listRuns(connection: Reads, campaignId: number): readonly RunSummary[] {
  const cases = readCases(connection, campaignId)
  const headlines = readHeadlines(connection, campaignId)
  const rows = connection.all(
    `SELECT ${columns} FROM run WHERE campaign_id = ? ORDER BY position`,
    integer(campaignId, 'A campaign id'),
  )
  return rows.map((row) => readRun(row, cases, headlines))
}

/** These runs, in this order, with the headline numbers of finished ones; without those that are not stored. */
export function listRunsById(connection: Reads, runIds: readonly number[]): readonly RunSummary[] {
  return runIds.flatMap((runId) => {
    const row = connection.first(`SELECT ${columns} FROM run WHERE id = ?`, integer(runId, 'A run id'))
    if (!row) return []
    const campaignId = integerOf(row, 'campaign_id')
    return readRun(
      row,
      readCase(connection, campaignId, countOf(row, 'case_index')),
      readHeadlines(connection, campaignId, { first: runId, last: runId }),
    )
  })
}

/**
 * Runs that a figure's small print mentions: those that failed, and what was done before the measured ones.
 */
export function listTellingRuns(connection: Reads, campaignId: number): readonly RunSummary[] {
  const others = runPhases.filter((phase) => phase !== 'measure').map((phase) => `'${phase}'`)
  const id = integer(campaignId, 'A campaign id')
  // Two searches in the index by phase and state. With OR, or without the plus sign, SQLite goes through all runs in order.
  const rows = connection.all(
    `SELECT * FROM (
       SELECT ${columns} FROM run WHERE campaign_id = ? AND phase = 'measure' AND state = 'failed'
       UNION ALL
       SELECT ${columns} FROM run WHERE campaign_id = ? AND phase IN (${others.join(', ')}) AND state = 'done'
     ) ORDER BY +position`,
    id,
    id,
  )
  if (rows.length === 0) return []
  const cases = readCases(connection, campaignId)
  return rows.map((row) => readRun(row, cases, new Map()))
}

/** The first measured run that is done; undefined if none is. */
export function readExampleRun(connection: Reads, campaignId: number): RunDetail | undefined {
  const row = connection.first(
    "SELECT id FROM run WHERE campaign_id = ? AND phase = 'measure' AND state = 'done' ORDER BY position LIMIT 1",
    integer(campaignId, 'A campaign id'),
  )
  return row && readRunDetail(connection, integerOf(row, 'id'))
}

/**
 * From the start of the first measured run that is done to the end of the last, by their order, in ms since 1970; undefined
 * if none is done, or their times are not known.
 */
export function readRunSpan(connection: Reads, campaignId: number): CampaignOrigin['span'] {
  const id = integer(campaignId, 'A campaign id')
  const times = ['', ' DESC'].flatMap((order) => {
    const row = connection.first(
      `SELECT started_ms, finished_ms FROM run WHERE campaign_id = ? AND phase = 'measure' AND state = 'done' ORDER BY position${order} LIMIT 1`,
      id,
    )
    if (!row) return []
    return ['started_ms', 'finished_ms'].flatMap((name) => optionalOf(row, name, timeOf) ?? [])
  })
  return times.length === 0 ? undefined : { startedAtMs: smallestOf(times), endedAtMs: largestOf(times) }
}

/** One run with its command, measurements and the names of its outputs. */
export function readRunDetail(connection: Reads, runId: number): RunDetail | undefined {
  const id = integer(runId, 'A run id')
  const row = connection.first(`SELECT ${columns} FROM run WHERE id = ?`, id)
  if (!row) return undefined
  const campaignId = integerOf(row, 'campaign_id')
  const started = connection.first('SELECT command FROM run_command WHERE run_id = ?', id)
  const command = started && jsonOf(started, 'command', commandSchema)
  return {
    ...readRun(
      row,
      readCase(connection, campaignId, countOf(row, 'case_index')),
      readHeadlines(connection, campaignId, { first: runId, last: runId }),
    ),
    argv: command ? [command.program, ...command.args] : [],
    files: command?.files ?? [],
    exitCode: optionalOf(row, 'exit_code', integerOf),
    measurements: rowsOfRun(connection, runId),
    observed: readScalars(connection, campaignId, runId).filter(({ source }) => source !== 'engine'),
    rawOutputs: listRawOutputs(connection, runId),
  }
}

function readRun(
  row: Row,
  cases: ReadonlyMap<number, StoredCase>,
  headlines: ReadonlyMap<number, RunSummary['headline']>,
): RunSummary {
  const ofCase = cases.get(countOf(row, 'case_index'))
  if (!ofCase) throw new BadColumnError('Table "run"', 'names a case that is not stored.')
  const id = integerOf(row, 'id')
  const state = wordOf(row, 'state', runStates)
  return {
    id,
    campaignId: integerOf(row, 'campaign_id'),
    phase: wordOf(row, 'phase', runPhases),
    caseKey: ofCase.key,
    levels: ofCase.levels,
    repetition: countOf(row, 'repetition'),
    position: integerOf(row, 'position'),
    state,
    failure: row.failure === null ? undefined : jsonOf(row, 'failure', runFailureShape),
    warnings: row.warnings === null ? [] : jsonOf(row, 'warnings', reservationsShape),
    startedAtMs: optionalOf(row, 'started_ms', timeOf),
    finishedAtMs: optionalOf(row, 'finished_ms', timeOf),
    headline: state === 'done' ? (headlines.get(id) ?? {}) : {},
  }
}

/** Up to this many runs of a campaign as columns, from a position on; and how many it has in total. */
export function readColumnsOfRuns(
  connection: Reads,
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
      warnings: optionalOf(row, 'warnings', (one, column) => jsonOf(one, column, reservationsShape)) ?? [],
      startedAtMs: optionalOf(row, 'started_ms', timeOf),
      finishedAtMs: optionalOf(row, 'finished_ms', timeOf),
      headline: state === 'done' ? (headlines.get(id) ?? {}) : {},
    })
  })
  return { total, columns }
}

function countRuns(connection: Reads, campaignId: number): number {
  const row = connection.first(
    'SELECT count(*) AS runs FROM run WHERE campaign_id = ?',
    integer(campaignId, 'A campaign id'),
  )
  return row ? integerOf(row, 'runs') : 0
}
