import { figureOfReview } from '../transfer/figure-of-review'
import type { BenchAnswers } from './answers'

/** Requests about figures. */
export const figureAnswers: BenchAnswers<`figure.${'build' | 'save' | 'delete'}`> = {
  'figure.build': ({ review }, { settings }) => figureOfReview(review, settings),
  'figure.save': (session, figure) => session.writer().saveFigure(figure),
  'figure.delete': (session, { figureId }) => {
    session.writer().deleteFigure(figureId)
    return null
  },
}
