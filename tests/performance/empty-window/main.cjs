/* global __dirname */
// The least an Electron app can do: one window, as confined as the app's own, with an empty page.
const { app, BrowserWindow } = require('electron')
const { join } = require('node:path')

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadFile(join(__dirname, 'index.html'))
})
