import { insertCampaign, setHostRecord, setImportFacts } from './campaign-changes'
import type { Connection } from './connection'
import { integer, json, optional, text } from './encode'
import { insertImportedFile, linkFileToCampaign, linkFileToRun } from './imported-files'
import { appendLog } from './log'
import { insertPublication } from './publications'
import { insertPublished } from './published-results'
import type {
  ImportedCampaign,
  ImportedObservation,
  ImportedRun,
  PackedScalars,
  SourceFile,
} from './imported-campaign'
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

/** The runs stand in the order they were created in. */
function insertRuns(
  connection: Connection,
  campaignId: number,
  runs: readonly ImportedRun[],
  fileIds: ReadonlyMap<SourceFile, number>,
): void {
  const first = connection.first(
    'SELECT min(id) AS id FROM run WHERE campaign_id = ?',
    integer(campaignId, 'A campaign id'),
  )
  const firstId = typeof first?.id === 'number' ? first.id : 0
  const numbers = new ScalarBatch(connection, campaignId)
  runs.forEach((run, position) => {
    const runId = firstId + position
    noteStart(connection, runId, run)
    const fileId = fileIds.get(run.file)
    if (fileId !== undefined) linkFileToRun(connection, runId, fileId)
    const result = {
      state: 'done',
      exitCode: undefined,
      finishedAtMs: run.finishedAtMs,
      engineVersion: run.engineVersion,
      observations: run.observations.flatMap(unpacked),
      warnings: run.warnings,
      rawOutputs: [],
    } as const
    finishRun(connection, runId, result, numbers)
  })
  numbers.store()
}

function unpacked(one: ImportedObservation): readonly Exclude<ImportedObservation, PackedScalars>[] {
  if (one.kind !== 'scalars') return [one]
  return one.of.map((observed, at) => ({ ...observed, kind: 'scalar', value: one.values[at] ?? NaN }))
}

function noteStart(connection: Connection, runId: number, run: ImportedRun): void {
  const id = integer(runId, 'A run id')
  connection.change(
    'UPDATE run SET started_ms = ? WHERE id = ?',
    optional(run.startedAtMs === undefined ? undefined : Math.round(run.startedAtMs), 'The start', integer),
    id,
  )
  if (run.command === undefined) return
  connection.change(
    'INSERT INTO run_command (run_id, directory, command) VALUES (?, ?, ?)',
    id,
    text('', 'The run directory'),
    json(run.command, 'The command'),
  )
}
