import { app } from 'electron'
import type { ShellParts } from '../requests/handlers'
import { createReview, openReview } from '../requests/review-requests'
import type { AppWindow } from '../windows/app-window'
import type { AppWindows } from '../windows/app-windows'
import type { MenuActions } from './application-menu'

/** What the menu's entries do, in the window that has the focus. */
export function menuActions(parts: ShellParts, windows: AppWindows): MenuActions {
  const { reviews, recent } = parts

  /** A failure is shown where it was asked for; on macOS that may be no window at all. */
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
