import type { FigureSettings } from '../../src/core/figures/kinds/figure-kinds'
import { createCanvas } from '@napi-rs/canvas'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isWriter, openReview } from '../../src/bench/store/open-review'
import { axeFaults, loadAxe } from './axe-faults'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerOpen } from './native-dialogs'
import { skipAfterFailure } from './skip-after-failure'

skipAfterFailure()

const sample = join(import.meta.dirname, '../../resources/samples/sandforce-iops.benchwright')
const content: FigureSettings = { kind: 'compressibility', campaignIds: [1], metric: 'iops' }
let folder: string
let file: string
let test: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-figures-'))
  file = join(folder, 'review.benchwright')
  copyFileSync(sample, file)
  const review = openReview(file, { mode: 'write' })
  if (!isWriter(review)) throw new Error('The copy of the sample cannot be written.')
  for (const { id } of review.figures()) review.deleteFigure(id)
  review.saveFigure({ name: 'Bars <b>&', settings: { ...content, kind: 'compressibility-bars' } })
  review.saveFigure({ name: 'Means', settings: { ...content, kind: 'compressibility-table' } })
  review.close()
  test = await launchApp({ args: [file] })
  await loadAxe(test.window)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => test.window.getByTestId(testid)
const enter = (room: string) =>
  test.window.getByRole('navigation', { name: 'Rooms' }).getByText(room, { exact: true }).click()
const names = () =>
  part('figure-rename')
    .allTextContents()
    .then((all) => all.map((name) => name.trim()))
const cards = (expected: readonly string[]) =>
  vi.waitFor(async () => expect(await names()).toEqual(expected), { timeout: 20_000 })

it('saves a figure from Results, and lists it in the gallery with a live picture', async () => {
  await enter('Results')
  await part('figure-canvas').waitFor()
  await part('figure-save').click()
  await test.window.getByLabel('Name of the figure').fill('Curves')
  await test.window.getByRole('button', { name: 'Save in this review' }).click()
  await enter('Figures')
  await cards(['Bars <b>&', 'Means', 'Curves'])
  await vi.waitFor(
    async () => expect(await part('figure-card').getByRole('img', { name: /IOPS/ }).count()).toBe(3),
    { timeout: 20_000 },
  )
  // A picture has ink on its background.
  await vi.waitFor(
    async () => {
      const colors = await part('figure-card')
        .locator('canvas')
        .evaluateAll((all) =>
          (all as HTMLCanvasElement[]).map((one) => {
            // The canvas shows a bitmap: another canvas lets its pixels be read.
            const copy = new OffscreenCanvas(one.width, one.height).getContext('2d')
            copy?.drawImage(one, 0, 0)
            const pixels = copy?.getImageData(0, 0, one.width, one.height).data ?? []
            return new Set(Array.from({ length: pixels.length / 4 }, (_, at) => pixels[4 * at])).size
          }),
        )
      expect(
        colors.every((count) => count > 20),
        String(colors),
      ).toBe(true)
    },
    { timeout: 20_000 },
  )
  // Fading text has a momentary contrast.
  await test.window.locator('.n-message').waitFor({ state: 'detached' })
  expect(await axeFaults(test.window)).toEqual([])
})

it('moves a card by dragging it', async () => {
  const last = await part('figure-card').nth(2).boundingBox()
  await part('figure-card').first().locator('.grip').hover()
  await test.window.mouse.down()
  await test.window.mouse.move((last?.x ?? 0) + 40, (last?.y ?? 0) + 60, { steps: 6 })
  await test.window.mouse.move((last?.x ?? 0) + (last?.width ?? 0) - 8, (last?.y ?? 0) + 60, { steps: 6 })
  await test.window.mouse.up()
  await cards(['Means', 'Curves', 'Bars <b>&'])
  await part('figures-undo').click()
  await cards(['Bars <b>&', 'Means', 'Curves'])
})

it('renames, moves, copies and deletes figures, and undoes all of it', async () => {
  await part('figure-rename').first().click()
  await part('figure-name').fill('Grouped bars')
  await part('figure-name').press('Enter')
  await cards(['Grouped bars', 'Means', 'Curves'])
  await part('figure-later').first().click()
  await cards(['Means', 'Grouped bars', 'Curves'])
  await part('figure-duplicate').first().click()
  await cards(['Means', 'Means, copy', 'Grouped bars', 'Curves'])
  await part('figure-delete').nth(2).click()
  await cards(['Means', 'Means, copy', 'Curves'])
  await part('undo-delete').click()
  await cards(['Means', 'Means, copy', 'Grouped bars', 'Curves'])
  await part('figures-undo').click()
  await cards(['Means', 'Grouped bars', 'Curves'])
})

it('creates a preset for the magazine, with its logo, and applies it to the figures', async () => {
  const logo = join(folder, 'logo.png')
  const canvas = createCanvas(120, 40)
  canvas.getContext('2d').fillRect(0, 0, 120, 40)
  writeFileSync(logo, canvas.toBuffer('image/png'))
  await answerOpen(test.app, logo)
  await part('preset-edit').click()
  await part('preset-add').click()
  await part('preset-name').fill('Magazine')
  await part('preset-name').press('Enter')
  await part('preset-unit').selectOption('mm')
  await part('preset-width').fill('85')
  await part('preset-width').press('Enter')
  await part('preset-colors').selectOption('greys')
  await part('preset-picture').click()
  await part('preset-picture-remove').waitFor()
  await part('preset-mark-logo').waitFor({ state: 'attached' })
  const offered = part('preset-dialog').getByTestId('undo-delete')
  // Removed, and deleted with the whole preset: both are undone.
  await part('preset-picture-remove').click()
  await part('preset-picture').waitFor()
  await offered.click()
  await part('preset-picture-remove').waitFor()
  await part('preset-delete').click()
  await part('preset-name').waitFor({ state: 'detached' })
  await offered.click()
  await part('preset-picture-remove').waitFor()
  expect(await part('preset-name').inputValue()).toBe('Magazine')
  expect(await axeFaults(test.window)).toEqual([])
  await test.window.getByRole('button', { name: 'Close', exact: true }).click()
  // It is in use without being chosen.
  expect(await part('preset').locator('option:checked').textContent()).toBe('Magazine')

  // Opened from the gallery, the figure is shown in exactly the size and look of the preset.
  await test.window.getByRole('button', { name: 'Open Curves' }).click()
  await vi.waitFor(
    async () => expect((await part('figure-canvas').boundingBox())?.width).toBeCloseTo(321, 0),
    { timeout: 20_000 },
  )
})

it('exports the whole set into a folder, with one page that lists it', async () => {
  await enter('Figures')
  const out = join(folder, 'article')
  mkdirSync(out)
  await answerOpen(test.app, out)
  await part('export-all').click()
  await vi.waitFor(() => expect(readdirSync(out)).toContain('index.html'), { timeout: 60_000 })
  const endings = ['csv', 'html', 'md', 'pdf', 'png', 'svg', 'tex']
  expect(readdirSync(out).sort()).toEqual(
    [
      ...['01-means', '02-grouped-bars', '03-curves'].flatMap((stem) =>
        endings.map((ending) => `${stem}.${ending}`),
      ),
      'index.html',
    ].sort(),
  )
  const svg = readFileSync(join(out, '02-grouped-bars.svg'), 'utf8')
  expect(svg).toMatch(/ width="85mm"/)
  expect(svg).toContain('href="data:image/png;base64,')
  for (const [, r, g, b] of svg.matchAll(/"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})"/g))
    expect([g, b]).toEqual([r, r])

  // The page loads nothing and breaks none of its own rules.
  const address = `file://${join(out, 'index.html')}`
  const complaints = await test.app.evaluate(async ({ BrowserWindow }, url) => {
    const window = new BrowserWindow({ show: false })
    const heard: string[] = []
    window.webContents.on('console-message', (event) => heard.push(event.message))
    const requests: string[] = []
    window.webContents.session.webRequest.onBeforeRequest(
      { urls: ['http://*/*', 'https://*/*'] },
      (one, go) => {
        requests.push(one.url)
        go({ cancel: true })
      },
    )
    await window.loadURL(url)
    const headings = (await window.webContents.executeJavaScript(
      '[...document.querySelectorAll("h2")].map((one) => one.textContent)',
    )) as string[]
    const offCentre = (await window.webContents.executeJavaScript(
      `[...document.querySelectorAll("figure")].map((figure) => {
        const [shown] = [...figure.querySelectorAll(":scope > svg")].filter((svg) => svg.getClientRects().length > 0)
        const [outer, inner] = [figure.getBoundingClientRect(), shown.getBoundingClientRect()]
        return Math.round(inner.left - outer.left - (outer.right - inner.right))
      })`,
    )) as number[]
    window.destroy()
    return { heard, requests, headings, offCentre }
  }, address)
  expect(complaints).toEqual({
    heard: [],
    requests: [],
    headings: ['1. Means', '2. Grouped bars', '3. Curves'],
    offCentre: [0, 0, 0],
  })
})

it('keeps the files of others, and reports it in a message accessible to every reader', async () => {
  const out = join(folder, 'article')
  writeFileSync(join(out, 'index.html'), 'my own page')
  await answerOpen(test.app, out)
  await part('export-all').click()
  const messages = test.window.getByRole('region', { name: 'Messages' })
  const failure = messages.locator('.n-notification').filter({ hasText: 'could not be exported' }).last()
  await failure.getByText('no export of figures has written it', { exact: false }).waitFor()
  expect(await axeFaults(test.window)).toEqual([])
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe('my own page')
  await failure.getByRole('button', { name: 'close' }).click()
  await failure.waitFor({ state: 'detached' })
  expect(test.problems).toEqual([])
})
