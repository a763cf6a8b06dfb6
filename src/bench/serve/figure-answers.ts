import { isComparisonKind } from '../../core/figures/comparison-kinds'
import type { Figure } from '../../core/figures/figure'
import { figureOfReview } from '../transfer/figure-of-review'
import type { BenchAnswers } from './answers'
import { comparisonOf } from './kept-comparison'

/** Requests about figures. */
export const figureAnswers: BenchAnswers<`figure.${'build' | 'save' | 'delete'}`> = {
  'figure.build': (session, { settings }) =>
    forWindow(figureOfReview(session.review, settings, (comparison) => comparisonOf(session, comparison))),
  'figure.save': (session, figure) => session.writer().saveFigure(figure),
  'figure.delete': (session, { figureId }) => {
    session.writer().deleteFigure(figureId)
    return null
  },
}

/** Rows of numbers beneath a figure in the window; an export has them all. */
const mostRows = 2000

/**
 * A comparison's figure without the rows that the window does not show: it has them from the report, and copying a
 * million runs would hold its thread up.
 */
function forWindow(figure: Figure): Figure {
  if (!isComparisonKind(figure.kind)) return figure
  const { numbers, printed: _printed, ...rest } = figure
  if (figure.kind !== 'advantage' || numbers === undefined) return rest
  return { ...rest, numbers: { ...numbers, rows: numbers.rows.slice(0, mostRows) } }
}
