import { comparisonRows } from '../../comparison/texts/comparison-rows'
import { isSignificant } from '../../comparison/texts/summary-text'
import { comparisonTable } from './comparison-table'
import { differenceCaption, metricsInSentence } from './comparison-caption'
import { percentAxis } from './percent-axis'
import { percentFigure } from './percent-figure'

/** Percent differences around a drawn zero line: one mark per case, filled if it is significant, with its interval. */
export const percentDifference = percentFigure({
  kind: 'percent-difference',
  name: 'Comparison, percent',
  shortName: 'Difference',
  mark: 'point',
  statistic: ({ mode }) => (mode === 'robust' ? 'median' : 'mean'),
  yLabel: (cells) => `Change in ${metricsInSentence(cells)} (%)`,
  tell: (cell) => {
    const { differencePercent, lowPercent, highPercent } = cell.comparison
    return {
      y: differencePercent,
      ...(lowPercent !== undefined && { low: lowPercent }),
      ...(highPercent !== undefined && { high: highPercent }),
      filled: isSignificant(cell),
    }
  },
  axis: percentAxis,
  caption: differenceCaption,
  tables: {
    numbers: (comparison) => comparisonRows(comparison, { runs: true }),
    printed: comparisonTable,
  },
})
