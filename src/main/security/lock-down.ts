import { app, session, type Session, type WebContents } from 'electron'
import { isAppAddress } from './app-address'

/** Denies every page of the app what it has no use for: permissions, other places, new windows, embedded pages. */
export function lockDown(): void {
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
