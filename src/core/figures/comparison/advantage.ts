import { advantageRows, ratioEndsOf, ratioOf } from '../../comparison/texts/advantage-rows'
import { ratioText } from '../../comparison/texts/percent-text'
import { withinSentence } from '../../text/plain-text'
import { printedAdvantages } from './comparison-table-figure'
import { advantageCaption, metricNames } from './comparison-caption'
import { ratioAxis } from './percent-axis'
import { percentFigure } from './percent-figure'

/**
 * The "advantage" of the classic articles as bars and as a table: each candidate in percent of the baseline, 100 where
 * both are equal. A ratio, never labelled like a difference.
 */
export const advantage = percentFigure({
  kind: 'advantage',
  name: 'Advantage',
  mark: 'bar',
  statistic: () => 'mean',
  title: (compared) => `Advantage in ${withinSentence(compared)}`,
  yLabel: (cells, { baseline }) => `${metricNames(cells)} in percent of ${baseline.label} (100 = equal)`,
  tell: (cell, { mode, baseline }) => {
    const ratio = ratioOf(cell)
    const ends = ratioEndsOf(cell, mode)
    return {
      y: ratio,
      ...ends,
      facts: ratio === undefined ? [] : [`${ratioText(ratio)}\u202f% of ${baseline.label}`],
    }
  },
  hidesMissingIntervals: true,
  axis: ratioAxis,
  caption: advantageCaption,
  tables: {
    numbers: advantageRows,
    printed: (comparison) => printedAdvantages(advantageRows(comparison)),
    isListed: true,
  },
})
