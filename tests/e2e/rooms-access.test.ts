import { copyFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { openForWriting } from '../../src/bench/store/open-review'
import { axeFaults, loadAxe } from './axe-faults'
import { enterRoom } from './hosts-room'
import { launchApp, openWindow, type AppUnderTest } from './launch-app'

let folder: string
let empty: AppUnderTest
let filled: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-rooms-'))
  createReview(join(folder, 'empty.benchwright')).close()
  const file = join(folder, 'filled.benchwright')
  copyFileSync('resources/samples/fio-read-write-mix.benchwright', file)
  const review = openForWriting(file)
  review.documents.save({ name: 'Words', title: '', author: '', template: 'empty', blocks: [] }, undefined)
  review.close()
  empty = await launchApp({ args: [join(folder, 'empty.benchwright')] })
  filled = await openWindow(empty, file)
  for (const { window } of [empty, filled]) {
    await window.getByLabel('Title of the review').waitFor()
    await loadAxe(window)
  }
})
afterAll(async () => {
  await filled.close()
  await empty.close()
  await rm(folder, { recursive: true, force: true })
})

const rooms = ['Review', 'Shelf', 'Design', 'Run', 'Results', 'Compare', 'Figures', 'Report', 'Hosts']

it.each(rooms)('%s has one first heading and no fault, empty and with data', async (room) => {
  for (const { window } of [empty, filled]) {
    await enterRoom(window, room)
    const heading = window.getByRole('main').getByRole('heading', { level: 1 })
    await heading.waitFor({ state: 'attached' })
    expect(await heading.count()).toBe(1)
    expect(await axeFaults(window)).toEqual([])
  }
})
