import { app, clipboard } from 'electron'
import { hostname } from 'node:os'
import type { AppFacts, Theme } from '../../core/contract/shell-requests'
import { runtimeFacts } from '../state/runtime'
import type { AppWindow } from '../windows/app-window'
import type { ShellHandlers, ShellParts } from './handlers'

/** What a window is told about the app and itself. */
export function factsOf(window: AppWindow, theme: Theme): AppFacts {
  return {
    version: app.getVersion(),
    electron: process.versions.electron,
    ...runtimeFacts(),
    platform: process.platform,
    host: hostname(),
    review: window.review?.path,
    opening: window.opening,
    theme,
  }
}

export function appRequests(
  parts: ShellParts,
): ShellHandlers<'app.facts' | 'app.theme' | 'clipboard.write-text'> {
  return {
    'app.facts': (_given, window) => factsOf(window, parts.theme()),
    'app.theme': ({ theme }) => {
      parts.setTheme(theme)
      return null
    },
    'clipboard.write-text': async ({ text }) => {
      await clipboard.writeText(text)
      return null
    },
  }
}
