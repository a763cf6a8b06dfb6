import { figureMetrics } from '../../../core/figures/kinds/build-figure'
import type { Figure } from '../../../core/figures/figure/figure'
import {
  figureDefinition,
  needsComparison,
  type FigureSettings,
} from '../../../core/figures/kinds/figure-kinds'
import {
  figureCampaigns,
  figureParts,
  figureSteps,
  pooledPercentiles,
  runsOverTime,
} from '../../figures/figure-of-review'
import { Turns } from '../../turns'
import type { BenchAnswers } from './answers'
import { buildAside } from './build-aside'
import { comparisonOf } from './kept-comparison'
import { keptSeries, readAhead } from './kept-series'
import type { Session } from '../session'

/** Maximum rows of numbers below a figure in the window; an export has them all. */
const mostRows = 2000

/** Fewer runs than this are read without reporting progress. */
const fewestTold = 20_000

/** Requests about figures. */
export const figureAnswers: BenchAnswers<`figure.${'build' | 'cancel' | 'save' | 'delete'}`> = {
  'figure.build': (session, { settings, place }) => {
    if (place === undefined) return figureFor(session, settings)
    // What the place showed before is no longer needed.
    session.figures.cancel(place)
    return session.figures.run(place, (signal) => figureFor(session, settings, signal))
  },
  'figure.cancel': (session, { place }) => session.figures.cancel(place),
  'figure.save': (session, { base, ...figure }) =>
    session.writer().saveFigure({ id: base?.id, ...figure }, base ?? undefined),
  'figure.delete': (session, { figureId, base }) =>
    session.writer().deleteFigure(figureId, base ?? undefined),
}

/**
 * Builds a figure in steps, yielding to other work in between; rejects after the step in which `signal` is
 * aborted.
 */
async function figureFor(session: Session, settings: FigureSettings, signal?: AbortSignal): Promise<Figure> {
  const { review } = session
  const { needs } = figureDefinition(settings.kind)
  const turns = new Turns()
  if (needs === 'series') await readAhead(session, await turns.finish(runsOverTime(review, settings), signal))
  if (needs === 'runs') {
    const onRead = (done: number, total: number) => {
      if (total >= fewestTold) session.tell({ type: 'figure-progress', done, total })
    }
    const wanted = [figureCampaigns(review, settings), figureMetrics(settings)] as const
    // Only campaigns that have changed since the last figure are read again.
    const reading = review.figureColumns(...wanted, session.lastColumns, onRead)
    session.lastColumns = await turns.finish(reading, signal)
  }
  const columns = needs === 'runs' ? session.lastColumns : undefined
  const parts = columns && (await turns.finish(figureParts(review, settings), signal))
  const pooled = columns && (await turns.finish(pooledPercentiles(review, settings, columns), signal))
  const built = columns &&
    parts && { parts, figure: await buildAside({ columns, settings, parts, pooled }, signal) }
  const { comparison: compared } = settings
  const comparison =
    compared !== undefined && needsComparison(settings.kind)
      ? await comparisonOf(session, compared, signal)
      : undefined
  // The window has the rows of a comparison from its report, and copying a million runs would block its
  // thread.
  const choice = {
    ...(comparison && { comparison }),
    ...(columns && { columns }),
    ...(built && { built }),
    mostRows,
  }
  const series = (runId: number) => keptSeries(session, runId)
  return turns.finish(figureSteps(review, settings, { ...choice, series }), signal)
}
