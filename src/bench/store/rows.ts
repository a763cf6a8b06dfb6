import type { TidyRow } from '../../core/contract/review'
import type { LevelValue } from '../../core/plan/plan'
import type { RunState } from '../../core/results/measurement'
import { readCases } from './cases'
import { integerOf, jsonOf, textOf, wordOf, type Row } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'
import { measurementPair, readMeasurements } from './measurements'
import { readQuantities, type Quantity } from './quantities'
import type { RowFilter } from './review-store'
import { runStates } from '../../core/contract/run-columns'
import { levelsShape } from './stored-shapes'
import { readSweptOfCampaign } from './swept-measurements'

type Levels = Readonly<Record<string, LevelValue>>
type CampaignPart = Pick<TidyRow, 'campaignId' | 'campaign' | 'configuration' | 'host' | 'device' | 'engine'>
type RunPart = CampaignPart & Pick<TidyRow, 'runId' | 'repetition' | 'state' | 'levels'>

const runColumns = 'id, case_index, repetition, state'
const campaignColumns = 'id, name, configuration, host, device, engine, base'

/**
 * One row per measurement of the measured runs, by campaign, execution order and quantity. `levels` holds all
 * parameters of the case, the plan's fixed ones with the varied ones on top, and on these what the engine varied itself.
 */
export function readRows(connection: Connection, filter: RowFilter): readonly TidyRow[] {
  const quantities = readQuantities(connection).filter(
    ({ metric }) => !filter.metrics || filter.metrics.includes(metric),
  )
  const wanted = filter.campaignIds && new Set(filter.campaignIds)
  const campaigns = connection.all(`SELECT ${campaignColumns} FROM campaign ORDER BY id`)
  const rows: TidyRow[] = []
  for (const campaign of campaigns) {
    if (wanted && !wanted.has(integerOf(campaign, 'id'))) continue
    const runs = readRuns(connection, campaign, new Set(filter.states ?? ['done']))
    for (const ofRun of bucketRows(connection, integerOf(campaign, 'id'), quantities, runs)) {
      for (const row of ofRun) rows.push(row)
    }
  }
  return rows
}

/** Measurements of one run, whatever its state. */
export function rowsOfRun(connection: Connection, runId: number): readonly TidyRow[] {
  const id = integer(runId, 'A run id')
  const row = connection.first(
    `SELECT campaign_id, ${runColumns} FROM run WHERE id = ? AND phase = 'measure'`,
    id,
  )
  if (!row) return []
  const campaignId = integerOf(row, 'campaign_id')
  const campaign = connection.first(
    `SELECT ${campaignColumns} FROM campaign WHERE id = ?`,
    integer(campaignId, 'A campaign id'),
  )
  if (!campaign) return []
  const caseIndex = integerOf(row, 'case_index')
  const ofCase = readCases(connection, campaignId, caseIndex).get(caseIndex)
  const levels = { ...jsonOf(campaign, 'base', levelsShape), ...ofCase?.levels }
  const run = readRun(row, readCampaignPart(campaign), levels)
  return readMeasurements(connection, campaignId, runId).map((measurement) => ({
    ...run,
    ...measurement,
    levels: { ...run.levels, ...measurement.levels },
  }))
}

function readRuns(
  connection: Connection,
  campaign: Row,
  states: ReadonlySet<RunState>,
): ReadonlyMap<number, RunPart> {
  const campaignPart = readCampaignPart(campaign)
  const base = jsonOf(campaign, 'base', levelsShape)
  const cases = readCases(connection, campaignPart.campaignId)
  const levelsByCase = new Map<number, Levels>()
  for (const [index, { levels }] of cases) levelsByCase.set(index, { ...base, ...levels })
  const rows = connection.all(
    `SELECT ${runColumns} FROM run WHERE campaign_id = ? AND phase = 'measure' ORDER BY position`,
    integer(campaignPart.campaignId, 'A campaign id'),
  )
  const runs = new Map<number, RunPart>()
  for (const row of rows) {
    const run = readRun(row, campaignPart, levelsByCase.get(integerOf(row, 'case_index')) ?? base)
    if (states.has(run.state)) runs.set(run.runId, run)
  }
  return runs
}

function readRun(row: Row, campaign: CampaignPart, levels: Levels): RunPart {
  return {
    ...campaign,
    runId: integerOf(row, 'id'),
    repetition: integerOf(row, 'repetition'),
    state: wordOf(row, 'state', runStates),
    levels,
  }
}

/** Measurements lie by quantity and then by run; this turns them round. */
function bucketRows(
  connection: Connection,
  campaignId: number,
  quantities: readonly Quantity[],
  runs: ReadonlyMap<number, RunPart>,
): Iterable<readonly TidyRow[]> {
  const byRun = new Map<number, TidyRow[]>()
  for (const runId of runs.keys()) byRun.set(runId, [])
  for (const { id, test, direction, metric, unit } of quantities) {
    const values = connection.arrays(
      'SELECT run_id, value FROM measurement WHERE campaign_id = ? AND quantity_id = ?',
      integer(campaignId, 'A campaign id'),
      integer(id, 'A quantity id'),
    )
    for (const pair of values) {
      const [runId, value] = measurementPair(pair)
      const run = runs.get(runId)
      if (run) byRun.get(runId)?.push(tidyRow(run, test, direction, metric, value, unit))
    }
  }
  for (const one of readSweptOfCampaign(connection, campaignId, quantities)) {
    const run = runs.get(one.runId)
    if (!run) continue
    const { test, direction, metric, unit } = one.quantity
    const levels = { ...run.levels, ...one.levels }
    byRun.get(one.runId)?.push(tidyRow({ ...run, levels }, test, direction, metric, one.value, unit))
  }
  return byRun.values()
}

/** Written out, because spreading an object into each of 100,000 rows takes four times as long. */
function tidyRow(
  run: RunPart,
  test: string,
  direction: TidyRow['direction'],
  metric: string,
  value: number,
  unit: TidyRow['unit'],
): TidyRow {
  return {
    campaignId: run.campaignId,
    runId: run.runId,
    campaign: run.campaign,
    configuration: run.configuration,
    host: run.host,
    device: run.device,
    engine: run.engine,
    test,
    direction,
    metric,
    value,
    unit,
    repetition: run.repetition,
    state: run.state,
    levels: run.levels,
  }
}

function readCampaignPart(row: Row): CampaignPart {
  return {
    campaignId: integerOf(row, 'id'),
    campaign: textOf(row, 'name'),
    configuration: textOf(row, 'configuration'),
    host: textOf(row, 'host'),
    device: textOf(row, 'device'),
    engine: textOf(row, 'engine'),
  }
}
