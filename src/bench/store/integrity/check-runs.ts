import { sameBytes } from './checksum'
import { blobOf, integerOf, jsonOf, textOf, type Row } from '../file/columns'
import type { Connection } from '../file/connection'
import { integer } from '../file/encode'
import type { Findings } from './findings'
import { readStoredHistogram, selectHistograms } from '../tables/runs/histograms'
import { readStoredSeries } from '../tables/runs/series'
import { verifiedOutput } from '../tables/runs/raw-outputs'
import { resultColumns, runChecksum } from './run-seal'
import { commandSchema } from '../../../core/engines/steps'
import { runFailureShape } from '../../../core/results/run'
import { reservationsShape } from '../../../core/results/reservation'

/** Checks every run of a campaign: its numbers, outputs and histograms against their checksums. */
export function checkRuns(
  connection: Connection,
  campaignId: number,
  campaignName: string,
  findings: Findings,
): void {
  const id = integer(campaignId, 'A campaign id')
  connection.forEach('SELECT * FROM run WHERE campaign_id = ?', [id], (row) => {
    const name = `Run ${integerOf(row, 'id')} of ${campaignName}`
    findings.attempt(name, () => checkRun(connection, row, name, findings))
  })
  if (hasForeignIds(connection, id))
    findings.add(
      `The runs of ${campaignName} that wait do not have the ids that they were saved with; one was changed or damaged.`,
    )
  const count = countStrays(connection, id)
  if (count > 0) findings.add(`${count} numbers of ${campaignName} belong to no run.`)
}

/** A run whose end is stored before its start. */
export interface BackwardRun {
  readonly runId: number
  readonly campaignId: number
  /** How far the end lies before the start, in ms. */
  readonly byMs: number
}

/**
 * Runs that finish before they start, as when the clock is set back meanwhile. Everything is as it was stored, so this
 * is no damage.
 */
export function backwardRuns(connection: Connection): readonly BackwardRun[] {
  return connection
    .all(
      `SELECT id, campaign_id, started_ms - finished_ms AS by_ms FROM run
       WHERE typeof(started_ms) = 'integer' AND typeof(finished_ms) = 'integer' AND finished_ms < started_ms
       ORDER BY id`,
    )
    .map((row) => ({
      runId: integerOf(row, 'id'),
      campaignId: integerOf(row, 'campaign_id'),
      byMs: integerOf(row, 'by_ms'),
    }))
}

/**
 * Whether a run that was never touched, and so has no checksum, has another id than it got: those of a campaign are
 * stored together in the order of their positions, so that all ids are as far from the positions.
 */
function hasForeignIds(connection: Connection, campaignId: ReturnType<typeof integer>): boolean {
  const row = connection.first(
    `SELECT count(DISTINCT id - position) AS distances, count(*) - count(checksum) AS untouched
     FROM run WHERE campaign_id = ?`,
    campaignId,
  )
  return row !== undefined && integerOf(row, 'untouched') > 0 && integerOf(row, 'distances') > 1
}

function countStrays(connection: Connection, campaignId: ReturnType<typeof integer>): number {
  const row = connection.first(
    `SELECT count(*) AS strays FROM scalar AS m
     WHERE m.campaign_id = ? AND NOT EXISTS (SELECT 1 FROM run AS r WHERE r.id = m.run_id AND r.campaign_id = m.campaign_id)`,
    campaignId,
  )
  return row ? integerOf(row, 'strays') : 0
}

function checkRun(connection: Connection, row: Row, name: string, findings: Findings): void {
  const untouched = row.checksum === null
  if (untouched && row.state !== 'waiting') {
    findings.add(`${name} has a state but no checksum; it was changed or damaged after it was saved.`)
  }
  const known =
    untouched && row.state === 'waiting' ? resultColumns.find((one) => row[one] !== null) : undefined
  if (known !== undefined) {
    findings.add(
      `${name} waits and yet has a value of ${known}; it was changed or damaged after it was saved.`,
    )
  }
  if (untouched && row.attempt !== 1)
    findings.add(`${name} waits for its first attempt and yet has another; it was changed or damaged.`)
  if (!untouched && !sameBytes(blobOf(row, 'checksum'), runChecksum(connection, row))) {
    findings.add(
      `${name} does not match its checksum; its numbers were changed or damaged after they were saved.`,
    )
  }
  if (row.failure !== null) jsonOf(row, 'failure', runFailureShape)
  if (row.warnings !== null) jsonOf(row, 'warnings', reservationsShape)
  checkContents(connection, integerOf(row, 'id'), name, findings)
}

function checkContents(connection: Connection, runId: number, name: string, findings: Findings): void {
  const id = integer(runId, 'A run id')
  const command = connection.first('SELECT command FROM run_command WHERE run_id = ?', id)
  if (command)
    findings.attempt(
      `The command of ${lowerFirst(name)}`,
      () => void jsonOf(command, 'command', commandSchema),
    )
  for (const output of connection.all(
    'SELECT name, bytes, sha256, content FROM raw_output WHERE run_id = ?',
    id,
  )) {
    findings.attempt(
      name,
      () =>
        void verifiedOutput(
          blobOf(output, 'content'),
          integerOf(output, 'bytes'),
          textOf(output, 'sha256'),
          `the output "${textOf(output, 'name')}"`,
        ),
    )
  }
  for (const histogram of connection.all(selectHistograms, id)) {
    findings.attempt(name, () => void readStoredHistogram(histogram, runId))
  }
  connection.forEach('SELECT * FROM series WHERE run_id = ?', [id], (series) => {
    findings.attempt(name, () => void readStoredSeries(series, runId))
  })
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
