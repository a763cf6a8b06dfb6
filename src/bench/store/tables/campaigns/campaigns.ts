import { linkDevices } from '../../../../core/devices/link-devices'
import { storedPlanSchema } from '../../../../core/plan/plan-json'
import {
  campaignSources,
  campaignStates,
  type CampaignState,
  type CampaignSummary,
  type CampaignDetail,
  type CampaignFacts,
  type CampaignOrigin,
} from '../../../../core/results/campaign/campaign'
import type { CampaignNaming } from '../../../../core/results/campaign/campaign-names'
import { namingOf } from '../../../../core/results/campaign/campaign-naming'
import { hostRecordShape } from '../../../../core/results/campaign/host-record'
import { runPhases, runStates, type RunState } from '../../../../core/results/run'
import type { StoredDevice } from '../../../../core/contract/review'
import { listCalibrations } from './calibrations'
import { listDevices } from '../cards'
import { listSweptCases, sweptAxes } from '../runs/cases'
import { integerOf, jsonOf, optionalOf, textOf, wordOf, timeOf, type Row } from '../../file/columns'
import type { Reads } from '../../file/reads'
import { integer } from '../../file/encode'
import { limits } from '../../file/format'
import { listImportedFiles } from './imported-files'
import { readLog } from './log'
import { readLeaders } from './machine-campaigns'
import { readPublication } from '../runs/published-results'
import { withDriveBytes } from '../runs/drive-units'
import { listRuns, listTellingRuns, readExampleRun, readRunSpan } from '../runs/runs'
import { recordedSources } from '../runs/series'
import { targetSchema } from '../../../../core/plan/plan'

const ofDevice = (key: string) =>
  `CASE WHEN json_valid(host_record) THEN host_record ->> '$.device.${key}' END AS drive_${key}`

/** Columns of a campaign that `readNaming` reads: its drive's identity and the pattern of all its cases. */
const namingColumns = `${['model', 'serial', 'wwn'].map(ofDevice).join(', ')},
   CASE WHEN json_valid(plan) AND NOT EXISTS (
     SELECT 1 FROM json_each(plan, '$.axes') AS axis WHERE axis.type = 'object' AND axis.value ->> '$.key' = 'pattern')
   THEN plan ->> '$.base.pattern' END AS pattern`

interface Counts {
  /** Of measured runs. */
  readonly byState: Partial<Record<RunState, number>>
  /** Runs of every phase that wait or run. */
  readonly open: number
}

const columns = `id, plan_id, name, configuration, source, host, device, target, engine, engine_version, state, created_ms, finished_ms,
   ${namingColumns},
   (SELECT count(*) FROM published_result AS p WHERE p.campaign_id = campaign.id) AS published,
   (SELECT count(*) FROM published_result AS p WHERE p.campaign_id = campaign.id AND p.kind = 'difference') AS differences,
   CASE WHEN source = 'measured' AND finished_ms IS NOT NULL THEN
     (SELECT sum(r.finished_ms - r.started_ms) FROM run AS r WHERE r.campaign_id = campaign.id) END AS run_ms`

/** Every campaign, or those with these ids. */
export function listCampaigns(connection: Reads, ids?: readonly number[]): readonly CampaignSummary[] {
  if (ids) return ids.flatMap((id) => readCampaignSummary(connection, id) ?? [])
  const known = { leaders: readLeaders(connection), cards: listDevices(connection) }
  return connection
    .all(`SELECT ${columns} FROM campaign ORDER BY id`)
    .map((row) => readCampaign(row, countRuns(connection, integerOf(row, 'id')), known))
}

export function readCampaignSummary(connection: Reads, campaignId: number): CampaignSummary | undefined {
  const id = integer(campaignId, 'A campaign id')
  const row = connection.first(`SELECT ${columns} FROM campaign WHERE id = ?`, id)
  if (!row) return undefined
  const known = { leaders: readLeaders(connection), cards: listDevices(connection) }
  return readCampaign(row, countRuns(connection, campaignId), known)
}

/**
 * One campaign at a time, which uses the index; grouped by campaign, SQLite would first sort all runs of the
 * file.
 */
function countRuns(connection: Reads, campaignId: number): Counts {
  const byState: Counts['byState'] = {}
  let open = 0
  for (const count of connection.all(
    'SELECT phase, state, count(*) AS runs FROM run WHERE campaign_id = ? GROUP BY phase, state',
    integer(campaignId, 'A campaign id'),
  )) {
    const [state, runs] = [wordOf(count, 'state', runStates), integerOf(count, 'runs')]
    if (wordOf(count, 'phase', runPhases) === 'measure') byState[state] = runs
    if (isOpen(state)) open += runs
  }
  return { byState, open }
}

/** Number of runs that keep a campaign from being done: those of every phase that wait or run. */
export function countOpenRuns(connection: Reads, campaignId: number): number {
  return countRuns(connection, campaignId).open
}

function isOpen(state: RunState): boolean {
  return state === 'waiting' || state === 'running'
}

/**
 * State of a campaign: it is done only if none of its runs waits or runs, whatever the file says. Such a file was written
 * by an earlier version.
 */
function readState(row: Row, { open }: Counts): CampaignState {
  const state = wordOf(row, 'state', campaignStates)
  return state === 'done' && open > 0 ? 'interrupted' : state
}

/** What the file knows besides the row of a campaign. */
interface Known {
  readonly leaders: ReadonlyMap<number, number>
  readonly cards: readonly StoredDevice[]
}

function readCampaign(row: Row, counts: Counts, { leaders, cards }: Known): CampaignSummary {
  const { byState: runsByState } = counts
  const state = readState(row, counts)
  const leaderId = leaders.get(integerOf(row, 'id'))
  const published = integerOf(row, 'published')
  const onlyDifferences =
    published > 0 && published === integerOf(row, 'differences') && (runsByState.done ?? 0) === 0
  const machineIds = [...leaders].filter(([, leader]) => leader === integerOf(row, 'id')).map(([id]) => id)
  const campaign = {
    id: integerOf(row, 'id'),
    planId: textOf(row, 'plan_id'),
    name: textOf(row, 'name'),
    configuration: textOf(row, 'configuration'),
    host: textOf(row, 'host'),
    device: textOf(row, 'device'),
    target: jsonOf(row, 'target', targetSchema),
    engine: textOf(row, 'engine'),
    engineVersion: optionalOf(row, 'engine_version', textOf),
    source: wordOf(row, 'source', campaignSources),
    state,
    runsByState,
    publishedResults: published,
    ...(onlyDifferences && { onlyDifferences }),
    createdAtMs: timeOf(row, 'created_ms'),
    finishedAtMs: state === 'interrupted' ? undefined : optionalOf(row, 'finished_ms', timeOf),
    runMs: optionalOf(row, 'run_ms', integerOf),
    ...(leaderId !== undefined && { leaderId }),
    ...(machineIds.length > 0 && { machineIds }),
  }
  return { ...campaign, naming: readNaming(row, campaign, cards) }
}

/** What may tell each campaign of the file from others. */
export function readNamings(connection: Reads): ReadonlyMap<number, CampaignNaming> {
  return new Map(
    listCampaigns(connection).flatMap(({ id, naming }) =>
      naming === undefined ? [] : [[id, naming] as const],
    ),
  )
}

/** A campaign with the plan it was started with, its host record, runs and log. */
export function readCampaignDetail(connection: Reads, campaignId: number): CampaignDetail | undefined {
  const campaign = readCampaignFacts(connection, campaignId)
  return campaign && { ...campaign, runs: listRuns(connection, campaignId) }
}

/** Where the numbers of a campaign come from, for a figure's small print. */
export function readCampaignOrigin(connection: Reads, campaignId: number): CampaignOrigin | undefined {
  const campaign = readCampaignFacts(connection, campaignId)
  if (!campaign) return undefined
  const example = readExampleRun(connection, campaignId)
  return {
    campaign: { ...campaign, runs: listTellingRuns(connection, campaignId) },
    example,
    span: readRunSpan(connection, campaignId),
    recorded: example && recordedSources(connection, [campaignId, ...(campaign.machineIds ?? [])]),
  }
}

/** A campaign with everything recorded about it except its runs. */
export function readCampaignFacts(connection: Reads, campaignId: number): CampaignFacts | undefined {
  const summary = readCampaignSummary(connection, campaignId)
  const row = connection.first(
    'SELECT plan, host_record, data_file FROM campaign WHERE id = ?',
    integer(campaignId, 'A campaign id'),
  )
  if (!summary || !row) return undefined
  const publication = readPublication(connection, campaignId)
  const swept = sweptAxes(listSweptCases(connection, campaignId))
  return {
    ...summary,
    plan: jsonOf(row, 'plan', storedPlanSchema),
    hostRecord: withDriveBytes(connection, campaignId, jsonOf(row, 'host_record', hostRecordShape)),
    log: readLog(connection, campaignId),
    // A measured campaign that used its target has a data file, a device or a folder there; a synchronised one has none
    // of its own, but those of its machines.
    ...(summary.source === 'measured' &&
      row.data_file === null &&
      summary.machineIds === undefined && { withoutDrive: true as const }),
    ...(publication && { publication }),
    calibrations: listCalibrations(connection, campaignId),
    importedFiles: listImportedFiles(connection, campaignId),
    ...(swept.length > 0 && { sweptAxes: swept }),
  }
}

/** What may tell a campaign from others; `cards`: the device cards of the file. */
function readNaming(
  row: Row,
  campaign: Omit<CampaignSummary, 'naming'>,
  cards: readonly StoredDevice[],
): CampaignNaming {
  const [model, serial, wwn] = ['drive_model', 'drive_serial', 'drive_wwn'].map((key) => shortText(row[key]))
  const { id, device, configuration, host } = campaign
  const links = linkDevices(cards, [{ campaignId: id, device, configuration, host, model, serial, wwn }])
  const own = links.devices.find(({ campaignIds }) => campaignIds.length > 0)
  const [card, color] = [own?.name, own?.card.color]
  const plan = { base: { pattern: shortText(row.pattern) }, axes: [] }
  return namingOf({ ...campaign, model, serial, wwn, card, color, plan })
}

/** A text that cannot be read is not known here; the record itself is checked where it is read whole. */
function shortText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= limits.name ? value : undefined
}
