import type { ExcludedRun } from '../../../../core/comparison/comparison-settings'
import { integerOf, type Row, notesOf } from '../../file/columns'
import type { Reads } from '../../file/reads'
import type { Connection } from '../../file/connection'
import { integer, time, notes } from '../../file/encode'
import { ReviewFileError } from '../../file/review-file-error'
import { seal, unsealed } from '../../integrity/seal'

/** Runs that a person excluded from comparisons, in the order of their ids. */
export function listExcludedRuns(connection: Reads): readonly ExcludedRun[] {
  return connection
    .all(
      `SELECT * FROM excluded_run AS e WHERE EXISTS (
         SELECT 1 FROM run AS r JOIN campaign AS c ON c.id = r.campaign_id WHERE r.id = e.run_id) ORDER BY run_id`,
    )
    .map(readExcludedRun)
}

/** Throws a BadColumnError if the stored row is invalid. */
export function readExcludedRun(row: Row): ExcludedRun {
  return { runId: integerOf(row, 'run_id'), reason: notesOf(row, 'reason') }
}

/** Excludes a run, or replaces the reason. Throws a ReviewFileError if there is no such run with a result. */
export function excludeRun(connection: Connection, runId: number, reason: string): void {
  const id = integer(runId, 'A run id')
  const done = connection.first("SELECT 1 FROM run WHERE id = ? AND state = 'done' AND phase = 'measure'", id)
  if (done === undefined) {
    throw new ReviewFileError(
      'not-found',
      connection.path,
      `The run is not finished, or not in ${connection.path}.`,
      'Only runs that are done count in a comparison; look at it again.',
    )
  }
  connection.change(
    'INSERT OR REPLACE INTO excluded_run (run_id, reason, excluded_ms, checksum) VALUES (?, ?, ?, ?)',
    id,
    notes(reason, 'The reason'),
    time(Date.now(), 'The time'),
    unsealed,
  )
  seal(connection, 'excluded_run', id)
}

/** Includes a run again; does nothing if it was not excluded. */
export function includeRun(connection: Connection, runId: number): void {
  connection.change('DELETE FROM excluded_run WHERE run_id = ?', integer(runId, 'A run id'))
}
