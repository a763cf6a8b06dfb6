import { summaryNames } from '../../../core/results/campaign/campaign-naming'
import { runCount, type CampaignState, type CampaignSummary } from '../../../core/results/campaign/campaign'
import { checkReview } from '../integrity/check-review'
import { CampaignCopy } from './campaign-copy'
import { listCampaigns, readCampaignFacts } from '../tables/campaigns/campaigns'
import { blobOf, integerOf, textOf } from '../file/columns'
import type { Connection } from '../file/connection'
import { blob, integer } from '../file/encode'
import { readDetails } from '../tables/review-details'
import { DamagedContentError, ReviewFileError } from '../file/review-file-error'
import type { TakeReport } from '../../../core/contract/shelf-requests'
import { takeRest } from './take-rest'
import { createHash } from 'node:crypto'
import type { ChecksumPart } from '../integrity/checksum'
import { readScalars } from '../tables/runs/scalars'
import { checksumPart } from '../integrity/seal'

export interface TakeOptions {
  /** Default: all campaigns. */
  readonly campaignIds?: readonly number[] | undefined
  /** A merge: plans and saved figures are copied, too. */
  readonly whole?: boolean | undefined
  /** Called after each campaign; an exception undoes everything. */
  readonly onProgress?: (done: number, total: number) => void
}

/** Why a campaign is not taken; undefined if it can be. */
function whyLeft({ state, runsByState, publishedResults }: CampaignSummary): string | undefined {
  if (isUnderWay(state)) return `It is ${state} there; take it when it has ended.`
  const { waiting: _, ...begun } = runsByState
  return Object.keys(begun).length === 0 && publishedResults === 0 ? 'It has no results yet.' : undefined
}

const isUnderWay = (state: CampaignState) =>
  state === 'running' || state === 'pausing' || state === 'stopping'

/**
 * Copies campaigns of another file with everything that belongs to them, in one transaction, after checking
 * every seal of the other file. Campaigns that this file already has with the same content are not copied
 * again. Throws a ReviewFileError for a damaged file and for a campaign that is not in it.
 */
export function takeCampaigns(from: Connection, into: Connection, options: TakeOptions = {}): TakeReport {
  return from.read(() => {
    refuseDamaged(from)
    const chosen = chooseCampaigns(from, options.campaignIds)
    return into.write(() => {
      const report: Lists<Pick<TakeReport, 'taken' | 'known' | 'left'>> = { taken: [], known: [], left: [] }
      chosen.forEach((campaign, done) => {
        const { id, name, configuration, publishedResults, machineIds = [] } = campaign
        const named = { from: id, name, configuration }
        const reason = whyLeft(campaign)
        const knownId = reason === undefined ? sameCampaign(from, into, id) : undefined
        if (reason !== undefined) report.left.push({ ...named, reason })
        else if (knownId !== undefined) report.known.push({ ...named, id: knownId })
        else {
          const newId = new CampaignCopy(from, into).copy(id, machineIds)
          report.taken.push({ ...named, id: newId, runs: runCount(campaign), publishedResults })
        }
        options.onProgress?.(done + 1, chosen.length)
      })
      if (!options.whole) return report
      const ids = [...report.taken, ...report.known].map((one) => [one.from, one.id] as const)
      return { ...report, rest: takeRest(from, into, new Map(ids)) }
    })
  })
}

type Lists<T> = { [Part in keyof T]: T[Part] extends readonly (infer One)[] ? One[] : never }

function refuseDamaged(from: Connection): void {
  const findings = checkReview(from)
  if (findings.length === 0) return
  const [first = '', ...others] = findings
  const more =
    others.length === 0 ? '' : ` And ${others.length} more ${others.length === 1 ? 'fault' : 'faults'}.`
  throw new DamagedContentError(
    from.path,
    `${from.path} is damaged, so nothing was taken from it. ${first}${more}`,
  )
}

/** The requested campaigns, or all; those of single hosts come with the one that leads them. */
function chooseCampaigns(from: Connection, ids: readonly number[] | undefined): readonly CampaignSummary[] {
  const campaigns = listCampaigns(from)
  if (ids === undefined) return campaigns.filter(({ leaderId }) => leaderId === undefined)
  const names = summaryNames(campaigns)
  return [...new Set(ids)].map((id) => {
    const campaign = campaigns.find((one) => one.id === id)
    if (campaign?.leaderId !== undefined)
      throw notTakable(
        from,
        `“${names.get(id) ?? ''}” of ${from.path} is a part of “${names.get(campaign.leaderId) ?? ''}”.`,
      )
    if (!campaign) throw notTakable(from, `There is no campaign ${id} in ${from.path}.`)
    return campaign
  })
}

function notTakable(from: Connection, message: string): ReviewFileError {
  return new ReviewFileError('not-found', from.path, message, "See 'benchwright show' for its campaigns.")
}

/** The campaign with the same content, or an import taken from this very campaign and renamed since, if there is one. */
function sameCampaign(from: Connection, into: Connection, id: number): number | undefined {
  const row = from.first(
    'SELECT design_checksum, source, checksum FROM campaign WHERE id = ?',
    integer(id, 'A campaign id'),
  )
  if (!row) return undefined
  const candidates = into.all(
    'SELECT id FROM campaign WHERE design_checksum = ? ORDER BY id',
    blob(blobOf(row, 'design_checksum')),
  )
  if (candidates.length === 0) return undefined
  const content = contentOfCampaign(from, id)
  const ids = candidates.map((candidate) => integerOf(candidate, 'id'))
  const same = ids.find((candidate) => contentOfCampaign(into, candidate) === content)
  if (same !== undefined || textOf(row, 'source') === 'measured') return same
  // The names of an import are part of its content, and a person may have given it others here.
  const { uuid } = readDetails(from)
  const seal = Buffer.from(blobOf(row, 'checksum')).toString('hex')
  return ids.find((candidate) =>
    readCampaignFacts(into, candidate)?.hostRecord.takenFrom?.some(
      (origin) => origin.reviewId === uuid && origin.campaignId === id && origin.seal === seal,
    ),
  )
}

const campaignColumns = [
  ...['source', 'engine', 'engine_version', 'host_id', 'host', 'device', 'target', 'base', 'name'],
  'design_checksum',
]

const runColumns = [
  ...['position', 'state', 'attempt', 'started_ms', 'finished_ms', 'exit_code', 'engine_version', 'failure'],
  'warnings',
]

/**
 * What a run has besides its numbers, from tables whose content has a SHA-256, in the same order in every
 * file.
 */
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
 * SHA-256 (hex) of what was measured, regardless of ids: the same for every copy of a campaign. It omits what
 * people change afterwards (the log, excluded runs, the configuration of a measured campaign) and the time of
 * an import.
 */
function contentOfCampaign(connection: Connection, campaignId: number): string {
  const hash = createHash('sha256')
  const add = (part: ChecksumPart) => hash.update(`${JSON.stringify(part)}\n`)
  const id = integer(campaignId, 'A campaign id')
  const rows = (sql: string, of = id) =>
    connection.all(sql, of).map((row) => Object.keys(row).map((column) => checksumPart(row, column)))
  const campaign = connection.first('SELECT * FROM campaign WHERE id = ?', id) ?? {}
  add(campaignColumns.map((column) => checksumPart(campaign, column)))
  // A measured campaign is distinguished from others of its plan by its creation time, the others by their
  // name.
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
