import type { ComparisonReport } from '../../../../core/comparison/comparison-report'
import { unsettledVerdicts } from '../../../../core/comparison/more-runs'
import { verdictText } from '../../../../core/statistics/comparison/verdict-text'

/** Cells whose verdict more runs could settle, by their place. */
export function openCells({ cells: { verdicts } }: ComparisonReport): readonly number[] {
  const open = new Set([...unsettledVerdicts].map(verdictText))
  const places = new Set(verdicts.list.flatMap((text, place) => (open.has(text) ? [place] : [])))
  return Array.from(verdicts.places, (place, cell) => (places.has(place) ? cell : -1)).filter(
    (cell) => cell >= 0,
  )
}
