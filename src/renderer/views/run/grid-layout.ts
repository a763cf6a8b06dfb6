import type { RunSummary } from '../../../core/contract/review'
import type { RunState } from '../../../core/results/measurement'

/** The heat grid: cases are rows, repetitions are columns. */
export interface GridLayout {
  readonly caseKeys: readonly string[]
  readonly columns: number
  /** Index into the runs for (row, column), -1 where there is none. Row-major. */
  readonly cells: Int32Array
}

/** Lays measured runs out as a grid in designed order of their first appearance by case key. */
export function layOutRuns(runs: readonly RunSummary[]): GridLayout {
  const rowByKey = new Map<string, number>()
  let columns = 0
  for (const run of runs) {
    if (run.phase !== 'measure') continue
    if (!rowByKey.has(run.caseKey)) rowByKey.set(run.caseKey, rowByKey.size)
    columns = Math.max(columns, run.repetition)
  }
  const cells = new Int32Array(rowByKey.size * columns).fill(-1)
  runs.forEach((run, index) => {
    const row = rowByKey.get(run.caseKey)
    if (run.phase === 'measure' && row !== undefined) cells[row * columns + run.repetition - 1] = index
  })
  return { caseKeys: [...rowByKey.keys()], columns, cells }
}

/** Measured runs per state, only states that occur. */
export function countStates(runs: readonly RunSummary[]): ReadonlyMap<RunState, number> {
  const counts = new Map<RunState, number>()
  for (const run of runs) {
    if (run.phase === 'measure') counts.set(run.state, (counts.get(run.state) ?? 0) + 1)
  }
  return counts
}
