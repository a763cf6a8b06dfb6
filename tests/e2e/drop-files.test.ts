import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type {} from '../../src/renderer/bridge'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import { launchApp, type AppUnderTest } from './launch-app'
import { skipAfterFailure } from './skip-after-failure'

skipAfterFailure()

let folder: string
let test: AppUnderTest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-drop-'))
  for (const name of ['review', 'other']) createReview(at(`${name}.benchwright`)).close()
  await mkdir(at('results'))
  await copyFile('tests/fixtures/fio-3.33/mix.out', at('results/mix.json'))
  await copyFile('resources/samples/tachion-fill-level.benchwright', at('tachion.benchwright'))
  test = await launchApp()
  await test.window.getByTestId('start-view').waitFor()
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)

/** Drags these files over a window with Chromium's own drag events: trusted, and the files have paths. */
async function dragOver(page: Page, ...names: string[]) {
  const session: CDPSession = await page.context().newCDPSession(page)
  const data = { items: [], files: names.map(at), dragOperationsMask: 1 }
  const send = (type: 'dragEnter' | 'dragOver' | 'dragCancel' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
  await send('dragEnter')
  await send('dragOver')
  await page.getByTestId('drop-hint').getByRole('paragraph').waitFor()
  return { drop: () => send('drop'), cancel: () => send('dragCancel') }
}

async function drop(page: Page, ...names: string[]): Promise<void> {
  await (await dragOver(page, ...names)).drop()
}

/** Pictures for visual inspection. */
async function shoot(page: Page, name: string): Promise<void> {
  const shots = process.env.BENCHWRIGHT_SHOTS
  if (shots === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(shots, `drop-${name}-${colorScheme}.png`) })
  }
}

it('explains on the start screen that results need a review, and stays there', async () => {
  const { window } = test
  const address = window.url()
  const drag = await dragOver(window, 'results')
  await shoot(window, 'start')
  await drag.cancel()
  await window.mouse.move(310, 310)
  await window.getByTestId('drop-hint').waitFor({ state: 'hidden' })
  await drop(window, 'results')
  await window.getByTestId('error-note').getByText('“results” is not a review', { exact: false }).waitFor()
  await window.getByTestId('drop-new-review').waitFor()
  await shoot(window, 'needs-review')
  expect(window.url()).toBe(address)
})

it('opens a results file that is dropped on the start screen, and names what was left', async () => {
  const { window } = test
  await drop(window, 'review.benchwright', 'results')
  await window.getByTestId('import-door').waitFor()
  await window.getByText('The other files were not imported').waitFor()
})

it('offers to import results that are dropped on a review, with the drive they are of', async () => {
  const { window } = test
  const drag = await dragOver(window, 'results')
  await shoot(window, 'review')
  await drag.drop()
  await window.getByTestId('import-waiting').getByText('results', { exact: true }).waitFor()
  await window.getByTestId('import-device').fill('Drive A')
  await shoot(window, 'waiting')
  await window.getByTestId('import-dropped').click()
  await window.getByTestId('import-report').getByText('1 run imported.').waitFor()
  await window.getByTestId('import-report').getByText('Drive A').waitFor()
  await window.getByTestId('import-close').click()
  await window.getByTestId('import-dialog').waitFor({ state: 'detached' })
})

it('reads results first and then offers a results file, which opens in a separate window', async () => {
  const { window, app } = test
  await drop(window, 'other.benchwright', 'results/mix.json')
  await window.getByTestId('import-dropped').click()
  await window.getByTestId('import-report').getByText('Nothing', { exact: false }).first().waitFor()
  expect(await window.getByTestId('dropped-reviews').count()).toBe(0)
  await window.getByTestId('import-close').click()
  const offer = window.getByTestId('dropped-reviews')
  await shoot(window, 'offer')
  const opened = app.waitForEvent('window')
  await window.getByTestId('open-dropped').click()
  await (await opened).getByTestId('import-door').waitFor()
  await offer.waitFor({ state: 'detached' })
})

it('merges a dropped results file into the review', async () => {
  const { window } = test
  await drop(window, 'tachion.benchwright')
  await window.getByTestId('merge-dropped').click()
  await window.getByText('1 campaign taken', { exact: false }).waitFor()
  await window.getByTestId('dropped-reviews').waitFor({ state: 'detached' })
  const merged = openReview(at('review.benchwright'), { mode: 'read' })
  const devices = merged.campaigns().map(({ device }) => device)
  merged.close()
  expect(devices).toContainEqual(expect.stringContaining('tachIOn'))
})

it('explains why nothing can be imported into a read-only review', async () => {
  const opened = test.app.waitForEvent('window')
  await test.window.evaluate(() =>
    window.benchwright.shell('review.open-sample', { id: 'fio-read-write-mix' }),
  )
  const sample = await opened
  await sample.getByText('Read only').first().waitFor()
  const drag = await dragOver(sample, 'results')
  await shoot(sample, 'read-only')
  await drag.drop()
  await sample.getByText('Nothing can be imported', { exact: true }).waitFor()
  expect(await sample.getByTestId('import-dialog').count()).toBe(0)
  expect(test.problems).toEqual([])
})
