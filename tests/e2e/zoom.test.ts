import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { hasTool } from '../integration/guard/device-lab'
import { fioPlan } from '../integration/runner/fio-plan'
import { writeLongReview } from '../performance/long-review'
import { designUnderTest } from './design-review'
import { launchApp, type AppUnderTest } from './launch-app'

const points = 200_000
const pictures = process.env.BENCHWRIGHT_SCREENS

let folder: string
let test: AppUnderTest
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-zoom-'))
  const file = join(folder, 'long.benchwright')
  writeLongReview(file, points)
  test = await launchApp({ args: [file], env: { BENCHWRIGHT_SETTINGS: join(folder, 'settings') } })
}, 120_000)
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

const part = (testid: string) => test.window.getByTestId(testid)
/** Resolves when there is a picture, which can be dragged. */
const drawn = (window: Page) =>
  window.locator('[aria-busy=false] [data-testid=figure-canvas][tabindex="0"]').waitFor()
async function keepPicture(name: string): Promise<void> {
  if (pictures !== undefined) await test.window.screenshot({ path: join(pictures, `${name}.png`) })
}

it('zooms into a run by dragging, moves by keys, reads values, and shows everything again', async () => {
  const { window } = test
  await window.getByRole('navigation', { name: 'Rooms' }).getByText('Results', { exact: true }).click()
  await part('figure-kind').selectOption({ label: 'Over time' })
  await window.getByRole('heading', { name: /over time/i }).waitFor()
  await part('figure-own-binSeconds').fill('60 s')
  await part('figure-own-binSeconds').press('Enter')
  // A figure of other bins ends elsewhere, which would show all of it again.
  await window.getByRole('cell', { name: '60', exact: true }).first().waitFor()
  await drawn(window)
  const canvas = part('figure-canvas')
  const box = await canvas.boundingBox()
  if (!box) throw new Error('The figure has no place.')
  const at = (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height * 0.4 })

  const middle = at(0.42)
  await window.mouse.move(middle.x - 60, middle.y)
  await window.mouse.down()
  await window.mouse.move(middle.x + 60, middle.y, { steps: 5 })
  await keepPicture('zoom-selecting')
  await window.mouse.up()
  await part('figure-stretch').waitFor()
  const first = await part('figure-stretch').innerText()
  expect(first).toMatch(/ to .*Show all/s)

  await canvas.focus()
  await window.mouse.move(middle.x, middle.y)
  await window.keyboard.press('+')
  await expect.poll(() => part('figure-stretch').innerText()).not.toBe(first)
  await window.mouse.wheel(0, -400)
  const zoomed = await part('figure-stretch').innerText()
  await window.keyboard.press('ArrowRight')
  await expect.poll(() => part('figure-stretch').innerText()).not.toBe(zoomed)
  await part('figure-values').waitFor()
  expect(await part('figure-values').innerText()).toMatch(/\d [MG]B\/s/)
  await keepPicture('zoom-values')

  await window.keyboard.press('Escape')
  await part('figure-stretch').waitFor({ state: 'detached' })
  expect(test.problems).toEqual([])
})

it.skipIf(!hasTool('fio'))('shows the recorded values of a real run', async () => {
  const plan = { pattern: 'random-read', rate_iops: 2000, runtime: 4 }
  const real = await designUnderTest((target) => [fioPlan(target, { series: 0.1 }, plan)], test)
  try {
    const { window } = real
    await real.part('start-campaign').click()
    await real.part('confirm-start').click()
    await real.part('campaign-state').getByText('Done').waitFor()
    await real.part('show-results').click()
    await real.part('figure-kind').selectOption('time-series')
    await real.part('figure-metric').selectOption({ label: 'Bandwidth' })
    await drawn(window)
    // Asked each time: what appears above the figure moves it.
    const moveTo = async (share: number, steps = 1) => {
      const box = await real.part('figure-canvas').boundingBox()
      if (!box) throw new Error('The figure has no place.')
      await window.mouse.move(box.x + box.width * share, box.y + box.height * 0.25, { steps })
    }
    const tip = real.part('figure-values')
    // Read off once there is a picture.
    await expect
      .poll(async () => {
        await moveTo(0.39)
        await moveTo(0.4)
        return tip.isVisible()
      })
      .toBe(true)
    await window.mouse.down()
    await moveTo(0.7, 5)
    await window.mouse.up()
    await real.part('figure-stretch').waitFor()
    // Tips come back with the whole picture of the section.
    await real.part('moving-lines').waitFor({ state: 'detached' })

    const stored = recordedBandwidth(real.file)
    for (const share of [0.3, 0.5, 0.8]) {
      await moveTo(share)
      await tip.waitFor()
      const text = await tip.innerText()
      const [, seconds = '', value = '', prefix = ''] =
        /^([\d.]+) s\n[^\n]*\n([\d.,]+) ([kMG]?)B\/s/.exec(text.replaceAll(/\n\s*\n/g, '\n')) ?? []
      const shown = Number(value.replaceAll(',', '')) * (factors[prefix] ?? NaN)
      const near = stored.filter((point) => Math.abs(point.seconds - Number(seconds)) <= 0.001)
      expect(near, text).toHaveLength(1)
      // Three digits are shown; a busy machine may have recorded 0.
      const recorded = near[0]?.value ?? NaN
      expect(Math.abs(shown - recorded), text).toBeLessThanOrEqual(0.0051 * recorded)
    }
    expect(real.problems).toEqual([])
  } finally {
    await real.close()
  }
})

const factors: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, G: 1e9 }

/** Of the one measured run of a results file, as stored. */
function recordedBandwidth(file: string): readonly { readonly seconds: number; readonly value: number }[] {
  const review = openReview(file, { mode: 'read' })
  try {
    const run = review.runs(1).find(({ phase }) => phase === 'measure')
    const choice = { sources: ['engine'], metrics: ['bandwidth'], directions: ['read'] } as const
    const [series] = review.series(run?.id ?? 0, choice)
    return Array.from(series?.seconds ?? [], (seconds, at) => ({ seconds, value: series?.values[at] ?? NaN }))
  } finally {
    review.close()
  }
}
