import { clipboard, ClipboardItem, dialog, nativeImage, shell } from 'electron'
import { basename, dirname, join } from 'node:path'
import { reportEndings, type ReportFormat } from '../../core/contract/document-requests'
import { RequestFailure } from '../../core/contract/request-failure'
import type { ExportFormat } from '../../core/contract/shell-requests'
import { confirmDevice } from '../confirmation/confirm-device'
import { fileNameFrom, withEnding } from '../state/file-names'
import type { AppWindow, DroppedPaths, OpenReview } from '../windows/app-window'
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
      const { canceled, filePaths } = await dialog.showOpenDialog(window.browserWindow, {
        title: 'Folder to Measure',
        buttonLabel: 'Choose',
        properties: ['openDirectory', 'createDirectory'],
        ...(startAt !== undefined && { defaultPath: startAt }),
      })
      const [path] = filePaths
      return canceled || path === undefined ? null : { path }
    },
    'plan.confirm-device': ({ planId }, window) =>
      confirmDevice(window.browserWindow, reviewOf(window).bench, planId),
    'plan.export': async ({ planId }, window) => {
      const { bench, path: review } = reviewOf(window)
      const { name } = await bench.request('plan.name', { planId })
      const { canceled, filePath } = await dialog.showSaveDialog(window.browserWindow, {
        title: 'Save Plan',
        defaultPath: join(dirname(review), `${fileNameFrom(name, 'plan')}.json`),
        filters: planFiles,
      })
      if (canceled || !filePath) return null
      const path = withEnding(filePath, 'json')
      await bench.request('plan.write', { planId, path })
      return { path }
    },
    'plan.import': async (_given, window) => {
      const { bench } = reviewOf(window)
      const { canceled, filePaths } = await dialog.showOpenDialog(window.browserWindow, {
        title: 'Load Plan',
        buttonLabel: 'Load',
        filters: planFiles,
        properties: ['openFile'],
      })
      const [path] = filePaths
      return canceled || path === undefined ? null : bench.request('plan.import', { path })
    },
    'review.import': async ({ from, ...labels }, window) => {
      const { bench } = reviewOf(window)
      if (from === 'drop')
        return bench.request('import.files', { paths: droppedOn(window, 'results'), ...labels })
      const { canceled, filePaths } = await dialog.showOpenDialog(window.browserWindow, {
        title: 'Import Results',
        buttonLabel: 'Import',
        // Not every system can offer files and folders in one dialog.
        properties:
          from === 'folder' ? ['openDirectory', 'multiSelections'] : ['openFile', 'multiSelections'],
      })
      return canceled || filePaths.length === 0
        ? null
        : bench.request('import.files', { paths: filePaths, ...labels })
    },
    'campaign.save-card': async (choice, window) => {
      const { bench, path: review } = reviewOf(window)
      const { campaignId, format } = choice
      const { name } = await bench.request('campaign.name', { campaignId })
      const { canceled, filePath } = await dialog.showSaveDialog(window.browserWindow, {
        title: 'Save Card',
        defaultPath: join(dirname(review), `${fileNameFrom(`${name} card`, 'card')}.${format}`),
        filters: [{ name: pictureKinds[format], extensions: [format] }],
      })
      if (canceled || !filePath) return null
      const path = withEnding(filePath, format)
      await bench.request('campaign.write-card', { ...choice, path })
      window.exported.add(path)
      return { path }
    },
    'document.export': async (choice, window) => {
      const { bench, path: review } = reviewOf(window)
      const { documentId, format } = choice
      const { name } = await bench.request('document.name', { documentId })
      const ending = reportEndings[format]
      const { canceled, filePath } = await dialog.showSaveDialog(window.browserWindow, {
        title: 'Export Document',
        buttonLabel: 'Export',
        defaultPath: join(dirname(review), `${fileNameFrom(name, 'document')}.${ending}`),
        filters: [{ name: reportKinds[format], extensions: [ending] }],
      })
      if (canceled || !filePath) return null
      const path = withEnding(filePath, ending)
      const written = await bench.request('document.write', { ...choice, path })
      window.exported.add(path)
      return { ...written, path }
    },
    'figure.export': async (picture, window) => {
      const { bench, path: review } = reviewOf(window)
      const { settings, format } = picture
      const name = fileNameFrom(settings.title ?? `${settings.kind} ${settings.metric}`, 'figure')
      const { canceled, filePath } = await dialog.showSaveDialog(window.browserWindow, {
        title: 'Export Figure',
        buttonLabel: 'Export',
        defaultPath: join(dirname(review), `${name}.${format}`),
        filters: [{ name: pictureKinds[format], extensions: [format] }],
      })
      if (canceled || !filePath) return null
      const path = withEnding(filePath, format)
      const { advice } = await bench.request('figure.write', { ...picture, path })
      window.exported.add(path)
      return { path, ...(advice !== undefined && { advice }) }
    },
    'figures.export': async (choice, window) => {
      const { bench, path: review } = reviewOf(window)
      const { canceled, filePaths } = await dialog.showOpenDialog(window.browserWindow, {
        title: 'Folder for All Figures',
        buttonLabel: 'Export here',
        defaultPath: dirname(review),
        properties: ['openDirectory', 'createDirectory'],
      })
      const [folder] = filePaths
      if (canceled || folder === undefined) return null
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
      const { canceled, filePaths } = await dialog.showOpenDialog(window.browserWindow, {
        title: 'Logo or Watermark',
        buttonLabel: 'Choose',
        filters: [{ name: 'PNG and JPEG pictures', extensions: ['png', 'jpg', 'jpeg'] }],
        properties: ['openFile'],
      })
      const [path] = filePaths
      return canceled || path === undefined ? null : bench.request('preset.take-picture', { presetId, path })
    },
    'figure.copy': async (picture, window) => {
      const { png } = await reviewOf(window).bench.request('figure.render', picture)
      await copyPicture(png, picture.scale)
      return null
    },
  }
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
