import { app, nativeTheme } from 'electron'
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
import { lockDown } from './security/lock-down'
import { serveAppFiles } from './security/serve-app-files'
import { JsonFile } from './state/json-file'
import { RecentReviews } from './state/recent-reviews'
import { describeInAbout, runtimeFacts } from './state/runtime'
import { firstSettings, settings as settingsSchema, type Settings } from './state/settings'
import { AppWindows } from './windows/app-windows'
import { createWindow } from './windows/create-window'
import { quitInOrder } from './windows/quit-in-order'
import { ReviewWindows } from './windows/review-windows'

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
