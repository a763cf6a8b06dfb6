import { binKinds, type BinItem, type BinKind } from '../../../core/contract/review'
import { storedBlocksSchema } from '../../../core/document/stored-document'
import { storedPlanSchema } from '../../../core/plan/plan-json'
import { hostRecordShape } from '../../../core/results/campaign/host-record'
import { freeName } from '../../../core/text/names'
import { integerOf, jsonOf, textOf, timeOf } from '../file/columns'
import type { Connection } from '../file/connection'
import type { BinnedTable } from './deleted-rows'
import { integer, text } from '../file/encode'
import type { Reads } from '../file/reads'
import { ReviewFileError } from '../file/review-file-error'
import { takeFromBin } from './bin-rows'
import { eraseCampaign } from './campaigns/campaign-changes'
import { machineCampaignsOf } from './campaigns/machine-campaigns'
import { listUnusedPictures, picturesOf } from './pictures'
import { savePlan } from './plans'

const tables: Readonly<Record<BinKind, BinnedTable>> = {
  campaign: 'campaign',
  plan: 'plan',
  figure: 'figure',
  document: 'document',
  device: 'device_card',
  scorecard: 'scorecard',
  preset: 'article_preset',
}

/** What is in the bin, latest first. Campaigns of the hosts of another are part of that. */
export function listBin(connection: Reads): readonly BinItem[] {
  return binKinds
    .flatMap((kind) => {
      const ofOthers = kind === 'campaign' ? 'AND rowid NOT IN (SELECT campaign_id FROM member_campaign)' : ''
      const named = kind === 'campaign' ? 'configuration,' : ''
      return connection
        .all(
          `SELECT rowid AS key, name, ${named} deleted_ms FROM file.${tables[kind]} WHERE deleted_ms IS NOT NULL ${ofOthers}`,
        )
        .map((row): BinItem => {
          const key = integerOf(row, 'key')
          const configuration = kind === 'campaign' ? textOf(row, 'configuration') : ''
          return {
            ...{ kind, key, deletedAtMs: timeOf(row, 'deleted_ms') },
            name: configuration === '' ? textOf(row, 'name') : configuration,
            ...(kind === 'campaign' && { doneRuns: countDoneRuns(connection, key) }),
          }
        })
    })
    .sort((one, other) => other.deletedAtMs - one.deletedAtMs || other.key - one.key)
}

function countDoneRuns(connection: Reads, campaignId: number): number {
  const row = connection.first(
    "SELECT count(*) AS runs FROM run WHERE campaign_id = ? AND phase = 'measure' AND state = 'done'",
    integer(campaignId, 'A campaign id'),
  )
  return integerOf(row ?? {}, 'runs')
}

/**
 * Brings something back as it was, with its id, so that what refers to it finds it again; with a number appended to its
 * name if another has that now. What was brought back before stays as it is. Throws `not-found` for what is gone.
 */
export function restoreFromBin(connection: Connection, kind: BinKind, key: number): void {
  const table = tables[kind]
  const id = integer(key, 'A row')
  const row = connection.first(`SELECT name, deleted_ms FROM file.${table} WHERE rowid = ?`, id)
  if (!row)
    throw new ReviewFileError(
      'not-found',
      connection.path,
      'It is no longer in the bin.',
      'The bin was emptied; take it from a copy of the file.',
    )
  if (row.deleted_ms === null) return
  const name = textOf(row, 'name')
  const free = kind === 'campaign' ? name : freeName(name, namesIn(connection, table))
  if (free !== name)
    connection.change(`UPDATE file.${table} SET name = ? WHERE rowid = ?`, text(free, 'A name'), id)
  const machines = kind === 'campaign' ? machineCampaignsOf(connection, key) : []
  for (const one of [...machines, key]) takeFromBin(connection, table, one)
  if (kind === 'plan' && free !== name) renamePlan(connection, key, free)
}

/** The name of a plan stands in the plan itself, too. */
function renamePlan(connection: Connection, key: number, name: string): void {
  const row = connection.first('SELECT plan FROM file.plan WHERE rowid = ?', integer(key, 'A row'))
  if (row) savePlan(connection, { ...jsonOf(row, 'plan', storedPlanSchema), name })
}

function namesIn(connection: Reads, table: BinnedTable): readonly { readonly name: string }[] {
  return connection
    .all(`SELECT name FROM file.${table} WHERE deleted_ms IS NULL`)
    .map((row) => ({ name: textOf(row, 'name') }))
}

/** Removes something for good, whether it is in the bin or not. What is gone already is not an error. */
export function eraseFromBin(connection: Connection, kind: BinKind, key: number): void {
  const id = integer(key, 'A row')
  if (kind === 'campaign') {
    for (const one of [...machineCampaignsOf(connection, key), key]) eraseCampaign(connection, one)
    return
  }
  const document =
    kind === 'document' ? connection.first('SELECT blocks FROM file.document WHERE rowid = ?', id) : undefined
  if (kind === 'preset') connection.change('DELETE FROM chosen_preset WHERE preset_id = ?', id)
  connection.change(`DELETE FROM file.${tables[kind]} WHERE rowid = ?`, id)
  if (!document) return
  const shown = picturesOf(jsonOf(document, 'blocks', storedBlocksSchema))
  for (const picture of listUnusedPictures(connection))
    if (shown.includes(picture.id))
      connection.change('DELETE FROM picture WHERE id = ?', integer(picture.id, 'A picture id'))
}

/** The plan of a campaign, in the bin or not, and each campaign of one host with the record of that; undefined if it is gone. */
export function readCampaignMachines(connection: Reads, campaignId: number) {
  const read = (id: number) =>
    connection.first(
      'SELECT id, plan, host_record FROM file.campaign WHERE id = ?',
      integer(id, 'A campaign id'),
    )
  const row = read(campaignId)
  if (!row) return undefined
  const members = machineCampaignsOf(connection, campaignId)
    .map(read)
    .filter((one) => one !== undefined)
  return {
    plan: jsonOf(row, 'plan', storedPlanSchema),
    machines: (members.length > 0 ? members : [row]).map((one) => ({
      id: integerOf(one, 'id'),
      hostRecord: jsonOf(one, 'host_record', hostRecordShape),
    })),
  }
}
