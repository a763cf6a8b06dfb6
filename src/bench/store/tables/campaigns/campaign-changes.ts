import { hostRecordShape, type HostRecord } from '../../../../core/results/campaign/host-record'
import type { CampaignState } from '../../../../core/results/campaign/campaign'
import type { Case } from '../../../../core/plan/plan'
import { designChecksum, type NewCampaign, storedDesignChecksum } from './campaign-design'
import { storedPlanSchema } from '../../../../core/plan/plan-json'
import { countOpenRuns } from './campaigns'
import { integerOf, jsonOf, optionalOf, textOf } from '../../file/columns'
import type { Connection } from '../../file/connection'
import { blob, integer, json, optional, text, type Encoded, time } from '../../file/encode'
import { dropUnusedFiles } from './imported-files'
import { ReviewFileError } from '../../file/review-file-error'
import { seal, unsealed } from '../../integrity/seal'
import { putIntoBin } from '../bin-rows'
import { limits } from '../../file/format'

/** Device text of a campaign before, or without, a record of its device. */
const unknownDevice = 'unknown'

/** Stores the current plan, every case and every run. */
export function insertCampaign(connection: Connection, campaign: NewCampaign): number {
  const id = insertCampaignRow(connection, campaign)
  for (const one of campaign.cases) insertCase(connection, id, one)
  insertRuns(connection, id, campaign.runs, 0)
  return id
}

/** Stores runs as waiting, from this place in the order of execution. */
function insertRuns(
  connection: Connection,
  campaignId: number,
  runs: NewCampaign['runs'],
  first: number,
): void {
  const id = integer(campaignId, 'A campaign id')
  runs.forEach((run, at) => {
    connection.change(
      `INSERT INTO run (campaign_id, case_index, position, repetition, phase, seed, state, attempt) VALUES (?, ?, ?, ?, ?, ?, 'waiting', 1)`,
      id,
      integer(run.caseIndex, "A run's case"),
      integer(first + at, "A run's position"),
      integer(run.repetition, "A run's repetition"),
      text(run.phase, "A run's phase"),
      integer(run.seed, "A run's seed"),
    )
  })
}

/**
 * Adds runs after the last one of a campaign, which is paused then; its plan counts `count` repetitions more. Throws
 * `not-found` for a campaign that does not exist.
 */
export function addRuns(
  connection: Connection,
  campaignId: number,
  runs: NewCampaign['runs'],
  count: number,
): void {
  const id = integer(campaignId, 'A campaign id')
  const row = connection.first(
    `SELECT plan, (SELECT max(position) FROM run WHERE campaign_id = c.id) AS last FROM file.campaign AS c WHERE id = ?`,
    id,
  )
  const plan = row && jsonOf(row, 'plan', storedPlanSchema)
  insertRuns(connection, campaignId, runs, row ? (optionalOf(row, 'last', integerOf) ?? -1) + 1 : 0)
  change(
    connection,
    campaignId,
    "plan = ?, design_checksum = ?, state = 'paused', finished_ms = NULL",
    json(plan && { ...plan, repetitions: plan.repetitions + count }, 'The plan'),
    blob(storedDesignChecksum(connection, campaignId)),
  )
}

/** Stores a campaign as `waiting`, without its cases and runs, which its seal covers already. */
export function insertCampaignRow(
  connection: Connection,
  campaign: NewCampaign,
  record: HostRecord = { name: campaign.hostName, raw: {} },
): number {
  const { plan } = campaign
  const id = connection.insert(
    `INSERT INTO file.campaign (plan_id, name, configuration, source, state, engine, host_id, host, device, target, base, data_file,
       created_ms, host_record, plan, design_checksum, checksum) VALUES (?, ?, ?, ?, 'waiting', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    text(plan.id, 'A plan id'),
    text(plan.name, "The plan's name"),
    text(campaign.configuration, 'The configuration'),
    text(campaign.source ?? 'measured', 'The source'),
    text(plan.engine, 'The engine'),
    text(campaign.hostId, 'A host id'),
    text(campaign.hostName, "The host's name"),
    text(unknownDevice, 'The device'),
    json(plan.target, 'The target'),
    json(plan.base, 'The base workload'),
    optional(campaign.dataFile, 'The data file', text),
    time(Date.now(), 'The time'),
    json(record, 'The host record'),
    json(plan, 'The plan'),
    blob(designChecksum(campaign.cases, campaign.runs)),
    unsealed,
  )
  seal(connection, 'campaign', integer(id, 'A campaign id'))
  return id
}

export function insertCase(connection: Connection, campaignId: number, one: Case): void {
  connection.change(
    'INSERT INTO campaign_case (campaign_id, case_index, case_key, levels) VALUES (?, ?, ?, ?)',
    integer(campaignId, 'A campaign id'),
    integer(one.index, "A case's index"),
    text(one.key, "A case's key", limits.levels),
    json(one.levels, "A case's levels"),
  )
}

/** Sets the state and, for states that end a campaign, the time. Throws `refused` for `done` while a run waits or runs. */
export function setCampaignState(connection: Connection, campaignId: number, state: CampaignState): void {
  const open = state === 'done' ? countOpenRuns(connection, campaignId) : 0
  if (open > 0)
    throw new ReviewFileError(
      'refused',
      connection.path,
      `The campaign is not done: ${open} of its runs ${open === 1 ? 'waits or runs' : 'wait or run'}.`,
      'Resume it.',
    )
  const finished = state === 'done' || state === 'stopped' ? Date.now() : undefined
  change(
    connection,
    campaignId,
    'state = ?, finished_ms = ?',
    text(state, 'The state'),
    optional(finished, 'The time', integer),
  )
}

/**
 * Renames the configuration of a campaign. `device`: also the drive, empty for an unknown one; only of results that were
 * not measured here, because the drive of a measured campaign is recorded.
 */
export function renameCampaign(
  connection: Connection,
  campaignId: number,
  configuration: string,
  device?: string,
): void {
  change(connection, campaignId, 'configuration = ?', text(configuration, 'The configuration'))
  if (device === undefined) return
  const row = connection.first(
    'SELECT source, host_record, engine_version FROM campaign WHERE id = ?',
    integer(campaignId, 'A campaign id'),
  )
  if (!row || textOf(row, 'source') === 'measured')
    throw new ReviewFileError(
      'refused',
      connection.path,
      'The drive of a measured campaign is recorded and cannot be renamed.',
      'Name the configuration instead.',
    )
  const { device: known, ...record } = jsonOf(row, 'host_record', hostRecordShape)
  const named = device === '' ? record : { ...record, device: { ...known, name: device } }
  setHostRecord(connection, campaignId, named, optionalOf(row, 'engine_version', textOf))
}

export function setHostRecord(
  connection: Connection,
  campaignId: number,
  record: HostRecord,
  engineVersion: string | undefined,
): void {
  change(
    connection,
    campaignId,
    'host_record = ?, host = ?, device = ?, engine_version = ?',
    json(record, 'The host record'),
    text(record.name, "The host's name"),
    text(deviceText(record), 'The device'),
    optional(engineVersion, 'The engine version', text),
  )
}

/** Marks a campaign that was imported as a whole: done, at the times it was measured or published. */
export function setImportFacts(
  connection: Connection,
  campaignId: number,
  startedAtMs: number,
  finishedAtMs: number | undefined,
): void {
  change(
    connection,
    campaignId,
    "state = 'done', created_ms = ?, finished_ms = ?",
    time(Math.round(startedAtMs), 'The start'),
    optional(finishedAtMs === undefined ? undefined : Math.round(finishedAtMs), 'The end', integer),
  )
}

/** `Samsung 990 PRO (nvme0n1)`; only the kernel name without a model; `unknown` without a device. */
function deviceText(record: HostRecord): string {
  const { device } = record
  if (!device) return unknownDevice
  const model = device.model?.trim()
  return model ? `${model} (${device.name})` : device.name
}

/** Puts a campaign into the bin. Saved figures of it stay and report that it is gone. */
export function deleteCampaign(connection: Connection, campaignId: number): void {
  putIntoBin(connection, 'campaign', campaignId)
}

/** Removes the campaign with everything under it. */
export function eraseCampaign(connection: Connection, campaignId: number): void {
  const id = integer(campaignId, 'A campaign id')
  // Children first, so that each row of a parent is checked against an empty range instead of a long one.
  for (const table of ['scalar', 'log', 'published_result', 'run', 'campaign_case'])
    connection.change(`DELETE FROM ${table} WHERE campaign_id = ?`, id)
  connection.change('DELETE FROM file.campaign WHERE id = ?', id)
  dropUnusedFiles(connection)
}

function change(
  connection: Connection,
  campaignId: number,
  assignments: string,
  ...values: readonly Encoded[]
): void {
  const id = integer(campaignId, 'A campaign id')
  if (
    connection.change(
      `UPDATE file.campaign SET ${assignments} WHERE id = ? AND deleted_ms IS NULL`,
      ...values,
      id,
    ) === 0
  ) {
    throw new ReviewFileError(
      'not-found',
      connection.path,
      `The campaign is not in ${connection.path}.`,
      'It may have been deleted; load the review again.',
    )
  }
  seal(connection, 'campaign', id)
}
