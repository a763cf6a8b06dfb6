import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { openReview } from '../../src/bench/store/open-review'
import { importFiles } from '../../src/bench/import/import-files'
import { axeFaults, loadAxe } from './axe-faults'
import { startAgain, type AppUnderTest } from './launch-app'
import { answerOpen, answerSave } from './native-dialogs'

let folder: string
let shelf: string
let file: string
let app: AppUnderTest | undefined
let test: AppUnderTest

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-shelf-'))
  shelf = join(folder, 'shelf')
  mkdirSync(join(shelf, '2024'), { recursive: true })
  await makeReview(join(shelf, 'alpha.benchwright'), 'Drive Alpha')
  await makeReview(join(shelf, '2024', 'beta <b>.benchwright'), 'Drive Beta <i>')
  copyFileSync('resources/samples/tpcc-servers.benchwright', join(shelf, 'servers.benchwright'))
  writeFileSync(join(shelf, 'foreign.benchwright'), 'a shopping list')
  writeFileSync(
    join(shelf, 'damaged.benchwright'),
    readFileSync(join(shelf, 'alpha.benchwright')).subarray(0, 5000),
  )
  file = join(folder, 'review.benchwright')
  await makeReview(file, 'Drive under test')
  test = app = await startAgain(app, { args: [file] })
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(() => app?.close())

async function makeReview(path: string, device: string): Promise<void> {
  const review = createReview(path)
  await importFiles(review, ['tests/fixtures/fio-3.33/mix.out'], { device, configuration: 'kernel 6.1' })
  review.close()
}

const part = (testid: string) => test.window.getByTestId(testid)
const shown = () => part('shelf-row').allTextContents()
const enter = (room: string) =>
  test.window.getByRole('navigation', { name: 'Rooms' }).getByText(room, { exact: true }).click()

/** Pictures for inspection, in the sizes and themes of BENCHWRIGHT_SHOTS. */
async function shoot(name: string): Promise<void> {
  const shots = process.env.BENCHWRIGHT_SHOTS
  if (shots === undefined) return
  for (const [width, height] of [
    [900, 700],
    [1280, 800],
    [1920, 1080],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await test.window.setViewportSize({ width, height })
      await test.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await test.window.screenshot({ path: join(shots, `shelf-${name}-${width}-${colorScheme}.png`) })
    }
  await test.window.setViewportSize({ width: 1280, height: 800 })
}

/** Chooses the folder as the shelf. */
async function choose(): Promise<void> {
  await enter('Shelf')
  await part('shelf-first').waitFor()
  await answerOpen(test.app, shelf)
  await part('shelf-first').click()
  await part('shelf-table').waitFor()
}

it('lists a folder, searches as one types, and ranks against the drive under test', async () => {
  await enter('Shelf')
  await part('shelf-first').waitFor()
  await shoot('empty')
  await choose()
  await vi.waitFor(async () => expect((await shown()).length).toBe(4), { timeout: 20_000 })
  await part('shelf-problems').locator('summary').click()
  const problems = await part('shelf-problems').textContent()
  expect(problems).toContain('damaged.benchwright')
  expect(problems).toContain('foreign.benchwright')
  await shoot('problems')
  await test.window.keyboard.press('/')
  await test.window.keyboard.type('drive random-mix')
  await vi.waitFor(async () => expect(await shown()).toHaveLength(2))
  expect((await shown()).join()).toContain('Drive Beta <i>')
  await part('sort-device').click()
  await part('shelf-row').first().click()
  await test.window.keyboard.press('ArrowDown')
  await test.window.keyboard.press('Enter')
  await vi.waitFor(async () =>
    expect((await part('shelf-selected').textContent())?.replaceAll(/\s+/g, ' ').trim()).toBe(
      '2 campaigns of 2 files',
    ),
  )
  await shoot('selected')
  await loadAxe(test.window)
  expect(await axeFaults(test.window)).toEqual([])
  await part('shelf-rank').click()
  await part('figure-canvas').waitFor()
  await test.window.getByRole('heading', { name: 'IOPS: ranking' }).waitFor()
  const table = test.window.getByRole('region', { name: 'Figure and numbers' })
  for (const device of ['Drive under test', 'Drive Alpha', 'Drive Beta <i>'])
    await table.getByText(device).first().waitFor({ state: 'attached' })
  await shoot('ranking')
  const review = openReview(file, { mode: 'read' })
  const devices = review.campaigns().map(({ device }) => device)
  expect(devices.sort()).toEqual(['Drive Alpha', 'Drive Beta <i>', 'Drive under test'])
  review.close()
  expect(test.problems).toEqual([])
})

it('puts campaigns of earlier reviews into an article without leaving it', async () => {
  await enter('Report')
  await part('new-document-empty').click()
  await part('add-block').click()
  await part('add-from-shelf').click()
  await answerOpen(test.app, shelf)
  await part('shelf-first').click()
  await part('shelf-query').fill('drive random-mix')
  await vi.waitFor(async () => expect(await shown()).toHaveLength(2), { timeout: 20_000 })
  await part('shelf-select-found').click()
  await shoot('in-report')
  await loadAxe(test.window)
  expect(await axeFaults(test.window)).toEqual([])
  await part('shelf-rank').click()
  const figure = test.window.locator('[data-testid=report-block][aria-label=Figure]')
  await figure.getByRole('img', { name: 'IOPS: ranking' }).waitFor()
  expect(await part('shelf-table').count()).toBe(0)
  await shoot('report-ranking')
  const review = openReview(file, { mode: 'read' })
  expect(review.campaigns()).toHaveLength(3)
  expect(review.figures().map(({ settings }) => settings.kind)).toEqual(['ranking'])
  review.close()
  expect(test.problems).toEqual([])
})

it('takes campaigns once, undoes it, and remembers the folder', async () => {
  await choose()
  await part('shelf-query').fill('alpha')
  await vi.waitFor(async () => expect(await shown()).toHaveLength(1))
  await part('shelf-row').click()
  const devices = () => {
    const review = openReview(file, { mode: 'read' })
    const all = review.campaigns().map(({ device }) => device)
    review.close()
    return all
  }
  await part('shelf-take').click()
  await part('shelf-taken').getByText('1 campaign taken.').waitFor()
  expect(devices()).toHaveLength(2)
  await shoot('taken')
  await part('shelf-taken-undo').click()
  await part('shelf-taken').waitFor({ state: 'detached' })
  await vi.waitFor(() => expect(devices()).toEqual(['Drive under test']))
  await part('shelf-take').click()
  await part('shelf-taken').getByText('1 campaign taken.').waitFor()
  await part('shelf-take').click()
  await part('shelf-taken').getByText('1 campaign here already.').waitFor()
  expect(await part('shelf-taken-undo').count()).toBe(0)
  await shoot('known')
  await part('shelf-row').focus()
  await test.window.keyboard.press('Control+z')
  await vi.waitFor(() => expect(devices()).toEqual(['Drive under test']))
  await test.window.reload()
  await enter('Shelf')
  await part('shelf-table').waitFor()

  const opened = test.app.waitForEvent('window')
  await part('shelf-query').fill('alpha')
  await vi.waitFor(async () => expect(await shown()).toHaveLength(1))
  await part('shelf-open').click()
  const other = await opened
  await other.getByText('Drive Alpha').first().waitFor()
  await other.close()
})

it('merges a review, and copies a campaign out to a new file', async () => {
  await enter('Shelf')
  await answerOpen(test.app, join(shelf, 'servers.benchwright'))
  await part('shelf-merge').click()
  const merged = test.window.getByText(/campaigns taken/).first()
  await merged.waitFor()
  const count = () => {
    const review = openReview(file, { mode: 'read' })
    const { length } = review.campaigns()
    review.close()
    return length
  }
  expect(count()).toBeGreaterThan(1)
  await test.window.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await test.window.getByText('The merge was undone').waitFor()
  expect(count()).toBe(1)
  await part('shelf-merge').click()
  await merged.waitFor()
  await enter('Run')
  const copied = join(folder, 'out.benchwright')
  await answerSave(test.app, copied)
  await part('campaign-copy').click()
  await part('copy-new').click()
  await test.window.getByText(`Copied to ${copied}`).waitFor()
  const review = openReview(copied, { mode: 'read' })
  expect(review.campaigns()).toHaveLength(1)
  expect(review.check()).toEqual([])
  review.close()
  await part('campaign-copy').click()
  await part('copy-new').click()
  await test.window.getByText('exists already', { exact: false }).first().waitFor()
})
