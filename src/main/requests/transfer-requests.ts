import { clipboard, ClipboardItem, nativeImage, shell, type SaveDialogOptions } from 'electron'
import { basename, dirname, extname, join } from 'node:path'
import { reportEndings, type ReportFormat } from '../../core/contract/document-requests'
import { RequestFailure } from '../../core/contract/request-failure'
import type { ExportFormat, importSources } from '../../core/contract/shell-requests'
import { confirmDevice } from '../confirmation/confirm-device'
import { fileNameFrom } from '../state/file-names'
import type { AppWindow, DroppedPaths, OpenReview } from '../windows/app-window'
import { askWhatToOpen, askWhereToSave, resultsFiles } from './ask-path'
import type { ShellHandlers } from './handlers'

const planFiles = [{ name: 'Benchwright plan', extensions: ['json'] }]
const pictureKinds: Readonly<Record<ExportFormat, string>> = {
  png: 'PNG picture',
  svg: 'SVG drawing',
  pdf: 'PDF',
  csv: 'CSV table',
  md: 'Markdown',
  html: 'Web page',
  tex: 'LaTeX',
}
const reportKinds: Readonly<Record<ReportFormat, string>> = {
  ...pictureKinds,
  cms: 'HTML fragment',
  odt: 'OpenDocument text',
  bundle: 'Zip file',
}

type Names =
  | 'target.choose-folder'
  | 'plan.confirm-device'
  | 'plan.export'
  | 'plan.import'
  | 'review.import'
  | 'review.save-copy'
  | 'campaign.save-card'
  | 'document.export'
  | 'figure.export'
  | 'figure.copy'
  | 'figures.export'
  | 'exported.show'
  | 'preset.choose-picture'

/** Requests that move something into or out of a review; the path always comes from a native dialog or a drop. */
export function transferRequests(): ShellHandlers<Names> {
  return {
    'target.choose-folder': async ({ startAt }, window) => {
      const [path] = await askWhatToOpen(window, {
        title: 'Folder to Measure',
        buttonLabel: 'Choose',
        properties: ['openDirectory', 'createDirectory'],
        ...(startAt !== undefined && { defaultPath: startAt }),
      })
      return path === undefined ? null : { path }
    },
    'plan.confirm-device': ({ planId }, window) =>
      confirmDevice(window.browserWindow, reviewOf(window).bench, planId),
    'plan.export': async ({ planId }, window) => {
      const { bench } = reviewOf(window)
      const { name } = await bench.request('plan.name', { planId })
      const options = { title: 'Save Plan', filters: planFiles }
      return save(window, `${fileNameFrom(name, 'plan')}.json`, options, (path) =>
        bench.request('plan.write', { planId, path }),
      )
    },
    'plan.import': async (_given, window) => {
      const { bench } = reviewOf(window)
      const [path] = await askWhatToOpen(window, {
        title: 'Load Plan',
        buttonLabel: 'Load',
        filters: planFiles,
        properties: ['openFile'],
      })
      return path === undefined ? null : bench.request('plan.import', { path })
    },
    'review.import': async ({ from, ...labels }, window) => {
      const { bench } = reviewOf(window)
      const paths = await pathsToImport(from, window)
      if (paths.length === 0) return null
      window.imported = paths
      return bench.request('import.files', { paths, ...labels })
    },
    'review.save-copy': (_given, window) => {
      const { bench, path: review } = reviewOf(window)
      const name = `${basename(review, extname(review))} copy.benchwright`
      const options = { title: 'Save a Copy of the Review', filters: resultsFiles }
      return save(window, name, options, (path) => bench.request('review.copy', { path }))
    },
    'campaign.save-card': async (choice, window) => {
      const { bench } = reviewOf(window)
      const { campaignId, format } = choice
      const { name } = await bench.request('campaign.name', { campaignId })
      const filters = [{ name: pictureKinds[format], extensions: [format] }]
      const file = `${fileNameFrom(`${name} card`, 'card')}.${format}`
      return save(window, file, { title: 'Save Card', filters }, (path) =>
        bench.request('campaign.write-card', { ...choice, path }),
      )
    },
    'document.export': async (choice, window) => {
      const { bench } = reviewOf(window)
      const { documentId, format } = choice
      const { name } = await bench.request('document.name', { documentId })
      const ending = reportEndings[format]
      const filters = [{ name: reportKinds[format], extensions: [ending] }]
      const options = { title: 'Export Document', buttonLabel: 'Export', filters }
      return save(window, `${fileNameFrom(name, 'document')}.${ending}`, options, (path) =>
        bench.request('document.write', { ...choice, path }),
      )
    },
    'figure.export': (picture, window) => {
      const { settings, format } = picture
      const name = fileNameFrom(settings.title ?? `${settings.kind} ${settings.metric}`, 'figure')
      const filters = [{ name: pictureKinds[format], extensions: [format] }]
      const options = { title: 'Export Figure', buttonLabel: 'Export', filters }
      return save(window, `${name}.${format}`, options, (path) =>
        reviewOf(window).bench.request('figure.write', { ...picture, path }),
      )
    },
    'figures.export': async (choice, window) => {
      const { bench, path: review } = reviewOf(window)
      const [folder] = await askWhatToOpen(window, {
        title: 'Folder for All Figures',
        buttonLabel: 'Export here',
        defaultPath: dirname(review),
        properties: ['openDirectory', 'createDirectory'],
      })
      if (folder === undefined) return null
      const written = await bench.request('figures.write', { ...choice, folder })
      if (written.index !== undefined) window.exported.add(written.index)
      return written
    },
    'exported.show': async ({ path, how }, window) => {
      if (!window.exported.has(path)) throw notExported(path)
      if (how === 'folder') shell.showItemInFolder(path)
      else {
        const problem = await shell.openPath(path)
        if (problem !== '') throw notOpened(path, problem)
      }
      return null
    },
    'preset.choose-picture': async ({ presetId }, window) => {
      const { bench } = reviewOf(window)
      const [path] = await askWhatToOpen(window, {
        title: 'Logo or Watermark',
        buttonLabel: 'Choose',
        filters: [{ name: 'PNG and JPEG pictures', extensions: ['png', 'jpg', 'jpeg'] }],
        properties: ['openFile'],
      })
      return path === undefined ? null : bench.request('preset.take-picture', { presetId, path })
    },
    'figure.copy': async (picture, window) => {
      const { png } = await reviewOf(window).bench.request('figure.render', picture)
      await copyPicture(png, picture.scale)
      return null
    },
  }
}

/** Asks where to save a file, at first next to the review, and writes it; null if the person cancelled. */
async function save<T>(
  window: AppWindow,
  name: string,
  options: SaveDialogOptions,
  write: (path: string) => Promise<T>,
): Promise<({ path: string } & T) | null> {
  const defaultPath = join(dirname(reviewOf(window).path), name)
  const path = await askWhereToSave(window, { ...options, defaultPath })
  if (path === undefined) return null
  const written = { path, ...(await write(path)) }
  window.exported.add(written.path)
  return written
}

function notExported(path: string): RequestFailure {
  return new RequestFailure({
    id: 'not-exported',
    message: `“${basename(path)}” was not exported from this window.`,
    remedy: 'Export it again.',
  })
}

function notOpened(path: string, problem: string): RequestFailure {
  return new RequestFailure({
    id: 'not-opened',
    message: `The system did not open ${path}: ${problem}`,
    remedy: 'Show it in its folder and open it from there.',
  })
}

/** Paths of the last drop on a window; throws a RequestFailure if there are none. */
export function droppedOn(window: AppWindow, which: keyof DroppedPaths): readonly string[] {
  const paths = window.dropped[which]
  if (paths.length > 0) return paths
  throw new RequestFailure({
    id: 'nothing-dropped',
    message: 'No files have been dropped on this window.',
    remedy: 'Drop them again, or choose them in the File menu.',
  })
}

function pathsToImport(
  from: (typeof importSources)[number],
  window: AppWindow,
): readonly string[] | Promise<readonly string[]> {
  if (from === 'drop') return droppedOn(window, 'results')
  if (from === 'again') return window.imported
  return askWhatToOpen(window, {
    title: 'Import Results',
    buttonLabel: 'Import',
    // Not every system can offer files and folders in one dialog.
    properties: [from === 'folder' ? 'openDirectory' : 'openFile', 'multiSelections'],
  })
}

/** The review of a window; throws a RequestFailure if it has none. */
export function reviewOf(window: AppWindow): OpenReview {
  if (window.review) return window.review
  throw new RequestFailure({
    id: 'no-review',
    message: 'This window has no results file open.',
    remedy: 'Open one first.',
  })
}

/** The clipboard of Electron before 45, which accepted an image directly. */
interface ImageClipboard {
  writeImage(image: Electron.NativeImage): void
}

/**
 * Puts a PNG on the clipboard, with the API of current Electron or of the fallback runtime. `scale`: pixels per CSS
 * pixel.
 */
async function copyPicture(png: Uint8Array, scale: number): Promise<void> {
  if (takesImages(clipboard)) {
    clipboard.writeImage(nativeImage.createFromBuffer(Buffer.from(png), { scaleFactor: scale }))
    return
  }
  await clipboard.write([
    new ClipboardItem({ 'image/png': new Blob([new Uint8Array(png)], { type: 'image/png' }) }),
  ])
}

function takesImages(board: object): board is ImageClipboard {
  return 'writeImage' in board
}
