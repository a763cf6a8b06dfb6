import type { Levels, MeasuredColumns } from '../../../../core/comparison/comparison-data'
import { usedLevels } from '../../../../core/engines/used-levels'
import { FigureColumns, type CampaignColumns } from '../../../../core/figures/cases/measured-cases'
import { listSweptCases, readAllCases } from '../runs/cases'
import { countOf, levelsOf, textOf } from '../../file/columns'
import type { Reads } from '../../file/reads'
import { integer } from '../../file/encode'
import { listExcludedRuns } from '../runs/excluded-runs'
import { FinishedRuns, isWorthReading, StoredColumns } from './measured-columns'
import { readPercentileColumns } from './percentile-columns'
import { listQuantities } from '../runs/quantities'

/**
 * The finished runs of campaigns with numbers of these metrics, by ascending id of the campaign, without excluded runs.
 * Campaigns that have not changed since `last` was read are taken from it; `last` itself if nothing has. `onRead` is
 * called before each campaign that is read, with the number of runs read so far and in total. A run that finishes
 * between two steps may be missing.
 */
export function readFigureColumns(
  connection: Reads,
  campaignIds: readonly number[],
  metrics: readonly string[],
  last?: FigureColumns,
  onRead: (done: number, total: number) => void = () => undefined,
): FigureColumns {
  const ids = [...new Set(campaignIds)].sort((a, b) => a - b)
  const known = new Map(last?.source.campaigns.map((one) => [one.state, one]))
  const unread = (id: number) => readMeasuredCampaign(connection, id, metrics, known)
  const total = ids.reduce((sum, id) => sum + (unread(id)?.unreadRuns ?? 0), 0)
  let done = 0
  const campaigns: CampaignColumns[] = []
  for (const id of ids) {
    // The current state: runs may have finished while another campaign was read.
    const found = unread(id)
    if (!found) continue
    const { unreadRuns, ...campaign } = found
    const kept = known.get(campaign.state)
    if (kept) {
      campaigns.push(kept)
      continue
    }
    onRead(done, total)
    const cases = readLevels(connection, id)
    const runs = new FinishedRuns(connection, id)
    const columns: MeasuredColumns[] = []
    for (const quantity of listQuantities(connection, id, metrics)) {
      const column = new StoredColumns(connection, id, quantity, runs)
      if (isWorthReading(column)) columns.push(column.read())
    }
    for (const metric of metrics)
      for (const one of readPercentileColumns(connection, id, metric)) columns.push(one)
    campaigns.push({ ...campaign, cases, columns })
    done += unreadRuns
  }
  const read = new FigureColumns(campaigns, new Set(listExcludedRuns(connection).map(({ runId }) => runId)))
  return last?.isSame(read) === true ? last : read
}

/** What the runs of a campaign share, with its state; `unreadRuns`: its finished runs unless the state is `known`. */
function readMeasuredCampaign(
  connection: Reads,
  campaignId: number,
  metrics: readonly string[],
  known: ReadonlyMap<string, unknown>,
) {
  const row = connection.first(
    `SELECT name, configuration, host, device, engine,
       (SELECT count(*) FROM run WHERE campaign_id = c.id AND phase = 'measure' AND state = 'done') AS runs
     FROM campaign AS c WHERE id = ?`,
    integer(campaignId, 'A campaign id'),
  )
  if (!row) return undefined
  const campaign = {
    campaignId,
    campaign: textOf(row, 'name'),
    configuration: textOf(row, 'configuration'),
    host: textOf(row, 'host'),
    device: textOf(row, 'device'),
    engine: textOf(row, 'engine'),
  }
  const runs = countOf(row, 'runs')
  // A finished run never changes.
  const state = JSON.stringify([metrics, campaign, runs])
  return { ...campaign, state, unreadRuns: known.has(state) ? 0 : runs }
}

/** The parameters of each case of a campaign that have an effect. */
function readLevels(connection: Reads, campaignId: number): readonly (Levels | undefined)[] {
  const row = connection.first(
    'SELECT engine, base FROM campaign WHERE id = ?',
    integer(campaignId, 'A campaign id'),
  )
  const base = row && levelsOf(row, 'base')
  const cases = readAllCases(connection, campaignId, listSweptCases(connection, campaignId))
  const engine = row ? textOf(row, 'engine') : ''
  return cases.map((own) => own && usedLevels(engine, { ...base, ...own }))
}
