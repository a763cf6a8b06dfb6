import { app } from 'electron'
import type { ReviewWindows } from './review-windows'

/** Ends the app with its last window (except on macOS), and not before every bench has let go of its file. */
export function quitInOrder(reviews: ReviewWindows): void {
  let quitting = false
  app.on('before-quit', () => {
    quitting = true
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' || quitting) app.quit()
  })
  app.on('browser-window-focus', () => {
    // A window that is used again was kept by its person: the quit was called off.
    quitting = false
  })
  app.on('will-quit', (event) => {
    if (!reviews.busy) return
    event.preventDefault()
    void reviews.settled().then(() => app.quit())
  })
}
