import { copyFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isWriter, openReview } from '../../src/bench/store/open-review'
import { axeFaults, loadAxe } from './axe-faults'
import { enterRoom } from './hosts-room'
import { launchApp, type AppUnderTest } from './launch-app'

let folder: string
let file: string
let test: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-bin-'))
  file = join(folder, 'review.benchwright')
  copyFileSync('resources/samples/fio-read-write-mix.benchwright', file)
  const review = openReview(file, { mode: 'write' })
  if (!isWriter(review)) throw new Error('The sample cannot be written.')
  const [first] = review.figures()
  review.documents.save(
    {
      ...{ name: 'Article', title: 'Article', author: '', template: 'empty' },
      blocks: [{ id: 'f', type: 'figure', figureId: first?.id ?? 0, withTable: false }],
    },
    undefined,
  )
  review.close()
  test = await launchApp({ args: [file] })
  await loadAxe(test.window)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => test.window.getByTestId(testid)

/** What is in the file. */
function stored() {
  const review = openReview(file, { mode: 'read' })
  const summary = review.summary()
  const findings = review.check()
  review.close()
  expect(findings).toEqual([])
  return summary
}

/** Pictures for visual inspection. */
async function shoot(name: string): Promise<void> {
  const shots = process.env.BENCHWRIGHT_SHOTS
  if (shots === undefined) return
  for (const [width, height] of [
    [900, 700],
    [1280, 800],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await test.window.setViewportSize({ width, height })
      await test.window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await test.window.screenshot({ path: join(shots, `bin-${name}-${String(width)}-${colorScheme}.png`) })
    }
  await test.window.setViewportSize({ width: 1280, height: 800 })
}

it('deletes a campaign without a question, says where it was used, and brings it back with its id', async () => {
  const before = stored()
  await enterRoom(test.window, 'Run')
  await test.window.getByRole('button', { name: 'Delete campaign' }).click()
  const told = part('deleted-notice')
  await told.getByText('Deleted campaign').waitFor()
  expect(await told.textContent()).toContain(`used in: figure “${before.figures[0]?.name ?? ''}”`)
  expect(await told.textContent()).toContain('document “Article”')
  await shoot('told')
  expect(await axeFaults(test.window)).toEqual([])
  await vi.waitFor(() => expect(stored().campaigns).toEqual([]))
  await part('undo-delete').click()
  await told.waitFor({ state: 'detached' })
  await vi.waitFor(() => expect(stored().campaigns).toEqual(before.campaigns))
})

it('deletes a figure in Results and in Figures alike; the document shows it again once it is back', async () => {
  const before = stored().figures
  await enterRoom(test.window, 'Figures')
  await part('figure-delete').first().click()
  await part('deleted-notice').getByText('used in: document “Article”').waitFor()
  await vi.waitFor(() => expect(stored().figures).toHaveLength(before.length - 1))
  await test.window.keyboard.press('Control+z')
  await vi.waitFor(() => expect(stored().figures.map(({ id }) => id)).toEqual(before.map(({ id }) => id)))
  await enterRoom(test.window, 'Report')
  await part('report-page').waitFor()
  expect(await test.window.getByText('The saved figure was deleted.').count()).toBe(0)
})

it('keeps what was deleted in a bin, from which it is restored or removed for good', async () => {
  await enterRoom(test.window, 'Report')
  await part('document-delete').click()
  await part('deleted-notice').getByText('Deleted document “Article”').waitFor()
  await enterRoom(test.window, 'Run')
  await test.window.getByRole('button', { name: 'Delete campaign' }).click()
  await enterRoom(test.window, 'Review')
  await part('bin').locator('summary').click()
  expect(await part('bin-item').count()).toBe(2)
  await shoot('list')
  expect(await axeFaults(test.window)).toEqual([])
  await part('bin-item').filter({ hasText: 'Article' }).getByTestId('bin-restore').click()
  await vi.waitFor(() => expect(stored().documents).toHaveLength(1))
  await part('bin-empty').click()
  await part('question-confirm').click()
  await part('bin').waitFor({ state: 'detached' })
  await vi.waitFor(() => expect(stored()).toMatchObject({ campaigns: [], bin: [] }))
  expect(test.problems).toEqual([])
})
