import {
  emptyRunColumns,
  mostColumnRuns,
  putRunColumns,
  type RunColumns,
} from '../../../core/results/run-columns'
import { nextTask } from '../../composables/next-task'
import type { Bench } from '../../composables/use-bench'
import { countFailed, countStates, lastDone, rangesOf } from './campaign-runs'
import { layOutRuns } from './grid-layout'

/** Works out what the room shows of all runs, one thing a task, before it is shown. */
export async function prepareRuns(columns: RunColumns): Promise<void> {
  const works = [layOutRuns, countStates, lastDone, countFailed, rangesOf]
  for (const work of works) {
    work(columns)
    if (columns.id.length > mostColumnRuns) await nextTask()
  }
}

/**
 * Asks for the runs of a campaign, piece by piece, so that none of them keeps the window busy. `begun` is told of the
 * columns as soon as there are any: what changes meanwhile belongs into them too. Undefined when no longer wanted.
 */
export async function loadRuns(
  bench: Pick<Bench, 'request'>,
  campaignId: number,
  isWanted: () => boolean,
  begun: (columns: RunColumns) => void,
): Promise<RunColumns | undefined> {
  let all: RunColumns | undefined
  for (let from = 0; from < (all?.id.length ?? 1); from += mostColumnRuns) {
    const { total, columns } = await bench.request('campaign.runs', { campaignId, from })
    if (!isWanted()) return undefined
    if (all === undefined) begun((all = emptyRunColumns(total, Object.keys(columns.headline))))
    putRunColumns(all, from, columns)
  }
  return all
}
