import { app, BrowserWindow, nativeTheme, screen, session, type Session, type WebContents } from 'electron'
import { join } from 'node:path'
import type { Theme } from '../core/contract/shell-requests'
import { showApplicationMenu } from './menu/application-menu'
import { menuActions } from './menu/menu-actions'
import { answerRequests } from './requests/answer-requests'
import { appRequests, factsOf } from './requests/app-requests'
import type { ShellParts } from './requests/handlers'
import { reviewRequests } from './requests/review-requests'
import { shelfRequests } from './requests/shelf-requests'
import { transferRequests } from './requests/transfer-requests'
import { serveAppFiles } from './security/serve-app-files'
import { JsonFile } from './state/json-file'
import { RecentReviews } from './state/recent-reviews'
import { describeInAbout, runtimeFacts } from './state/runtime'
import { firstSettings, type Settings, settings as settingsSchema } from './state/settings'
import { AppWindows } from './windows/app-windows'
import { ReviewWindows } from './windows/review-windows'
import { lockedDown } from './security/web-preferences'
import { placeOnScreens, smallestWindow } from './state/window-place'
import { isAppAddress } from './security/app-address'

/** The shell when it is up: what a second start of the app or the file manager may ask of it. */
export interface RunningShell {
  /** Opens files from outside; without any, shows a window. */
  open(paths: readonly string[]): Promise<void>
  /** Files whose campaign was running when the app ended. */
  unfinished(): readonly string[]
}

/** Brings up the shell once Electron is ready: lock-down, protocol, requests, menu. Opens no window yet. */
export function startShell(): RunningShell {
  const settings = new JsonFile(join(app.getPath('userData'), 'settings.json'), settingsSchema, firstSettings)
  const recent = new RecentReviews(join(app.getPath('userData'), 'recent-reviews.json'))
  nativeTheme.themeSource = settings.read().theme
  describeInAbout(runtimeFacts())
  lockDown()
  serveAppFiles(join(__dirname, 'renderer'))

  const windows = new AppWindows(
    (openWindows) => createWindow(settings, openWindows),
    (window) => reviews.release(window),
  )
  const reviews = new ReviewWindows({
    windows,
    recent,
    benchScript: join(__dirname, 'bench.js'),
    notifications: () => settings.read().notifications,
    changed: (window) => {
      window.tell({ type: 'facts', facts: factsOf(window, settings.read()) })
      showMenu()
    },
  })
  const parts: ShellParts = {
    reviews,
    recent,
    resources: app.isPackaged
      ? join(process.resourcesPath, 'resources')
      : join(app.getAppPath(), '..', 'resources'),
    settings: () => settings.read(),
    setTheme(theme: Theme) {
      nativeTheme.themeSource = theme
      change({ theme })
    },
    setNotifications: (notifications) => change({ notifications }),
    setShelf: (shelf) => change({ shelf }),
    recentChanged: showMenu,
  }
  const actions = menuActions(parts, windows)
  function change(changed: Partial<Omit<Settings, 'window'>>): void {
    settings.write({ ...settings.read(), ...changed })
    for (const window of windows.all())
      window.tell({ type: 'facts', facts: factsOf(window, settings.read()) })
    showMenu()
  }
  function showMenu(): void {
    const { theme, notifications } = settings.read()
    showApplicationMenu({ recent: recent.list(), theme, notifications }, actions)
  }

  answerRequests(windows, {
    ...appRequests(parts),
    ...reviewRequests(parts),
    ...transferRequests(),
    ...shelfRequests(parts),
  })
  showMenu()
  quitInOrder(reviews)
  app.on('activate', () => {
    if (windows.all().length === 0) void windows.openStart()
  })
  return {
    unfinished: () => recent.unfinished(),
    async open(paths) {
      await Promise.all(paths.map((path) => reviews.openFromOutside(path)))
      if (paths.length > 0) return
      if (windows.all().length === 0) await windows.openStart()
      else windows.focused()?.focus()
    },
  }
}

/** Ends the app with its last window (except on macOS), and not before every bench has let go of its file. */
function quitInOrder(reviews: ReviewWindows): void {
  let quitting = false
  app.on('before-quit', () => {
    quitting = true
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' || quitting) app.quit()
  })
  app.on('browser-window-focus', () => {
    // A window that is used again was kept by its person: the quit was called off.
    quitting = false
  })
  app.on('will-quit', (event) => {
    if (!reviews.busy) return
    event.preventDefault()
    void reviews.settled().then(() => app.quit())
  })
}

/** Grounds of the frame in styles/tokens.css, so that a new window does not flash. */
const ground = { light: '#f3f4f6', dark: '#131519' }

/** A window for the app's own pages and nothing else, where the last one stood. It shows itself when it has something to show. */
function createWindow(settings: JsonFile<Settings>, openWindows: number): BrowserWindow {
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

/** Denies every page of the app what it has no use for: permissions, other places, new windows, embedded pages. */
function lockDown(): void {
  app.on('session-created', denyPermissions)
  denyPermissions(session.defaultSession)
  app.on('web-contents-created', (_event, contents) => confine(contents))
}

function denyPermissions(of: Session): void {
  of.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  of.setPermissionCheckHandler(() => false)
  of.setDevicePermissionHandler(() => false)
  of.on('will-download', (event) => event.preventDefault())
  // Nothing is ever fetched from elsewhere, whatever a page asks for.
  of.webRequest.onBeforeRequest((details, callback) => callback({ cancel: !mayLoad(details.url) }))
}

function confine(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

function mayLoad(address: string): boolean {
  return isAppAddress(address) || /^(data|blob|devtools):/.test(address)
}
