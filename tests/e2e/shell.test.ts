import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { launchApp, startAgain, type AppUnderTest } from './launch-app'
import { answerSave } from './native-dialogs'

let folder: string
let settings: string
let test: AppUnderTest | undefined
/** Of the tests that need no start of their own. */
let shared: AppUnderTest | undefined
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'benchwright-e2e-shell-'))))
afterAll(async () => {
  await shared?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => (settings = await mkdtemp(join(folder, 'settings-'))))
afterEach(async () => {
  await test?.close()
  test = undefined
})

async function started(...args: readonly string[]): Promise<AppUnderTest> {
  test = await launchApp({ args, userDataDir: settings })
  return test
}

async function newReview(under: AppUnderTest, name: string): Promise<string> {
  const path = join(folder, `${name}.benchwright`)
  await answerSave(under.app, path)
  await under.window.getByRole('button', { name: /New review/ }).click()
  await under.window.getByRole('navigation', { name: 'Rooms' }).waitFor()
  return path
}

const isVisible = ({ app }: AppUnderTest) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())

const normalBounds = ({ app }: AppUnderTest) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())

const titles = ({ app }: AppUnderTest) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .map((window) => window.getTitle())
      .sort(),
  )

describe('a review', () => {
  it('is created where the person chose, named after its file, and listed at the next start', async () => {
    const under = await started()
    const path = await newReview(under, 'Two drives')
    expect(await under.window.getByLabel('Title of the review').inputValue()).toBe('Two drives')
    expect(await titles(under)).toEqual(['Two drives.benchwright — Benchwright'])
    expect(under.problems).toEqual([])
    await under.close()

    const again = await started()
    await again.window
      .getByRole('button', { name: /Two drives/ })
      .first()
      .click()
    await again.window.getByRole('navigation', { name: 'Rooms' }).waitFor()
    expect(await again.window.getByText(path).count()).toBe(1)
  })

  it('saves title and notes automatically, also what was typed just before the window closed', async () => {
    const under = await started()
    const path = await newReview(under, 'notes')
    const { window } = under
    await window.getByLabel('Title of the review').fill('Three drives & a "virtual" one')
    await window.getByLabel('Title of the review').press('Enter')
    await window.getByRole('textbox', { name: 'Notes' }).fill('Firmware 2B2Q\n<b>not bold</b>')
    // No save command, no blur: the last key, then the end.
    await under.close()
    const review = openReview(path, { mode: 'read' })
    expect(review.summary()).toMatchObject({
      title: 'Three drives & a "virtual" one',
      notes: 'Firmware 2B2Q\n<b>not bold</b>',
    })
    review.close()
  })

  it('is opened by a second start in the first one’s process, once', async () => {
    const under = (shared = await startAgain(shared))
    const path = await newReview(under, 'second')
    const other = join(folder, 'other.benchwright')
    await openAnother(under, other)
    await vi.waitFor(async () => expect(await titles(under)).toHaveLength(2))
    for (const file of [path, other, path]) await startWith(under, file)
    expect(await titles(under)).toEqual([
      'other.benchwright — Benchwright',
      'second.benchwright — Benchwright',
    ])
  })

  it('shows each room from the keyboard, and finds by name', async () => {
    const under = (shared = await startAgain(shared))
    const { window } = under
    await newReview(under, 'keys')
    const current = () => window.locator('nav [aria-current=page]').textContent()
    for (const [key, room] of [
      ['5', 'Results'],
      ['4', 'Run'],
      ['3', 'Design'],
      ['1', 'Review'],
    ] as const) {
      await window.keyboard.press(`Control+${key}`)
      await vi.waitFor(async () => expect((await current())?.trim()).toBe(room))
    }
    await window.keyboard.press('Control+k')
    await window.getByTestId('palette').fill('results')
    await window.keyboard.press('Enter')
    await vi.waitFor(async () => expect((await current())?.trim()).toBe('Results'))
    expect(await window.getByRole('dialog').count()).toBe(0)
  })
})

describe('the app', () => {
  it('opens its window at its previous place', async () => {
    const place = { x: 60, y: 40, width: 1111, height: 777 }
    const under = await started()
    // The display answers later than the call; until then the window may still report its first place.
    await vi.waitFor(async () => expect(await isVisible(under)).toBe(true))
    await under.app.evaluate(
      ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to),
      place,
    )
    await vi.waitFor(async () => expect(await normalBounds(under)).toEqual(place))
    await under.close()
    const again = await started()
    await vi.waitFor(async () => expect(await normalBounds(again)).toEqual(place))
  })

  it('has a menu whose entries reach the window', async () => {
    const under = (shared = await startAgain(shared))
    await newReview(under, 'menu')
    const labels = await under.app.evaluate(({ Menu }) => {
      const labelsOf = (menu: Electron.Menu | null | undefined): string[] =>
        menu?.items.flatMap(({ label, submenu, visible }) =>
          visible ? [label, ...labelsOf(submenu)] : [],
        ) ?? []
      return labelsOf(Menu.getApplicationMenu())
    })
    expect(labels).toEqual(
      expect.arrayContaining([
        'New Review…',
        'Open…',
        'Open Recent',
        'Undo',
        'Redo',
        'Theme',
        'About Benchwright',
      ]),
    )
    await under.app.evaluate(({ Menu }) => {
      const find = (menu: Electron.Menu | null | undefined): Electron.MenuItem | undefined => {
        for (const item of menu?.items ?? []) {
          const found = item.label === 'Design' ? item : find(item.submenu)
          if (found) return found
        }
        return undefined
      }
      find(Menu.getApplicationMenu())?.click()
    })
    await vi.waitFor(async () =>
      expect((await under.window.locator('nav [aria-current=page]').textContent())?.trim()).toBe('Design'),
    )
  })
})

/** Creates another review in a separate window. */
async function openAnother(under: AppUnderTest, path: string): Promise<void> {
  await answerSave(under.app, path)
  await under.window.evaluate(() => window.benchwright.shell('review.create', {}))
}

/** Starts the program once more with a file; resolves when that start has passed it on and ended. */
async function startWith(under: AppUnderTest, file: string): Promise<void> {
  const first = under.app.process()
  const args = first.spawnargs
    .slice(1)
    .filter((arg) => !/remote-debugging|inspect|--require|playwright/.test(arg))
  const again = spawn(first.spawnfile, [...args, file], { stdio: 'ignore', env: process.env })
  await once(again, 'exit')
}
