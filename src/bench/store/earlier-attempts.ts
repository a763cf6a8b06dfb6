import { limits } from './format'
import { integerOf, optionalOf, textOf } from './columns'
import type { Connection } from './connection'
import { integer, json, optional, text } from './encode'
import { readHistograms } from './histograms'
import { readScalars } from './scalars'
import { sealRun } from './run-seal'
import { seal, unsealed } from './seal'

/**
 * Sets a run to `waiting` again. The results of its last attempt are kept as a record in `earlier_attempt`,
 * and its raw outputs and series stay under their attempt number: a failure is evidence, too. A run that was
 * never started is only set to waiting.
 */
export function putAside(connection: Connection, runId: number): void {
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
