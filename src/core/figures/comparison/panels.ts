import { cleanText, textLimits } from '../clean-text'
import type { Figure } from '../figure'
import type { CellArrangement } from './arrange-cells'

/** The panels of a figure, where it has several. */
export function panels({ panelTitles }: CellArrangement): Pick<Figure, 'panels'> {
  if (panelTitles.length === 0) return {}
  return {
    panels: {
      columns: panelColumns(panelTitles.length),
      titles: panelTitles.map((title) => cleanText(title, textLimits.label)),
    },
  }
}

function panelColumns(count: number): number {
  if (count <= 4) return Math.min(count, 2)
  return count <= 9 ? 3 : 4
}
