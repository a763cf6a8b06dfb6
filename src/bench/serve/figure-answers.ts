import { figureOfReview } from '../transfer/figure-of-review'
import type { BenchAnswers } from './answers'
import { comparisonOf } from './kept-comparison'

/** Requests about figures. */
export const figureAnswers: BenchAnswers<`figure.${'build' | 'save' | 'delete'}`> = {
  'figure.build': (session, { settings }) =>
    figureOfReview(session.review, settings, (comparison) => comparisonOf(session, comparison)),
  'figure.save': (session, figure) => session.writer().saveFigure(figure),
  'figure.delete': (session, { figureId }) => {
    session.writer().deleteFigure(figureId)
    return null
  },
}
