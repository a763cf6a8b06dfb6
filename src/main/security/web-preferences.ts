import { app, type WebPreferences } from 'electron'

/** What every window of the app is shut off from: Node, other origins, other contents; developer tools once packed. */
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
