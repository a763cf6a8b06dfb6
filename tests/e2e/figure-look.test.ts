import { copyFileSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { svgElements } from '../bench/figures/svg-elements'
import { axeFaults, loadAxe } from './axe-faults'
import { launchApp, type AppUnderTest } from './launch-app'
import { answerSave } from './native-dialogs'
import { skipAfterFailure } from './skip-after-failure'

skipAfterFailure()

const sample = join(import.meta.dirname, '../../resources/samples/fio-read-write-mix.benchwright')
let folder: string
let test: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-look-'))
  const file = join(folder, 'review.benchwright')
  copyFileSync(sample, file)
  test = await launchApp({ args: [file] })
  await loadAxe(test.window)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => test.window.getByTestId(testid)
const editor = () => part('figure-text-editor')

/** Retries until the picture has been drawn with the previous changes. */
async function doubleClick(place: { x: number; y: number }): Promise<void> {
  await vi.waitFor(
    async () => {
      await part('figure-canvas').dblclick({ position: place })
      await editor().waitFor({ timeout: 1000 })
    },
    { timeout: 30_000 },
  )
}

it('sets a logarithmic axis and a named reference line in the panel', async () => {
  await test.window.getByRole('navigation', { name: 'Rooms' }).getByText('Results', { exact: true }).click()
  await part('figure-canvas').waitFor()
  await part('look-scale-log').check({ force: true })
  await part('look-add-reference').click()
  await part('look-reference-value').fill('550')
  await part('look-reference-value').press('Enter')
  await part('look-reference-name').fill('SATA limit')
  await part('look-reference-name').press('Enter')
  await part('look-values').check()
  expect(await axeFaults(test.window)).toEqual([])
})

it('changes the title on the figure, and adds a note on a double click in the plot', async () => {
  await doubleClick({ x: 60, y: 24 })
  await editor().fill('Mixed load of one disk')
  await editor().press('Enter')
  await editor().waitFor({ state: 'detached' })
  await vi.waitFor(async () =>
    expect(await part('figure-canvas').getAttribute('aria-label')).toContain('Mixed load of one disk.'),
  )
  const box = await part('figure-canvas').boundingBox()
  await doubleClick({ x: (box?.width ?? 0) / 2, y: 330 })
  await editor().fill('the writes take over')
  await editor().press('Enter')
  await test.window.getByLabel('Note 1').waitFor()
})

it('undoes and redoes each of them', async () => {
  await test.window.getByRole('button', { name: 'Undo: change notes' }).click()
  await test.window.getByLabel('Note 1').waitFor({ state: 'detached' })
  await test.window.getByRole('button', { name: 'Redo: change notes' }).click()
  await test.window.getByLabel('Note 1').waitFor()
})

it('exports what is shown: proportions, text sizes, scale, line and note', async () => {
  const path = join(folder, 'mix.svg')
  await answerSave(test.app, path)
  await part('figure-export').click()
  await part('export-svg').check()
  await part('export-save').click()
  const elements = await vi.waitFor(() => svgElements(readFileSync(path, 'utf8')), { timeout: 30_000 })
  const texts = elements.filter(({ tag }) => tag === 'text').map(({ text }) => text)
  for (const text of ['Mixed load of one disk', 'SATA limit', 'the writes take over', '1,000', '100'])
    expect(texts).toContain(text)
  const box = await part('figure-canvas').boundingBox()
  expect(Number(elements[0]?.attributes.width)).toBe(box?.width)
  expect(Number(elements[0]?.attributes.height)).toBe(box?.height)
  const sizes = new Set(elements.flatMap(({ attributes }) => attributes['font-size'] ?? []))
  // The window's own: title, axes, caption, small print.
  for (const size of ['15', '12', '11', '9.5']) expect(sizes).toContain(size)
  expect(test.problems).toEqual([])
})
