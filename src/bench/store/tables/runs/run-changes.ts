import type { EngineCommand } from '../../../../core/engines/steps'
import {
  histogramsOf,
  scalarsOf,
  seriesOf,
  type Observation,
  type Series,
} from '../../../../core/results/observation'
import { openRunStates, runStates, type RunFailure, type RunState } from '../../../../core/results/run'
import { note, type Reservation } from '../../../../core/results/reservation'
import { finish } from '../../../../core/iterables'
import { integerOf, optionalOf, wordOf, textOf, type Row } from '../../file/columns'
import type { Connection } from '../../file/connection'
import type { Reads } from '../../file/reads'
import { blob, integer, json, optional, text, time, type Encoded } from '../../file/encode'
import { limits } from '../../file/format'
import { insertHistogram, readHistograms } from './histograms'
import { machineRunsOf } from '../campaigns/machine-campaigns'
import { insertRawOutput } from './raw-outputs'
import { InvalidValueError, ReviewFileError } from '../../file/review-file-error'
import { runChecksum, sealRun } from '../../integrity/run-seal'
import { placesOf, scalarParts, storeScalars, readScalars } from './scalars'
import { seal, unsealed } from '../../integrity/seal'
import { insertSeries, type PackedSeries } from './series'

export interface RunStart {
  readonly command: EngineCommand
  readonly runDirectory: string
  readonly startedAtMs: number
  /** What was started on the single hosts, in order, for a run of a synchronised campaign. */
  readonly machines?: readonly Omit<RunStart, 'machines'>[]
}

export interface RunResult {
  readonly state: 'done' | 'failed' | 'stopped' | 'skipped' | 'interrupted'
  readonly failure?: RunFailure
  readonly exitCode: number | undefined
  readonly finishedAtMs: number
  readonly engineVersion?: string
  readonly observations: readonly Observation[]
  readonly warnings: readonly Reservation[]
  /** Kept compressed with their SHA-256. */
  readonly rawOutputs: readonly { readonly name: string; readonly bytes: Uint8Array }[]
  /** Results of the single hosts, in order; without them the hosts' runs get only the state. */
  readonly machines?: readonly Omit<RunResult, 'machines'>[]
}

interface RunNow {
  readonly campaignId: number
  readonly state: RunState
  readonly attempt: number
  readonly started: boolean
  readonly finished: boolean
}

/** Records the command and the run directory. Throws `refused` unless the run is waiting. */
export function startRun(connection: Connection, runId: number, start: RunStart): void {
  const run = readRunNow(connection, runId)
  if (run.state !== 'waiting')
    throw refused(
      connection,
      `The run is ${run.state} and cannot be started.`,
      'Put it back to waiting first.',
    )
  const id = integer(runId, 'A run id')
  connection.change(
    "UPDATE run SET state = 'running', started_ms = ? WHERE id = ?",
    time(Math.round(start.startedAtMs), 'The start'),
    id,
  )
  connection.change(
    'INSERT INTO run_command (run_id, directory, command) VALUES (?, ?, ?)',
    id,
    text(start.runDirectory, 'The run directory'),
    json(start.command, 'The command'),
  )
  sealRun(connection, runId)
}

/**
 * Stores results of runs, each with those of the single hosts if it ran on several; returns how many were
 * stored, without those of hosts. A run that already has a result, or was ended by hand, stays unchanged. Throws an
 * InvalidValueError for results that could not be read back. Call it within one transaction.
 */
export function finishRuns(
  connection: Connection,
  results: Iterable<readonly [runId: number, result: RunResult]>,
): number {
  let stored = 0
  for (const [runId, result] of results) {
    const row = readRunRow(connection, runId)
    const { campaignId, attempt, state, finished } = runNowOf(row)
    if (finished || !openRunStates.includes(state)) continue
    const { observations } = result
    const warnings = [...result.warnings, ...storeSeries(connection, runId, attempt, seriesOf(observations))]
    const measured = scalarsOf(observations)
    const values = measured.map(({ value }) => value)
    const scalars = { runId, places: placesOf(connection, measured), values }
    finish(storeScalars(connection, campaignId, [scalars]))
    histogramsOf(observations).forEach((one, ordinal) => {
      insertHistogram(connection, runId, ordinal, one)
    })
    for (const output of result.rawOutputs) insertRawOutput(connection, runId, attempt, output)
    const changes = {
      state: text(result.state, 'The state'),
      finished_ms: time(Math.round(result.finishedAtMs), 'The end'),
      exit_code: optional(result.exitCode, 'The exit code', integer),
      engine_version: optional(result.engineVersion, 'The engine version', text),
      failure: optional(result.failure, 'The failure', json),
      warnings: warningsText(warnings),
    }
    connection.change(
      `UPDATE run SET state = ?, finished_ms = ?, exit_code = ?, engine_version = ?, failure = ?, warnings = ?, checksum = ?
       WHERE id = ?`,
      ...Object.values(changes),
      blob(runChecksum(connection, { ...row, ...changes }, { scalars: scalarParts(scalars) })),
      integer(runId, 'A run id'),
    )
    stored += 1
    finishRuns(
      connection,
      machineRunsOf(connection, runId).map((id, place) => [
        id,
        result.machines?.[place] ?? withoutNumbers(result),
      ]),
    )
  }
  return stored
}

/** The state of a run, for a host without its own result. */
function withoutNumbers(result: RunResult): RunResult {
  return { ...result, observations: [], warnings: [], rawOutputs: [] }
}

export function warningsText(warnings: readonly Reservation[]): Encoded {
  return warnings.length === 0 ? null : json(warnings, 'The warnings')
}

/** A series must never cost the result: one that cannot be stored is left out with a warning. */
export function storeSeries(
  connection: Connection,
  runId: number,
  attempt: number,
  series: readonly (Series | PackedSeries)[],
): readonly Reservation[] {
  return series.flatMap((one) => {
    try {
      insertSeries(connection, runId, attempt, one)
      return []
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error
      return [note('series-left-out', `${error.message} It was left out of the results.`)]
    }
  })
}

/**
 * Changes the state without a result. `waiting` puts aside what an earlier attempt left (see
 * earlier-attempts.ts), so that the run can be repeated; with a failure, as interrupted for that reason. A
 * finished `done` run is refused.
 */
export function setRunState(
  connection: Connection,
  runId: number,
  state: RunState,
  failure: RunFailure | undefined,
): void {
  const run = readRunNow(connection, runId)
  if (run.state === 'done')
    throw refused(
      connection,
      'The run is done; its result stays.',
      'Start a new campaign to measure the case again.',
    )
  if (state === 'done')
    throw refused(connection, 'The run cannot be done without a result.', 'Store its result instead.')
  const id = integer(runId, 'A run id')
  if (state === 'waiting') {
    if (failure) setRunState(connection, runId, 'interrupted', failure)
    putAside(connection, runId)
    return
  }
  const ends = state === 'failed' || state === 'skipped' || state === 'stopped'
  const finishedAtMs = ends && run.started ? Date.now() : undefined
  connection.change(
    'UPDATE run SET state = ?, failure = ?, finished_ms = coalesce(finished_ms, ?) WHERE id = ?',
    text(state, 'The state'),
    optional(failure, 'The failure', json),
    optional(finishedAtMs, 'The end', integer),
    id,
  )
  sealRun(connection, runId)
}

function readRunNow(connection: Reads, runId: number): RunNow {
  return runNowOf(readRunRow(connection, runId))
}

function readRunRow(connection: Reads, runId: number): Row {
  const row = connection.first('SELECT * FROM run WHERE id = ?', integer(runId, 'A run id'))
  if (!row)
    throw new ReviewFileError(
      'not-found',
      connection.path,
      `The run is not in ${connection.path}.`,
      'Its campaign may have been deleted; load the review again.',
    )
  return row
}

function runNowOf(row: Row): RunNow {
  return {
    campaignId: integerOf(row, 'campaign_id'),
    state: wordOf(row, 'state', runStates),
    attempt: integerOf(row, 'attempt'),
    started: optionalOf(row, 'started_ms', integerOf) !== undefined,
    finished: optionalOf(row, 'finished_ms', integerOf) !== undefined,
  }
}

function refused(connection: Reads, message: string, remedy: string): ReviewFileError {
  return new ReviewFileError('refused', connection.path, message, remedy)
}

/**
 * Sets a run to `waiting` again. The results of its last attempt are kept as a record in `earlier_attempt`,
 * and its raw outputs and series stay under their attempt number: a failure is evidence, too. A run that was
 * never started is only set to waiting.
 */
function putAside(connection: Connection, runId: number): void {
  const id = integer(runId, 'A run id')
  const run = connection.first('SELECT * FROM run WHERE id = ?', id)
  if (!run) return
  const attempt = integerOf(run, 'attempt')
  const command = connection.first('SELECT directory, command FROM run_command WHERE run_id = ?', id)
  const campaignId = integerOf(run, 'campaign_id')
  const wasTried = command !== undefined || optionalOf(run, 'finished_ms', integerOf) !== undefined
  if (wasTried) {
    const record = {
      state: textOf(run, 'state'),
      startedMs: run.started_ms,
      finishedMs: run.finished_ms,
      exitCode: run.exit_code,
      engineVersion: run.engine_version,
      failure: run.failure,
      warnings: run.warnings,
      command: command ? textOf(command, 'command', limits.json) : null,
      observations: [
        ...readScalars(connection, campaignId, runId).map(({ id: _, levelsText: __, ...scalar }) => scalar),
        ...(readHistograms(connection, [runId]).get(runId) ?? []),
      ],
    }
    const rowId = connection.insert(
      'INSERT INTO earlier_attempt (run_id, attempt, directory, record, checksum) VALUES (?, ?, ?, ?, ?)',
      id,
      integer(attempt, 'An attempt'),
      optional(command && textOf(command, 'directory'), 'The run directory', text),
      json(record, 'The earlier attempt'),
      unsealed,
    )
    seal(connection, 'earlier_attempt', integer(rowId, 'Row'))
  }
  connection.change('DELETE FROM run_command WHERE run_id = ?', id)
  connection.change('DELETE FROM histogram WHERE run_id = ?', id)
  connection.change(
    'DELETE FROM scalar WHERE campaign_id = ? AND quantity_id IN (SELECT id FROM quantity) AND run_id = ?',
    integer(campaignId, 'A campaign id'),
    id,
  )
  connection.change(
    `UPDATE run SET state = 'waiting', attempt = ?, started_ms = NULL, finished_ms = NULL, exit_code = NULL, engine_version = NULL,
       failure = NULL, warnings = NULL WHERE id = ?`,
    integer(wasTried ? attempt + 1 : attempt, 'An attempt'),
    id,
  )
  sealRun(connection, runId)
}
