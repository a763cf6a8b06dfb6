import { logLevels, type LogEntry } from '../../../../core/results/campaign/campaign'
import { integerOf, optionalOf, wordOf, timeOf, notesOf } from '../../file/columns'
import type { Reads } from '../../file/reads'
import type { Connection } from '../../file/connection'
import { integer, optional, text, tolerantText, time } from '../../file/encode'

/** A campaign's log in the order it was written. */
export function readLog(connection: Reads, campaignId: number): readonly LogEntry[] {
  const rows = connection.all(
    'SELECT at_ms, level, text, run_id FROM log WHERE campaign_id = ? ORDER BY id',
    integer(campaignId, 'A campaign id'),
  )
  return rows.map((row) => ({
    atMs: timeOf(row, 'at_ms'),
    level: wordOf(row, 'level', logLevels),
    text: notesOf(row, 'text'),
    runId: optionalOf(row, 'run_id', integerOf),
  }))
}

/** Adds a line. Text may come from engines; what cannot be stored in it becomes U+FFFD. */
export function appendLog(connection: Connection, campaignId: number, entry: LogEntry): void {
  connection.insert(
    'INSERT INTO log (campaign_id, run_id, at_ms, level, text) VALUES (?, ?, ?, ?, ?)',
    integer(campaignId, 'A campaign id'),
    optional(entry.runId, 'A run id', integer),
    time(Math.round(entry.atMs), 'The time'),
    text(entry.level, 'The level'),
    tolerantText(entry.text),
  )
}
