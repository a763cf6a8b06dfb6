import type { ComparisonReport } from '../../../../core/comparison/comparison-report'
import { unsettledVerdicts } from '../../../../core/comparison/more-runs'
import { verdictText } from '../../../../core/statistics/comparison/verdict-text'

/** Cells whose verdict more runs could settle, by their place. */
export function openCells({ cells: { verdicts } }: ComparisonReport): readonly number[] {
  const open = new Set([...unsettledVerdicts].map(verdictText))
  const isOpen = verdicts.list.map((text) => open.has(text))
  const cells: number[] = []
  // A plain loop: with tens of thousands of cells the window's thread notices a function called for each.
  for (let cell = 0; cell < verdicts.places.length; cell++)
    if (isOpen[verdicts.places[cell] ?? 0] === true) cells.push(cell)
  return cells
}
