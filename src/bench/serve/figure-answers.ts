import { figureMetrics } from '../../core/figures/build-figure'
import { figureDefinition, needsComparison } from '../../core/figures/figure-kinds'
import { figureCampaigns, figureOfReview } from '../transfer/figure-of-review'
import type { BenchAnswers } from './answers'
import { comparisonOf } from './kept-comparison'
import { figureRowsOf } from './kept-figure-rows'

/** Rows of numbers beneath a figure in the window; an export has them all. */
const mostRows = 2000

/** Requests about figures. */
export const figureAnswers: BenchAnswers<`figure.${'build' | 'save' | 'delete'}`> = {
  'figure.build': async (session, { settings }) => {
    const rows =
      figureDefinition(settings.kind).needs === 'runs'
        ? await figureRowsOf(session, figureCampaigns(session.review, settings), figureMetrics(settings))
        : undefined
    const { comparison: compared } = settings
    const comparison =
      compared !== undefined && needsComparison(settings.kind)
        ? await comparisonOf(session, compared)
        : undefined
    // The window has the rows of a comparison from its report, and copying a million runs would hold its thread up.
    return figureOfReview(session.review, settings, {
      ...(comparison && { compare: () => comparison }),
      ...(rows && { rows: () => rows }),
      mostRows,
    })
  },
  'figure.save': (session, { base, ...figure }) =>
    session.writer().saveFigure({ id: base?.id, ...figure }, base ?? undefined),
  'figure.delete': (session, { figureId, base }) => {
    session.writer().deleteFigure(figureId, base ?? undefined)
    return null
  },
}
