import type { RunColumns } from '../../../../core/results/run-columns'
import { isMeasured } from '../campaign-runs'
import { remembered } from './remembered'

/** The heat grid: cases are rows, repetitions are columns. */
export interface GridLayout {
  readonly rows: number
  readonly columns: number
  /** Position of the first run of each row. */
  readonly firstRuns: Int32Array
  /** Position of the run at (row, column), -1 if there is none. Row-major. */
  readonly cells: Int32Array
}

/** Arranges measured runs as a grid in the order in which their cases first appear. */
export const layOutRuns = remembered((runs: RunColumns): GridLayout => {
  const { caseIndex, repetition } = runs
  const rowOf = new Int32Array(caseIndex.reduce((most, index) => Math.max(most, index), -1) + 1).fill(-1)
  const firstRuns = new Int32Array(rowOf.length)
  let rows = 0
  let columns = 0
  caseIndex.forEach((ofCase, index) => {
    if (!isMeasured(runs, index)) return
    if (rowOf[ofCase] === -1) {
      firstRuns[rows] = index
      rowOf[ofCase] = rows++
    }
    columns = Math.max(columns, repetition[index] ?? 0)
  })
  const cells = new Int32Array(rows * columns).fill(-1)
  caseIndex.forEach((ofCase, index) => {
    if (isMeasured(runs, index)) cells[(rowOf[ofCase] ?? 0) * columns + (repetition[index] ?? 0) - 1] = index
  })
  return { rows, columns, firstRuns: firstRuns.subarray(0, rows), cells }
})
