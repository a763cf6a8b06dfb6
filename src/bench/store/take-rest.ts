import type { SavedFigure } from '../../core/contract/review'
import type { FigureSettings } from '../../core/figures/figure-kinds'
import { integerOf, textOf } from './columns'
import type { Connection } from './connection'
import { integer, text } from './encode'
import { listFigures, saveFigure } from './figures'
import { machineCampaignsOf } from './machine-campaigns'
import { readPlan, savePlan } from './plans'

/**
 * Copies the plans and saved figures that this file does not have. `campaigns`: ids here by id there. Figures name
 * campaigns and runs by their ids here; one that names a campaign that was left stays where it is.
 */
export function takeRest(
  from: Connection,
  into: Connection,
  campaigns: ReadonlyMap<number, number>,
): { readonly plans: number; readonly figures: number } {
  return { plans: takePlans(from, into), figures: takeFigures(from, into, campaigns) }
}

function takePlans(from: Connection, into: Connection): number {
  const ids = from.all('SELECT id FROM plan ORDER BY rowid').map((row) => textOf(row, 'id'))
  const missing = ids.filter((id) => !into.first('SELECT 1 FROM plan WHERE id = ?', text(id, 'A plan id')))
  const plans = missing.flatMap((id) => readPlan(from, id) ?? [])
  for (const plan of plans) savePlan(into, plan)
  return plans.length
}

function takeFigures(from: Connection, into: Connection, leaders: ReadonlyMap<number, number>): number {
  const campaigns = new Map<number, number>()
  const runs = new Map<number, number>()
  for (const [there, here] of leaders) {
    pair([there, ...machineCampaignsOf(from, there)], [here, ...machineCampaignsOf(into, here)], campaigns)
  }
  for (const [there, here] of campaigns) pair(runIds(from, there), runIds(into, here), runs)
  const same = ({ name, settings }: Pick<SavedFigure, 'name' | 'settings'>) =>
    JSON.stringify([name, settings])
  const known = new Set(listFigures(into).map(same))
  const moved = listFigures(from).flatMap(({ name, settings }) => {
    const here = settingsWith(settings, campaigns, runs)
    return here && !known.has(same({ name, settings: here })) ? [{ name, settings: here }] : []
  })
  for (const figure of moved) saveFigure(into, figure)
  return moved.length
}

function pair(there: readonly number[], here: readonly number[], pairs: Map<number, number>): void {
  there.forEach((id, at) => {
    const other = here[at]
    if (other !== undefined) pairs.set(id, other)
  })
}

function runIds(connection: Connection, campaignId: number): readonly number[] {
  const id = integer(campaignId, 'A campaign id')
  return connection
    .all('SELECT id FROM run WHERE campaign_id = ? ORDER BY position', id)
    .map((row) => integerOf(row, 'id'))
}

/** Settings with the ids of another file; undefined where one of them has no counterpart. */
function settingsWith(
  settings: FigureSettings,
  campaigns: ReadonlyMap<number, number>,
  runs: ReadonlyMap<number, number>,
): FigureSettings | undefined {
  const ids = settings.campaignIds.map((id) => campaigns.get(id))
  const here = { ...settings, campaignIds: ids.filter((id) => id !== undefined) }
  if (here.campaignIds.length < ids.length) return undefined
  if ('runIds' in here && here.runIds !== undefined)
    here.runIds = here.runIds.flatMap((id) => runs.get(id) ?? [])
  if ('comparison' in here && here.comparison !== undefined)
    here.comparison = {
      ...here.comparison,
      ...(here.comparison.excludedRuns && {
        excludedRuns: here.comparison.excludedRuns.flatMap((one) => {
          const runId = runs.get(one.runId)
          return runId === undefined ? [] : [{ ...one, runId }]
        }),
      }),
    }
  return here
}
