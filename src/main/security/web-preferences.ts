import { app, type WebPreferences } from 'electron'

/** What no window of the app has access to: Node, other origins, other contents; developer tools once packaged. */
export function lockedDown(own: { readonly preload: string; readonly partition?: string }): WebPreferences {
  return {
    ...own,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    devTools: !app.isPackaged,
  }
}
