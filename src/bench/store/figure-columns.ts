import type { Levels } from '../../core/comparison/comparison-data'
import type { CampaignQuantity } from '../../core/results/campaign'
import type { CampaignColumns } from '../../core/figures/column-rows'
import { readAllCases } from './all-cases'
import { levelsOf, textOf, wordOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'
import { listMeasuredColumns } from './measured-columns'
import { directions } from '../../core/results/observation'
import { listSweptCases } from './swept-cases'

/** The finished runs of a campaign with numbers of these metrics, read here and now; undefined where there is no such campaign. */
export function readFigureColumns(
  connection: Connection,
  campaignId: number,
  metrics: readonly string[],
): CampaignColumns | undefined {
  const row = connection.first(
    'SELECT name, configuration, host, device, engine, base FROM campaign WHERE id = ?',
    integer(campaignId, 'A campaign id'),
  )
  if (!row) return undefined
  const base = levelsOf(row, 'base')
  const cases = readAllCases(connection, campaignId, listSweptCases(connection, campaignId))
  return {
    campaignId,
    campaign: textOf(row, 'name'),
    configuration: textOf(row, 'configuration'),
    host: textOf(row, 'host'),
    device: textOf(row, 'device'),
    engine: textOf(row, 'engine'),
    cases: cases.map((own): Levels | undefined => own && { ...base, ...own }),
    columns: listMeasuredColumns(connection, campaignId, metrics).map((column) => {
      const { test, direction, metric, unit, repetitions, runIds, cases, values } = column
      return { campaignId, test, direction, metric, unit, runIds, cases, repetitions, values }
    }),
  }
}

/** Metrics of which some finished run of the campaign has a number. */
export function readMeasuredQuantities(
  connection: Connection,
  campaignId: number,
): readonly CampaignQuantity[] {
  const measured = (table: 'measurement' | 'swept_measurement') =>
    `EXISTS (SELECT 1 FROM ${table} AS m JOIN run AS r ON r.id = m.run_id
     WHERE m.campaign_id = ?1 AND m.quantity_id = q.id AND r.phase = 'measure' AND r.state = 'done')`
  return connection
    .all(
      `SELECT DISTINCT test, direction, metric FROM quantity AS q WHERE ${measured('measurement')} OR ${measured('swept_measurement')}`,
      integer(campaignId, 'A campaign id'),
    )
    .map((row) => ({
      test: textOf(row, 'test'),
      direction: wordOf(row, 'direction', directions),
      metric: textOf(row, 'metric'),
    }))
}
