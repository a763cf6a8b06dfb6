import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeLongReview } from '../performance/long-review'
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
async function keepPicture(name: string): Promise<void> {
  if (pictures !== undefined) await test.window.screenshot({ path: join(pictures, `${name}.png`) })
}

it('zooms into a run by dragging, moves by keys, reads values, and shows all again', async () => {
  const { window } = test
  await window.getByRole('navigation', { name: 'Rooms' }).getByText('Results', { exact: true }).click()
  await part('figure-kind').selectOption({ label: 'Over time' })
  await window.getByRole('heading', { name: /over time/i }).waitFor()
  await part('figure-own-binSeconds').fill('60 s')
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
