import { dirname, join } from 'node:path'
import { requestError } from '../../core/contract/request-failure'
import type { ShelfTake } from '../../core/contract/shelf-requests'
import type { AppWindow } from '../windows/app-window'
import { askWhatToOpen, askWhereToSave, resultsFiles } from './ask-path'
import type { ShellHandlers, ShellParts } from './handlers'
import { droppedOn, reviewOf } from './transfer-requests'

type Names = 'shelf.read' | 'shelf.open' | 'review.merge' | 'campaign.copy'

/** Requests about other results files: the shelf, and campaigns that are copied from one file to another. */
export function shelfRequests({ reviews, settings, setShelf }: ShellParts): ShellHandlers<Names> {
  return {
    'shelf.read': async ({ folder: which }, window) => {
      const { bench, path: review } = reviewOf(window)
      const known = settings().shelf
      const [folder] =
        which === 'chosen'
          ? [known]
          : await askWhatToOpen(window, {
              title: 'Folder of Results Files',
              buttonLabel: 'Choose',
              properties: ['openDirectory'],
              defaultPath: known ?? dirname(review),
            })
      if (folder === undefined) return null
      if (which === 'ask') setShelf(folder)
      return bench.request('shelf.read', { folder })
    },
    'shelf.open': async ({ file }, window) => {
      const { path } = await reviewOf(window).bench.request('shelf.path', { file })
      return reviews.open(path, { mode: 'write' })
    },
    'review.merge': async ({ from }, window) => {
      if (from === 'drop') return mergeAll(window, droppedOn(window, 'reviews'))
      const path = await askFile(window, 'Merge a Review into This One', 'Merge')
      return path === undefined ? null : mergeAll(window, [path])
    },
    'campaign.copy': async ({ campaignIds, to }, window) => {
      const { bench, path: review } = reviewOf(window)
      const isNew = to === 'new'
      const defaultPath = join(dirname(review), 'Campaigns.benchwright')
      const labels = { title: 'Copy to a New Review', buttonLabel: 'Copy' }
      const path = await (isNew
        ? askWhereToSave(window, { ...labels, defaultPath, filters: resultsFiles })
        : askFile(window, 'Copy into a Review', 'Copy'))
      if (path === undefined) return null
      const report = await bench.request('campaign.copy', { campaignIds, path, isNew })
      return { ...report, path }
    },
  }
}

async function mergeAll(window: AppWindow, paths: readonly string[]): Promise<readonly ShelfTake[]> {
  const { bench } = reviewOf(window)
  const files: ShelfTake[] = []
  for (const file of paths) {
    try {
      files.push({ file, report: await bench.request('review.merge', { path: file }) })
    } catch (error) {
      if (paths.length === 1) throw error
      files.push({ file, problem: requestError(error).message })
    }
  }
  return files
}

async function askFile(window: AppWindow, title: string, buttonLabel: string): Promise<string | undefined> {
  const [path] = await askWhatToOpen(window, {
    ...{ title, buttonLabel, filters: resultsFiles, properties: ['openFile'] },
    defaultPath: dirname(reviewOf(window).path),
  })
  return path
}
