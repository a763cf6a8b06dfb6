import { stat } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import * as v from 'valibot'
import type { DroppedFiles } from '../../core/contract/bridge'
import { RequestFailure } from '../../core/contract/request-failure'
import { silentAmong } from '../../bench/hosts/local/until-answered'
import type { AppWindow, DroppedPaths } from '../windows/app-window'
import { wholePath } from '../windows/whole-path'

/** As many as a person may select in a file manager; a folder counts once. */
const mostPaths = 100_000
const droppedPaths = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(4096), v.check(isAbsolute))),
  v.minLength(1),
  v.maxLength(mostPaths),
)

/**
 * Keeps the paths of what a person dropped on a window, for the requests that open or import them, and sends their
 * names to the page. Nothing is opened or read yet. Never rejects: a drop without paths, or with anything else, is
 * reported as a failure.
 */
export async function takeDrop(given: unknown, window: AppWindow): Promise<void> {
  const paths = v.safeParse(droppedPaths, given)
  if (!paths.success) {
    window.tellFailure('Nothing was taken from the drop', noFiles())
    return
  }
  const sorted = await sortDropped(paths.output, window.review?.path)
  window.dropped = sorted
  const files: DroppedFiles = {
    reviews: sorted.reviews.map((path) => basename(path)),
    results: sorted.results.map((path) => basename(path)),
  }
  window.tell({ type: 'dropped', files })
}

async function sortDropped(paths: readonly string[], own: string | undefined): Promise<DroppedPaths> {
  const reviews = new Set<string>()
  const results: string[] = []
  const named = paths.filter((path) => path.toLowerCase().endsWith('.benchwright'))
  const silent = await silentAmong(named)
  for (const path of paths) {
    // One that does not answer stays a results file by its name; opening it says so.
    if (silent.has(path)) reviews.add(path)
    else if (await isResultsFile(path)) reviews.add(wholePath(path))
    else results.push(path)
  }
  if (own !== undefined) reviews.delete(own)
  return { reviews: [...reviews], results }
}

function noFiles(): RequestFailure {
  return new RequestFailure({
    id: 'no-files',
    message: 'What was dropped is not a file on this computer.',
    remedy: 'Save or unpack them into a folder first, then drop them from there.',
  })
}

/** By its name; a folder with such a name is still a folder. */
async function isResultsFile(path: string): Promise<boolean> {
  if (!path.toLowerCase().endsWith('.benchwright')) return false
  const status = await stat(path).catch(() => undefined)
  return status?.isDirectory() !== true
}
