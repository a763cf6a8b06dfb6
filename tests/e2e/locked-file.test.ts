import { copyFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openForWriting } from '../../src/bench/store/open-review'
import { axeFaults, loadAxe } from './axe-faults'
import { launchApp, openWindow, type AppUnderTest } from './launch-app'

let test: AppUnderTest
let folder: string
let holder: DatabaseSync

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-locked-'))
  const file = join(folder, 'locked.benchwright')
  copyFileSync('resources/samples/fio-read-write-mix.benchwright', file)
  const review = openForWriting(file)
  review.documents.save({ name: 'Words', title: '', author: '', template: 'empty', blocks: [] }, undefined)
  review.close()
  test = await launchApp({ args: [file] })
  await test.window.getByLabel('Title of the review').waitFor()
  // The app may still be reading for the room before.
  holder = new DatabaseSync(file, { timeout: 10_000 })
})
afterAll(async () => {
  holder.close()
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const enter = (room: string) =>
  test.window.getByRole('navigation', { name: 'Rooms' }).getByText(room, { exact: true }).click()

it.each([
  ['Design', 'The plan could not be opened', 'plan-name'],
  ['Run', 'This campaign could not be read', 'campaign-state'],
  ['Results', 'The campaign could not be read', 'figure-save'],
  ['Compare', 'The comparison could not be read', 'compare-undo'],
  ['Report', 'The document could not be opened', 'report-page'],
])(
  '%s says why it cannot read a locked file, and reads it when asked again',
  async (room, title, content) => {
    const { window } = test
    holder.exec('BEGIN EXCLUSIVE')
    try {
      await enter(room)
      await window.getByRole('heading', { name: title }).waitFor()
      expect(await window.getByRole('alert').allInnerTexts()).toEqual([
        expect.stringMatching(/is being written by another program\. Close the other program/),
      ])
      expect(await window.getByRole('button', { name: 'Try again' }).count()).toBe(1)
      if (process.env.BENCHWRIGHT_SHOTS)
        for (const colorScheme of ['light', 'dark'] as const) {
          await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await window.screenshot({
            path: join(process.env.BENCHWRIGHT_SHOTS, `locked-${room}-${colorScheme}.png`),
          })
        }
      await loadAxe(window)
      expect(await axeFaults(window)).toEqual([])
    } finally {
      holder.exec('ROLLBACK')
    }
    await window.getByRole('button', { name: 'Try again' }).click()
    await window.getByTestId(content).waitFor()
    expect(await window.getByRole('heading', { name: title }).count()).toBe(0)
    expect(test.problems).toEqual([])
  },
)

it('keeps the metric that was asked for while the file was locked', async () => {
  const file = join(folder, 'metric.benchwright')
  copyFileSync('resources/samples/fio-read-write-mix.benchwright', file)
  const other = await openWindow(test, file)
  const lock = new DatabaseSync(file)
  try {
    const { window } = other
    await window.getByLabel('Title of the review').waitFor()
    lock.exec('BEGIN EXCLUSIVE')
    await window.keyboard.press('Control+k')
    await window.getByTestId('palette').fill('Median completion latency')
    await window.getByRole('option', { name: 'Median completion latency' }).first().click()
    await window.getByRole('heading', { name: 'The campaign could not be read' }).waitFor()
    lock.exec('ROLLBACK')
    await window.getByRole('button', { name: 'Try again' }).click()
    await window.getByRole('heading', { name: /median completion latency/i, level: 1 }).waitFor()

    lock.exec('BEGIN EXCLUSIVE')
    await window.keyboard.press('Control+k')
    await window.getByTestId('palette').fill('99th percentile latency')
    await window.getByRole('dialog').getByRole('option', { name: '99th percentile latency' }).first().click()
    await window.getByText('The campaigns could not be read').waitFor()
    lock.exec('ROLLBACK')
    await window.getByRole('button', { name: 'Try again' }).click()
    await window.getByRole('heading', { name: /99th percentile latency/i, level: 1 }).waitFor()
    expect(other.problems).toEqual([])
  } finally {
    lock.close()
    await other.close()
  }
})
