import type { BenchAnswers } from './answers'
import { toBin } from '../to-bin'
import type { Told } from '../aside/reader'

/** Requests about figures. */
export const figureAnswers: BenchAnswers<`figure.${'build' | 'cancel' | 'save' | 'delete'}`> = {
  'figure.build': (session, { settings, place }) => {
    const tell = ({ done, total }: Told) => session.tell({ type: 'figure-progress', done, total })
    if (place === undefined) return session.aside.do('figure', settings, { tell })
    // What the place showed before is no longer needed.
    session.figures.cancel(place)
    return session.figures.run(place, (signal) => session.aside.do('figure', settings, { signal, tell }))
  },
  'figure.cancel': (session, { place }) => session.figures.cancel(place),
  'figure.save': (session, { base, ...figure }) =>
    session.writer().saveFigure({ id: base?.id, ...figure }, base ?? undefined),
  'figure.delete': (session, { figureId, base }) => {
    const { figures, unknownFigures } = session.review.summary()
    const name = [...figures, ...unknownFigures].find(({ id }) => id === figureId)?.name ?? 'figure'
    return toBin(session, 'figure', { key: figureId, name }, () =>
      session.writer().deleteFigure(figureId, base ?? undefined),
    )
  },
}
