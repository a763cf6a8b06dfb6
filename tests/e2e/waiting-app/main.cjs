/* global process, __dirname */
// The app, which waits for Playwright before it opens a window. Playwright's own loader does the same, but it also
// changes Chromium's switches, among them some that the tests of security are about.
const { app } = require('electron')
const fs = require('node:fs')
const path = require('node:path')

// A second start by a test has no Playwright to wait for.
if (process.argv.includes('--remote-debugging-port=0')) {
  const ready = app.whenReady()
  let connected
  const connection = new Promise((resolve) => (connected = resolve))
  app.whenReady = () => connection.then(() => ready)
  // Playwright calls it as soon as it is connected.
  globalThis.__playwright_run = connected
}

const folder = path.join(__dirname, '..', '..', '..', 'app')
const about = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
app.setAppPath(folder)
app.setVersion(about.version)
app.name = about.productName
require(path.join(folder, about.main))
