import { createHash } from 'node:crypto'
import type { ChecksumPart } from './checksum'
import { integerOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'
import { readScalars } from './scalars'
import { checksumPart } from './seal'

const campaignColumns = [
  ...['source', 'engine', 'engine_version', 'host_id', 'host', 'device', 'target', 'base', 'name'],
  'design_checksum',
]

const runColumns = [
  ...['position', 'state', 'attempt', 'started_ms', 'finished_ms', 'exit_code', 'engine_version', 'failure'],
  'warnings',
]

/** What a run has besides its numbers, by tables whose content has a SHA-256, in an order that is the same in every file. */
const contentsOfRun = [
  'SELECT ordinal, sha256 FROM histogram WHERE run_id = ? ORDER BY ordinal',
  'SELECT attempt, started_ms, sha256 FROM series WHERE run_id = ? ORDER BY attempt, started_ms, sha256',
  'SELECT attempt, name, sha256 FROM raw_output WHERE run_id = ? ORDER BY attempt, name',
  'SELECT f.sha256 FROM run_file AS r JOIN imported_file AS f ON f.id = r.file_id WHERE r.run_id = ?',
]

const contentsOfCampaign = [
  'SELECT source, note FROM publication WHERE campaign_id = ?',
  `SELECT p.case_index, q.test, q.direction, q.metric, q.unit, p.kind, p.value, p.deviation, p.n, p.baseline, p.note
   FROM published_result AS p JOIN quantity AS q ON q.id = p.quantity_id WHERE p.campaign_id = ? ORDER BY p.id`,
]

/**
 * SHA-256 (hex) of what was measured, whatever ids it has: the same for every copy of a campaign. Left out is what people
 * change afterwards (the log, runs left out of comparisons, the configuration of a measured campaign) and when something was
 * imported.
 */
export function contentOfCampaign(connection: Connection, campaignId: number): string {
  const hash = createHash('sha256')
  const add = (part: ChecksumPart) => hash.update(`${JSON.stringify(part)}\n`)
  const id = integer(campaignId, 'A campaign id')
  const rows = (sql: string, of = id) =>
    connection.all(sql, of).map((row) => Object.keys(row).map((column) => checksumPart(row, column)))
  const campaign = connection.first('SELECT * FROM campaign WHERE id = ?', id) ?? {}
  add(campaignColumns.map((column) => checksumPart(campaign, column)))
  // A measured campaign is told from the next one of its plan by when it began, the others by what they are called.
  add(checksumPart(campaign, campaign.source === 'measured' ? 'created_ms' : 'configuration'))
  for (const sql of contentsOfCampaign) add(rows(sql))
  for (const run of connection.all('SELECT * FROM run WHERE campaign_id = ? ORDER BY position', id)) {
    add(runColumns.map((column) => checksumPart(run, column)))
    const runId = integerOf(run, 'id')
    const scalars = readScalars(connection, campaignId, runId).map(
      ({ test, direction, metric, unit, source, device = '', levelsText, value }) =>
        JSON.stringify([test, direction, metric, unit, source, device, levelsText, value]),
    )
    add(scalars.sort())
    for (const sql of contentsOfRun) add(rows(sql, integer(runId, 'A run id')))
  }
  return hash.digest('hex')
}
