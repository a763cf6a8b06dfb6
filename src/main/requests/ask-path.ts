import { dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import { extname } from 'node:path'
import { withEnding } from '../state/file-names'
import type { AppWindow } from '../windows/app-window'

/** File filter of native dialogs. */
export const resultsFiles = [{ name: 'Benchwright results', extensions: ['benchwright'] }]

/** Asks for files or folders to read; none if the person cancelled. */
export async function askWhatToOpen(window: AppWindow | undefined, options: OpenDialogOptions) {
  const asked = window ? dialog.showOpenDialog(window.browserWindow, options) : dialog.showOpenDialog(options)
  const { canceled, filePaths } = await asked
  return canceled ? [] : filePaths
}

/** Asks where to save a file, which gets the extension of `defaultPath`; undefined if the person cancelled. */
export async function askWhereToSave(
  window: AppWindow | undefined,
  options: SaveDialogOptions & { readonly defaultPath: string },
) {
  const asked = window ? dialog.showSaveDialog(window.browserWindow, options) : dialog.showSaveDialog(options)
  const { canceled, filePath } = await asked
  return canceled || !filePath ? undefined : withEnding(filePath, extname(options.defaultPath).slice(1))
}
