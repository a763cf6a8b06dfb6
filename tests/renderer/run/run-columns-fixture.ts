import { emptyRunColumns, putRun, type RunColumns } from '../../../src/core/results/run-columns'
import type { RunSummary } from '../../../src/core/results/run'

export type ShortRun = Partial<RunSummary> & { readonly caseIndex?: number }

/** Columns of runs in this order; defaults are those of a done first repetition of case 0. */
export function columnsOf(runs: readonly ShortRun[]): RunColumns {
  const columns = emptyRunColumns(runs.length, ['bandwidth', 'iops', 'latency_mean'])
  runs.forEach(({ caseIndex = 0, ...run }, index) => {
    columns.caseIndex[index] = caseIndex
    putRun(columns, index, {
      id: index + 1,
      campaignId: 1,
      phase: 'measure',
      repetition: 1,
      position: index,
      state: 'done',
      failure: undefined,
      warnings: [],
      startedAtMs: undefined,
      finishedAtMs: undefined,
      headline: {},
      ...run,
    })
  })
  return columns
}
