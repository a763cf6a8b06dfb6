import type { ComparisonReport } from '../../../../core/comparison/texts/comparison-report'

/** Cells whose verdict more runs could settle, by their index. */
export function openCells({ cells: { unsettled } }: ComparisonReport): readonly number[] {
  const cells: number[] = []
  // A plain loop: with tens of thousands of cells, a function call for each noticeably delays the window.
  for (let cell = 0; cell < unsettled.length; cell++) if (unsettled[cell] === 1) cells.push(cell)
  return cells
}
