/* global process, console */
// Runs the app in the folder named by TIMED_APP_FOLDER, writes when its first window was on the screen and usable
// (milliseconds since 1970, as JSON on a line of standard output), and ends. The same for every app that is timed.
const { app } = require('electron')
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

const folder = process.env.TIMED_APP_FOLDER

/** In the page: when its mark `usable` was set and when there was something to see. */
const whenUsable = `new Promise((done) => {
  const answer = () => {
    const [mark] = performance.getEntriesByName('usable')
    if (!mark) return false
    const paint = performance.getEntriesByName('first-contentful-paint')[0]
    done(performance.timeOrigin + Math.max(mark.startTime, paint ? paint.startTime : 0))
    return true
  }
  if (!answer()) new PerformanceObserver(answer).observe({ entryTypes: ['mark'] })
})`

app.once('browser-window-created', (_event, window) => {
  const shown = new Promise((resolve) => window.once('show', () => resolve(Date.now())))
  const usable = new Promise((resolve, reject) => {
    window.webContents.once('dom-ready', () => {
      window.webContents.executeJavaScript(whenUsable).then(resolve, reject)
    })
  })
  Promise.all([shown, usable]).then(
    ([shownMs, usableMs]) => {
      process.stdout.write(`${JSON.stringify({ shownMs, usableMs })}\n`, () => app.exit(0))
    },
    (error) => {
      console.error(error)
      app.exit(1)
    },
  )
})

app.setAppPath(folder)
require(join(folder, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).main))
