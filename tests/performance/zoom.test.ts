import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launchApp } from '../e2e/launch-app'
import { writeLongReview } from './long-review'

/** More points measure it: `BENCHWRIGHT_SERIES_POINTS=10000000`. */
const points = Number(process.env.BENCHWRIGHT_SERIES_POINTS ?? 5_000_000)
const secondsLooked = 4

it(`moves along a run of ${points} points: pictures in a second`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-zoom-'))
  const file = join(folder, 'long.benchwright')
  writeLongReview(file, points)
  const test = await launchApp({ args: [file], env: { BENCHWRIGHT_SETTINGS: join(folder, 'settings') } })
  try {
    const { window } = test
    await window.getByRole('navigation', { name: 'Rooms' }).getByText('Results', { exact: true }).click()
    await window.getByTestId('figure-kind').selectOption({ label: 'Over time' })
    const canvas = window.getByTestId('figure-canvas')
    await window.locator('[aria-busy=false] [data-testid=figure-canvas][tabindex="0"]').waitFor()
    await canvas.focus()
    for (let step = 0; step < 12; step++) await window.keyboard.press('+')
    await window.getByTestId('figure-stretch').waitFor()
    const pictures = await canvas.evaluate(async (element, seconds) => {
      // Every picture sets the size of the canvas that it is put on.
      let drawn = 0
      const watch = new MutationObserver(() => drawn++)
      watch.observe(element, { attributes: true, attributeFilter: ['width'] })
      const until = performance.now() + seconds * 1000
      for (let step = 0; performance.now() < until; step++) {
        const key = step % 40 < 20 ? 'ArrowRight' : 'ArrowLeft'
        element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        await new Promise((done) => requestAnimationFrame(done))
      }
      watch.disconnect()
      return drawn
    }, secondsLooked)
    console.log(`zoom: ${points} points, ${(pictures / secondsLooked).toFixed(0)} pictures a second`)
    expect(pictures).toBeGreaterThan(0)
  } finally {
    await test.close()
    rmSync(folder, { recursive: true })
  }
})
