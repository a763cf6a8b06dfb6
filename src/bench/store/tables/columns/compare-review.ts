import { storedPlanSchema } from '../../../../core/plan/plan-json'
import {
  comparisonChoices,
  type ComparisonChoices,
} from '../../../../core/comparison/sides/comparison-choices'
import { ComparisonError } from '../../../../core/comparison/comparison-error'
import { namedCampaigns } from '../../../../core/comparison/sides/select-campaigns'
import type { Selection } from '../../../../core/comparison/sides/selection'
import { compareCampaigns } from '../../../../core/comparison/judge/compare-campaigns'
import { comparedCampaign } from '../../../../core/comparison/judge/compared-campaign'
import type { Comparison } from '../../../../core/comparison/comparison'
import { comparedQuantities } from '../../../../core/comparison/judge/compared-quantities'
import type { ComparedCampaign, Levels, MeasuredColumns } from '../../../../core/comparison/comparison-data'
import type { ComparisonSettings, ExcludedRun } from '../../../../core/comparison/comparison-settings'
import { missingSide } from '../../../../core/comparison/sides/side'
import { headlinesOf } from '../../../../core/engines/registry'
import { alwaysUsed, usedLevels } from '../../../../core/engines/used-levels'
import { withoutKeys } from '../../../../core/plan/levels/levels'
import type { CampaignNaming } from '../../../../core/results/campaign/campaign-names'
import { readNamings } from '../campaigns/campaigns'
import { listSweptCases, readAllCases, sweptAxes } from '../runs/cases'
import { integerOf, jsonOf, optionalOf, textOf, timeOf, wordOf, type Row } from '../../file/columns'
import type { Reads } from '../../file/reads'
import { integer } from '../../file/encode'
import type { RunTimes } from '../../../../core/results/run-times'
import { listExcludedRuns } from '../runs/excluded-runs'
import { readPublished } from '../runs/published-results'
import { readLeaders } from '../campaigns/machine-campaigns'
import { readPercentileColumns, pooledPercentile } from './percentile-columns'
import { readReservedRuns } from '../runs/reserved-runs'
import type { ReservedRuns } from '../../../../core/results/reserved-runs'
import { listMeasuredColumns } from './measured-columns'
import { findMetric } from '../../../../core/results/metrics'
import { campaignSources } from '../../../../core/results/campaign/campaign'
import { targetSchema } from '../../../../core/plan/plan'
import { hostRecordShape } from '../../../../core/results/campaign/host-record'

/**
 * Compares campaigns of the file, without its excluded runs. Throws a ComparisonError for settings
 * that mean nothing in this file.
 */
export function compareReview(connection: Reads, settings: ComparisonSettings): Comparison {
  const reserved = new Map<number, ReservedRuns>()
  const campaigns = listComparedCampaigns(connection, reserved)
  const percentile = findMetric(settings.metric ?? '')?.id ?? ''
  const columns: MeasuredColumns[] = []
  const stored = campaigns.flatMap(({ id }) => listMeasuredColumns(connection, id))
  const headlines = campaigns.flatMap((one) => one.headlines ?? [])
  for (const column of comparedQuantities(stored, settings, headlines)) {
    const id = column.campaignId
    if (!reserved.has(id)) reserved.set(id, readReservedRuns(connection, id))
  }
  for (const { id } of campaigns) {
    for (const one of stored) if (one.campaignId === id) columns.push(one)
    for (const one of readPercentileColumns(connection, id, percentile)) columns.push(one)
  }
  return compareCampaigns(
    {
      ...{ campaigns, columns, published: readPublished(connection) },
      pooledPercentile: (of, runIds) => pooledPercentile(connection, of, runIds),
    },
    withRecorded(settings, listExcludedRuns(connection)),
  )
}

/** The settings with the runs that the file excludes in addition to their own. */
function withRecorded(settings: ComparisonSettings, recorded: readonly ExcludedRun[]): ComparisonSettings {
  if (recorded.length === 0) return settings
  const own = settings.excludedRuns?.filter((run) => recorded.every((one) => one.runId !== run.runId)) ?? []
  return { ...settings, excludedRuns: [...recorded, ...own] }
}

/** Why a saved comparison cannot be made in this file any more; undefined if its sides are there. */
export function findMissingSide(
  connection: Reads,
  settings: ComparisonSettings,
): ComparisonError | undefined {
  return missingSide(
    { campaigns: listComparedCampaigns(connection), published: readPublished(connection) },
    settings,
  )
}

/** The campaigns that each of these comparisons is about, by what their sides are chosen by. */
export function findSideCampaigns(
  connection: Reads,
  comparisons: readonly ComparisonSettings[],
): readonly ReadonlySet<number>[] {
  if (comparisons.length === 0) return []
  const campaigns = listComparedCampaigns(connection)
  const named = (side: Selection, settings: ComparisonSettings) => {
    try {
      return namedCampaigns(side, campaigns, settings).map(({ campaign }) => campaign.id)
    } catch (error) {
      // The side is gone.
      if (error instanceof ComparisonError) return []
      throw error
    }
  }
  return comparisons.map(
    (settings) =>
      new Set([settings.baseline, ...settings.candidates].flatMap((side) => named(side, settings))),
  )
}

/** What the sides of a comparison can be chosen by in this file. */
export function chooseFromReview(connection: Reads): ComparisonChoices {
  const published = readPublished(connection)
  const campaigns = listComparedCampaigns(connection).filter(
    ({ id }) => hasFinishedRuns(connection, id) || published.some((one) => one.campaignId === id),
  )
  const columns = campaigns.flatMap(({ id }) => listMeasuredColumns(connection, id))
  return comparisonChoices({ campaigns, columns, published })
}

function hasFinishedRuns(connection: Reads, campaignId: number): boolean {
  const row = connection.first(
    "SELECT 1 FROM run WHERE campaign_id = ? AND state = 'done' AND phase = 'measure' LIMIT 1",
    integer(campaignId, 'A campaign id'),
  )
  return row !== undefined
}

/** Runs whose times are read at once. */
const runsAtOnce = 20_000

/** When the finished runs of a campaign were measured. */
function readRunTimes(connection: Reads, campaignId: number): RunTimes {
  const rows: (readonly unknown[])[] = []
  for (let last: unknown = -1; typeof last === 'number';) {
    const piece = connection.arrays(
      `SELECT id, started_ms, finished_ms FROM run
       WHERE campaign_id = ? AND phase = 'measure' AND state = 'done' AND id > ? ORDER BY id LIMIT ${runsAtOnce}`,
      integer(campaignId, 'A campaign id'),
      integer(last, 'A run id'),
    )
    for (const row of piece) rows.push(row)
    last = piece.at(-1)?.[0]
  }
  const column = (place: number) =>
    Float64Array.from(rows, (row) => {
      const value = row[place]
      return typeof value === 'number' ? value : Number.NaN
    })
  return { runIds: column(0), starts: column(1), ends: column(2) }
}

/** The campaigns of the file as a comparison sees them; their cases are read on demand, and reservations unless known. */
function listComparedCampaigns(
  connection: Reads,
  reserved: ReadonlyMap<number, ReservedRuns> = new Map(),
): readonly ComparedCampaign[] {
  const namings = readNamings(connection)
  const leaders = readLeaders(connection)
  return connection
    .all(
      `SELECT id, name, source, configuration, host, device, target, engine, engine_version, created_ms, plan, host_record
       FROM campaign ORDER BY id`,
    )
    .map((row) => readComparedCampaign(connection, row, leaders, namings, reserved))
}

function readComparedCampaign(
  connection: Reads,
  row: Row,
  leaders: ReadonlyMap<number, number>,
  namings: ReadonlyMap<number, CampaignNaming>,
  reserved: ReadonlyMap<number, ReservedRuns>,
): ComparedCampaign {
  const id = integerOf(row, 'id')
  const leaderId = leaders.get(id)
  const machineCount = [...leaders.values()].filter((leader) => leader === (leaderId ?? id)).length
  const record = {
    id,
    name: textOf(row, 'name'),
    source: wordOf(row, 'source', campaignSources),
    configuration: textOf(row, 'configuration'),
    host: textOf(row, 'host'),
    ...(leaderId !== undefined && { leaderId }),
    machineCount,
    device: textOf(row, 'device'),
    target: jsonOf(row, 'target', targetSchema),
    engine: textOf(row, 'engine'),
    headlines: headlinesOf(textOf(row, 'engine')),
    engineVersion: optionalOf(row, 'engine_version', textOf),
    createdAtMs: timeOf(row, 'created_ms'),
    plan: jsonOf(row, 'plan', storedPlanSchema),
    hostRecord: jsonOf(row, 'host_record', hostRecordShape),
    naming: namings.get(id),
  }
  const swept = listSweptCases(connection, id)
  const { plan, engine } = record
  const base = alwaysUsed(engine, plan)
  // What only some cases use is theirs.
  const own = (levels: Levels) =>
    withoutKeys(
      usedLevels(engine, { ...plan.base, ...levels }),
      (key) => base[key] !== undefined && levels[key] === undefined,
    )
  return comparedCampaign(
    { ...record, plan: { ...plan, base } },
    {
      cases: () => readAllCases(connection, id, swept).map((levels) => levels && own(levels)),
      reserved: () => reserved.get(id) ?? readReservedRuns(connection, id),
      times: () => readRunTimes(connection, id),
    },
    sweptAxes(swept),
  )
}
