import {
  app,
  BrowserWindow,
  nativeTheme,
  screen,
  session,
  type Session,
  type WebContents,
  ipcMain,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
} from 'electron'
import { join } from 'node:path'
import type { Theme } from '../core/contract/shell-requests'
import { showApplicationMenu, type MenuActions } from './menu/application-menu'
import { appRequests, factsOf } from './requests/app-requests'
import type { ShellParts, ShellHandlers } from './requests/handlers'
import { reviewRequests, createReview, openReview } from './requests/review-requests'
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
import type { AppWindow } from './windows/app-window'
import type { ShellReply } from '../core/contract/bridge'
import { channels } from '../core/contract/channels'
import { isTrustedSender } from './security/sender-check'
import { replyTo } from './requests/reply-to'
import { takeDrop } from './requests/take-drop'

/** The running shell: what a second start of the app or the file manager may request. */
export interface RunningShell {
  /** Opens files from outside; without any, shows a window. */
  open(paths: readonly string[]): Promise<void>
  /** Files whose campaign was running when the app exited. */
  unfinished(): Promise<readonly string[]>
}

/** Starts the shell once Electron is ready: lock-down, protocol, requests, menu. Opens no window yet. */
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
  function showKnown(): void {
    const { theme, notifications } = settings.read()
    showApplicationMenu({ recent: recent.known(), theme, notifications }, actions)
  }
  /** At once with the recent files as last seen, and again if that has changed. */
  function showMenu(): void {
    const before = JSON.stringify(recent.known())
    showKnown()
    void recent.list().then((now) => {
      if (JSON.stringify(now) !== before) showKnown()
    })
  }

  answerRequests(windows, {
    ...appRequests(parts),
    ...reviewRequests(parts),
    ...transferRequests(),
    ...shelfRequests(parts),
  })
  showMenu()
  quitInOrder(reviews, windows)
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

/** Quits the app with its last window (except on macOS), but not before every bench has closed its file. */
function quitInOrder(reviews: ReviewWindows, windows: AppWindows): void {
  let quitting = false
  app.on('before-quit', () => {
    quitting = true
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' || quitting) app.quit()
  })
  app.on('browser-window-focus', () => {
    // If a window is used again, its person kept it: quitting was cancelled.
    quitting = false
  })
  app.on('will-quit', (event) => {
    if (!reviews.busy) return
    event.preventDefault()
    void reviews.settled().then(() => {
      // A second start may have opened one meanwhile.
      if (windows.all().length === 0) app.quit()
    })
  })
}

/** Backgrounds of the frame in styles/tokens.css, so that a new window does not flash. */
const ground = { light: '#f3f4f6', dark: '#131519' }

/** A window for the app's own pages only, at the position of the last one. It shows itself when it has content. */
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

/** Denies every page of the app what it does not need: permissions, navigation, new windows, embedded pages. */
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
  // Nothing is ever fetched from the network, whatever a page requests.
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

/** The actions of the menu's entries, in the focused window. */
function menuActions(parts: ShellParts, windows: AppWindows): MenuActions {
  const { reviews, recent } = parts

  /** A failure is shown where the action was requested; on macOS there may be no window. */
  async function attempt(title: string, act: (window: AppWindow | undefined) => Promise<unknown>) {
    const window = windows.focused()
    try {
      await act(window)
    } catch (error) {
      const shown = window && !window.gone ? window : await windows.openStart()
      shown.tellFailure(title, error)
    }
  }

  return {
    create: () => {
      void attempt('The review could not be created', (window) => createReview(reviews, window))
    },
    open: () => {
      void attempt('The file could not be opened', (window) => openReview(reviews, window))
    },
    openRecent: (path) => void reviews.openFromOutside(path, windows.focused()),
    clearRecent: () => {
      recent.clear()
      app.clearRecentDocuments()
      parts.recentChanged()
    },
    setTheme: (theme) => parts.setTheme(theme),
    setNotifications: (shown) => parts.setNotifications(shown),
    command: (command) => windows.focused()?.tell({ type: 'command', command }),
  }
}

/** Answers the windows' requests. The only listener for them, so that every request is checked. */
function answerRequests(windows: AppWindows, handlers: ShellHandlers): void {
  ipcMain.handle(
    channels.shell,
    async (event, name: unknown, given: unknown, ...rest: unknown[]): Promise<ShellReply> => {
      const window = senderWindow(event, windows)
      if (!window || rest.length > 0)
        return { ok: false, error: { id: 'refused', message: 'The request was refused.' } }
      return replyTo(name, given, handlers, window)
    },
  )
  ipcMain.on(channels.dropped, (event, paths: unknown) => {
    const window = senderWindow(event, windows)
    if (window) void takeDrop(paths, window)
  })
  ipcMain.on(channels.connectBench, (event) => senderWindow(event, windows)?.connectBench())
}

function senderWindow(event: IpcMainEvent | IpcMainInvokeEvent, windows: AppWindows): AppWindow | undefined {
  if (!isTrustedSender(event.senderFrame, event.sender.mainFrame)) {
    console.error(`Refused a message from ${event.senderFrame?.url ?? 'a frame that is gone'}`)
    return undefined
  }
  return windows.ofContents(event.sender)
}
