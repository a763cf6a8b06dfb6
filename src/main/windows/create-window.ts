import { BrowserWindow, nativeTheme, screen } from 'electron'
import { join } from 'node:path'
import { lockedDown } from '../security/web-preferences'
import type { JsonFile } from '../state/json-file'
import type { Settings } from '../state/settings'
import { placeOnScreens, smallestWindow } from '../state/window-place'

/** Grounds of the frame in styles/tokens.css, so that a new window does not flash. */
const ground = { light: '#f3f4f6', dark: '#131519' }

/** A window for the app's own pages and nothing else, where the last one stood. It shows itself when it has something to show. */
export function createWindow(settings: JsonFile<Settings>, openWindows: number): BrowserWindow {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const { maximized, ...bounds } = placeOnScreens(settings.read().window, areas, openWindows)
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'Benchwright',
    backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    titleBarStyle: process.platform === 'darwin' ? 'hiddenInset' : 'default',
    webPreferences: lockedDown({ preload: join(__dirname, 'preload.js') }),
  })
  window.once('ready-to-show', () => (maximized ? window.maximize() : window.show()))
  window.on('close', () => remember(window, settings))
  return window
}

function remember(window: BrowserWindow, settings: JsonFile<Settings>): void {
  try {
    settings.write({
      ...settings.read(),
      window: { ...window.getNormalBounds(), maximized: window.isMaximized() },
    })
  } catch (error) {
    console.error('The window’s place could not be remembered:', error)
  }
}
