import type { CampaignDetail, CampaignFacts, CampaignOrigin } from '../../core/results/campaign'
import { storedPlanSchema } from '../../core/plan/plan-json'
import { listCalibrations } from './calibrations'
import { readCampaignSummary } from './campaigns'
import { jsonOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'
import { listImportedFiles } from './imported-files'
import { readLog } from './log'
import { readPublication } from './publications'
import { listRuns, listTellingRuns, readExampleRun } from './runs'
import { hostRecordShape } from '../../core/results/host-record'
import { listSweptCases, sweptAxes } from './cases'

/** A campaign with the plan it was started with, its host record, runs and log. */
export function readCampaignDetail(connection: Connection, campaignId: number): CampaignDetail | undefined {
  const campaign = readCampaignFacts(connection, campaignId)
  return campaign && { ...campaign, runs: listRuns(connection, campaignId) }
}

/** Where the numbers of a campaign come from, for a figure's small print. */
export function readCampaignOrigin(connection: Connection, campaignId: number): CampaignOrigin | undefined {
  const campaign = readCampaignFacts(connection, campaignId)
  return (
    campaign && {
      campaign: { ...campaign, runs: listTellingRuns(connection, campaignId) },
      example: readExampleRun(connection, campaignId),
    }
  )
}

/** A campaign with everything recorded about it except its runs. */
export function readCampaignFacts(connection: Connection, campaignId: number): CampaignFacts | undefined {
  const summary = readCampaignSummary(connection, campaignId)
  const row = connection.first(
    'SELECT plan, host_record FROM campaign WHERE id = ?',
    integer(campaignId, 'A campaign id'),
  )
  if (!summary || !row) return undefined
  const publication = readPublication(connection, campaignId)
  const swept = sweptAxes(listSweptCases(connection, campaignId))
  return {
    ...summary,
    plan: jsonOf(row, 'plan', storedPlanSchema),
    hostRecord: jsonOf(row, 'host_record', hostRecordShape),
    log: readLog(connection, campaignId),
    ...(publication && { publication }),
    calibrations: listCalibrations(connection, campaignId),
    importedFiles: listImportedFiles(connection, campaignId),
    ...(swept.length > 0 && { sweptAxes: swept }),
  }
}
