import { RequestFailure } from '../../core/contract/request-failure'
import type { ShelfListing, shelfRequests } from '../../core/contract/shelf-requests'
import { rankingSettings } from '../shelf/ranking-settings'
import { readShelf } from '../shelf/shelf'
import { takeFromShelf } from '../shelf/take-from-shelf'
import { isSameFile } from '../transfer/take-into'
import type { BenchAnswers } from './answers'
import type { Session } from './session'
import { join } from 'node:path'

/** Requests about the shelf. */
export const shelfAnswers: BenchAnswers<keyof typeof shelfRequests> = {
  'shelf.take': (session, { picks }) =>
    whileShelving(session, (watch) => takeFromShelf(session.writer(), session.shelf, picks, watch)),
  'shelf.cancel': (session) => {
    session.shelving?.abort()
    return null
  },
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
    return null
  },
  'shelf.ranking': ({ review }, { campaignIds }) => rankingSettings(review, campaignIds),
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
  readonly onProgress: (progress: {
    readonly done: number
    readonly total: number
    readonly name: string
  }) => void
}

/** Does one piece of work on the shelf at a time, and reports its progress to the windows. */
async function whileShelving<T>(session: Session, work: (watch: ShelfWork) => Promise<T>): Promise<T> {
  if (session.shelving)
    throw new RequestFailure({
      id: 'shelving',
      message: 'The shelf is being read, or campaigns are being taken from it.',
      remedy: 'Wait for its end, or cancel it.',
    })
  const shelving = new AbortController()
  session.shelving = shelving
  let toldAtMs = -Infinity
  try {
    return await work({
      signal: shelving.signal,
      onProgress: (progress) => {
        const now = performance.now()
        if (now - toldAtMs < tellEveryMs) return
        toldAtMs = now
        session.tell({ type: 'shelf-progress', ...progress })
      },
    })
  } finally {
    session.shelving = undefined
  }
}

/** Ten updates per second are enough. */
const tellEveryMs = 100
