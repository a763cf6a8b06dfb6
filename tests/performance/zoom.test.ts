import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { launchApp } from '../e2e/launch-app'
import { writeLongReview } from './long-review'
import { windowTasks } from './window-tasks'

/** For more points: `BENCHWRIGHT_SERIES_POINTS=10000000`. */
const points = Number(process.env.BENCHWRIGHT_SERIES_POINTS ?? 5_000_000)
const secondsLooked = 4

it(`moves along a run of ${points} points: pictures per second, and the processor time of each`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-zoom-'))
  const file = join(folder, 'long.benchwright')
  writeLongReview(file, points)
  const test = await launchApp({ args: [file], env: { BENCHWRIGHT_SETTINGS: join(folder, 'settings') } })
  try {
    const { window } = test
    await window.getByRole('navigation', { name: 'Rooms' }).getByText('Results', { exact: true }).click()
    const canvas = window.getByTestId('figure-canvas')
    const openedMs = await chooseFigure(window, 'time-series')
    await canvas.focus()
    // Keys are accepted from the first picture on, which a worker draws.
    const stretch = window.getByTestId('figure-stretch')
    await expect
      .poll(
        async () => {
          await window.keyboard.press('+')
          return stretch.isVisible()
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    for (let step = 0; step < 12; step++) await window.keyboard.press('+')
    // Tracing itself takes time, so pictures are counted without it.
    const pictures = await moveAlong(canvas)
    let traced = 0
    const tasks = await windowTasks(window, async () => {
      traced = await moveAlong(canvas)
    })
    const coreMs = tasks.reduce((sum, task) => sum + task.coreMs, 0) / traced
    console.log(
      `zoom: ${points} points open in ${openedMs.toFixed(0)} ms, ${(pictures / secondsLooked).toFixed(0)} pictures a second, ${coreMs.toFixed(1)} ms of the window's processor time each`,
    )
    expect(pictures).toBeGreaterThan(0)
  } finally {
    await test.close()
    rmSync(folder, { recursive: true })
  }
})

/** Milliseconds from the choice of another kind of figure to its picture, by the window's clock. */
async function chooseFigure(window: Page, kind: string): Promise<number> {
  await window.locator('[aria-busy=false] [data-testid=figure-canvas][data-shown]').waitFor()
  return window.evaluate(async (value) => {
    const choice = document.querySelector<HTMLSelectElement>('[data-testid=figure-kind]')
    const canvas = document.querySelector('[data-testid=figure-canvas]')
    if (!choice || !canvas) throw new Error('There is no figure to change.')
    const began = performance.now()
    const drawn = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (canvas.getAttribute('data-shown') !== value) return
        observer.disconnect()
        resolve()
      }).observe(canvas, { attributeFilter: ['data-shown'] })
    })
    choice.value = value
    choice.dispatchEvent(new Event('change', { bubbles: true }))
    await drawn
    return performance.now() - began
  }, kind)
}

/** Moves a figure back and forth by keys, once in each frame of the window, and counts the pictures of its lines. */
function moveAlong(canvas: Locator): Promise<number> {
  return canvas.evaluate(async (element, seconds) => {
    // A picture of the lines starts with an empty canvas.
    let drawn = 0
    const { prototype } = CanvasRenderingContext2D
    const clear = Reflect.get(prototype, 'clearRect')
    prototype.clearRect = function (...box) {
      drawn++
      clear.apply(this, box)
    }
    const until = performance.now() + seconds * 1000
    for (let step = 0; performance.now() < until; step++) {
      const key = step % 40 < 20 ? 'ArrowRight' : 'ArrowLeft'
      element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await new Promise((done) => requestAnimationFrame(done))
    }
    prototype.clearRect = clear
    return drawn
  }, secondsLooked)
}
