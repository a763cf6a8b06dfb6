import { app, shell } from 'electron'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RequestFailure } from '../../core/contract/request-failure'
import { untilAnswered } from '../../bench/hosts/local/until-answered'
import { listSamples, samplePath } from '../state/samples'
import type { AppWindow } from '../windows/app-window'
import type { Opening, ReviewWindows } from '../windows/review-windows'
import { askWhatToOpen, askWhereToSave, resultsFiles } from './ask-path'
import type { ShellHandlers, ShellParts } from './handlers'

/** Asks for a file name and creates a review there; null if the person cancelled. */
export async function createReview(
  reviews: ReviewWindows,
  window: AppWindow | undefined,
  from: Pick<Opening, 'templateId' | 'suiteId'> = {},
) {
  const path = await askWhereToSave(window, {
    title: 'New Review',
    buttonLabel: 'Create',
    defaultPath: join(app.getPath('documents'), 'Untitled review.benchwright'),
    filters: resultsFiles,
  })
  return path === undefined ? null : reviews.open(path, { mode: 'create', ...from, into: window })
}

/** Asks which results file to open; null if the person cancelled. */
export async function openReview(reviews: ReviewWindows, window: AppWindow | undefined) {
  const [path] = await askWhatToOpen(window, {
    title: 'Open Review',
    filters: resultsFiles,
    properties: ['openFile'],
  })
  return path === undefined ? null : reviews.open(path, { mode: 'write', into: window })
}

type Names =
  | `start.${'recent' | 'forget' | 'samples'}`
  | `review.${'create' | 'open' | 'open-recent' | 'open-sample' | 'open-dropped' | 'cancel-opening' | 'show-in-folder'}`

export function reviewRequests({
  reviews,
  recent,
  resources,
  recentChanged,
}: ShellParts): ShellHandlers<Names> {
  const samples = join(resources, 'samples')
  return {
    'start.recent': () => recent.list(),
    'start.forget': ({ path }) => {
      recent.forget(path)
      recentChanged()
      return null
    },
    'start.samples': () => listSamples(samples),
    'review.create': (from, window) => createReview(reviews, window, from),
    'review.open': (_given, window) => openReview(reviews, window),
    'review.open-recent': async ({ path }, window) => {
      if (!recent.has(path)) throw refused(path)
      await untilAnswered([path])
      if (!existsSync(path)) throw missing(path)
      return reviews.open(path, { mode: 'write', into: window })
    },
    'review.open-sample': ({ id }, window) => {
      const path = samplePath(samples, id)
      if (path === undefined)
        throw new RequestFailure({ message: `There is no sample “${id}”.`, id: 'sample-missing' })
      return reviews.open(path, { mode: 'read', sample: true, into: window })
    },
    'review.open-dropped': async (_given, window) => {
      const { reviews: paths, results } = window.dropped
      const atStart = window.review === undefined
      // One after the other: the first one uses the start screen.
      for (const path of paths) await reviews.openFromOutside(path, window)
      if (atStart && window.review && results.length > 0)
        window.tellFailure('The other files were not imported', notImported())
      return null
    },
    'review.cancel-opening': (_given, window) => {
      reviews.cancelOpening(window)
      return null
    },
    'review.show-in-folder': (_given, window) => {
      if (window.review) shell.showItemInFolder(window.review.path)
      return null
    },
  }
}

function notImported(): RequestFailure {
  return new RequestFailure({
    id: 'not-imported',
    message: 'No review was open here when they were dropped.',
    remedy: 'Drop them on this window again to import them into this review.',
  })
}

function refused(path: string): RequestFailure {
  return new RequestFailure({
    id: 'not-recent',
    message: `“${basename(path)}” is not among the recent files.`,
    remedy: 'Open it with File, Open.',
  })
}

function missing(path: string): RequestFailure {
  return new RequestFailure({
    id: 'file-missing',
    message: `“${basename(path)}” is no longer at ${path}.`,
    remedy: 'Put the file back or connect its drive, or remove it from the list.',
  })
}
