import { app, clipboard } from 'electron'
import { hostname } from 'node:os'
import type { AppFacts } from '../../core/contract/shell-requests'
import type { Settings } from '../state/settings'
import { runtimeFacts } from '../state/runtime'
import type { AppWindow } from '../windows/app-window'
import type { ShellHandlers, ShellParts } from './handlers'

/** What a window can ask about the app and itself. */
export function factsOf(
  window: AppWindow,
  { theme, notifications }: Pick<Settings, 'theme' | 'notifications'>,
): AppFacts {
  return {
    version: app.getVersion(),
    electron: process.versions.electron,
    ...runtimeFacts(),
    platform: process.platform,
    host: hostname(),
    review: window.review?.path,
    opening: window.opening,
    theme,
    notifications,
  }
}

export function appRequests(
  parts: ShellParts,
): ShellHandlers<'app.facts' | 'app.theme' | 'app.notifications' | 'clipboard.write-text'> {
  return {
    'app.facts': (_given, window) => factsOf(window, parts.settings()),
    'app.theme': ({ theme }) => {
      parts.setTheme(theme)
      return null
    },
    'app.notifications': ({ shown }) => {
      parts.setNotifications(shown)
      return null
    },
    'clipboard.write-text': async ({ text }) => {
      await clipboard.writeText(text)
      return null
    },
  }
}
