import { insertCampaign, setHostRecord, setImportFacts } from './campaign-changes'
import type { Connection } from './connection'
import type { ChecksumPart } from './checksum'
import { integerOf } from './columns'
import { integer, text } from './encode'
import { limits } from './format'
import { insertImportedFile, linkFileToCampaign, linkFileToRun } from './imported-files'
import { appendLog } from './log'
import { insertPublication } from './publications'
import { insertPublished } from './published-results'
import type { ImportedCampaign, ImportedRun, SourceFile } from './imported-campaign'
import { finishRun } from './run-changes'
import { ScalarBatch } from './scalars'

/** Stores a campaign of another program or of a printed table with all its results, as one whole. */
export function importCampaign(connection: Connection, campaign: ImportedCampaign): number {
  const id = insertCampaign(connection, {
    plan: campaign.plan,
    configuration: campaign.configuration,
    hostId: 'imported',
    hostName: campaign.hostRecord.name,
    cases: campaign.cases,
    runs: campaign.runs.map(({ caseIndex, repetition }) => ({
      caseIndex,
      repetition,
      phase: 'measure',
      seed: 0,
    })),
    dataFile: undefined,
    source: campaign.source,
  })
  setHostRecord(connection, id, campaign.hostRecord, campaign.engineVersion)
  setImportFacts(connection, id, campaign.startedAtMs, campaign.finishedAtMs)
  if (campaign.publication) insertPublication(connection, id, campaign.publication)
  const fileIds = storeFiles(connection, id, campaign)
  insertRuns(connection, id, campaign.runs, fileIds)
  for (const { caseIndex, result } of campaign.published) insertPublished(connection, id, caseIndex, result)
  for (const entry of campaign.log) appendLog(connection, id, entry)
  return id
}

function storeFiles(
  connection: Connection,
  campaignId: number,
  campaign: ImportedCampaign,
): ReadonlyMap<SourceFile, number> {
  const ids = new Map<SourceFile, number>()
  for (const file of campaign.files) {
    const fileId = insertImportedFile(connection, file, campaign.importedAtMs)
    linkFileToCampaign(connection, campaignId, fileId)
    ids.set(file, fileId)
  }
  return ids
}

/** The runs are in the order they were created in. */
function insertRuns(
  connection: Connection,
  campaignId: number,
  runs: readonly ImportedRun[],
  fileIds: ReadonlyMap<SourceFile, number>,
): void {
  const rows = connection.all(
    'SELECT * FROM run WHERE campaign_id = ? ORDER BY position',
    integer(campaignId, 'A campaign id'),
  )
  const numbers = new ScalarBatch(connection, campaignId)
  rows.forEach((row, position) => {
    const run = runs[position]
    if (!run) return
    const runId = integerOf(row, 'id')
    const fileId = fileIds.get(run.file)
    if (fileId !== undefined) linkFileToRun(connection, runId, fileId)
    const { startedAtMs, finishedAtMs, engineVersion, observations, warnings } = run
    const parts = {
      command: storeCommand(connection, runId, run.command),
      outputs: [],
      file: fileId === undefined ? null : run.file.sha256,
    }
    finishRun(
      connection,
      runId,
      {
        state: 'done',
        exitCode: undefined,
        finishedAtMs,
        engineVersion,
        observations,
        warnings,
        rawOutputs: [],
      },
      {
        row: { ...row, started_ms: startedAtMs === undefined ? null : Math.round(startedAtMs) },
        parts,
        numbers,
      },
    )
  })
  numbers.store()
}

/** Answers what stands for it in the seal of its run. */
function storeCommand(connection: Connection, runId: number, command: ImportedRun['command']): ChecksumPart {
  if (command === undefined) return null
  const [directory, written] = ['', JSON.stringify(command)]
  connection.change(
    'INSERT INTO run_command (run_id, directory, command) VALUES (?, ?, ?)',
    integer(runId, 'A run id'),
    text(directory, 'The run directory'),
    text(written, 'The command', limits.json),
  )
  return [directory, written]
}
