import type { BenchEvent } from '../../../core/contract/bench-requests'
import { RequestFailure } from '../../../core/contract/request-failure'
import type { ShelfListing, shelfRequests } from '../../../core/contract/shelf-requests'
import { readShelf } from '../../shelf/shelf'
import { takeFromShelf } from '../../shelf/take-from-shelf'
import { isSameFile } from '../../store/merge/take-into'
import type { BenchAnswers } from './answers'
import type { Session } from '../session'
import { join } from 'node:path'

/** Requests about the shelf. */
export const shelfAnswers: BenchAnswers<keyof typeof shelfRequests> = {
  'shelf.take': (session, { picks }) =>
    whileShelving(session, (watch) => takeFromShelf(session.writer(), session.shelf, picks, watch)),
  'shelf.cancel': (session) => session.shelving.cancel(),
  'review.undo-merge': async (session) => {
    const { undoMerge } = session
    if (!undoMerge)
      throw new RequestFailure({
        id: 'not-found',
        message: 'There is no merge to undo.',
        remedy: 'Delete what is not wanted in its room.',
      })
    session.undoMerge = undefined
    await undoMerge()
  },
  'shelf.ranking': ({ aside }, { campaignIds }) => aside.do('shelf-ranking', campaignIds),
}

/** Reads a folder as the shelf of this window. */
export function readShelfForWindow(session: Session, folder: string): Promise<ShelfListing> {
  return whileShelving(session, async ({ signal, onProgress }) => {
    const shelf = await readShelf(folder, {
      signal,
      onProgress: (done, total) => onProgress({ done, total, name: '' }),
    })
    session.shelf = shelf
    const own = shelf.files.find(({ path }) => isSameFile(join(shelf.folder, path), session.review.path))
    return { ...shelf, ...(own && { own: own.path }) }
  })
}

interface ShelfWork {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Omit<Extract<BenchEvent, { type: 'shelf-progress' }>, 'type'>) => void
}

/** Does one piece of work on the shelf at a time, and reports its progress to the windows. */
function whileShelving<T>(session: Session, work: (watch: ShelfWork) => Promise<T>): Promise<T> {
  return session.shelving.run((signal, report) => {
    const onProgress: ShelfWork['onProgress'] = (progress) =>
      report(() => session.tell({ type: 'shelf-progress', ...progress }))
    return work({ signal, onProgress })
  })
}
