import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openReview } from '../../src/bench/store/open-review'
import { launchApp, startAgain, type AppUnderTest } from './launch-app'
import { answerSave } from './native-dialogs'

let folder: string
/** After the first test, which needs two starts. */
let shared: AppUnderTest | undefined
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'benchwright-e2e-shell-'))))
afterAll(async () => {
  await shared?.close()
  await rm(folder, { recursive: true, force: true })
})

async function newReview(under: AppUnderTest, name: string): Promise<string> {
  const path = join(folder, `${name}.benchwright`)
  await answerSave(under.app, path)
  await under.window.getByRole('button', { name: /New review/ }).click()
  await under.window.getByRole('navigation', { name: 'Rooms' }).waitFor()
  return path
}

const normalBounds = ({ app }: AppUnderTest) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())

async function moveTo(place: Electron.Rectangle, under: AppUnderTest): Promise<void> {
  const isVisible = () =>
    under.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  // The display answers later than the call; until then the window may still report its first place.
  await vi.waitFor(async () => expect(await isVisible()).toBe(true))
  await under.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), place)
  await vi.waitFor(async () => expect(await normalBounds(under)).toEqual(place))
}

const titles = ({ app }: AppUnderTest) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .map((window) => window.getTitle())
      .sort(),
  )

describe('a review', () => {
  it('is created where the person chose, saves what is typed just before the end, and is listed at the next start', async () => {
    const settings = await mkdtemp(join(folder, 'settings-'))
    const under = await launchApp({ userDataDir: settings })
    const path = await newReview(under, 'Two drives')
    const { window } = under
    const title = window.getByLabel('Title of the review')
    expect(await title.inputValue()).toBe('Two drives')
    expect(await titles(under)).toEqual(['Two drives.benchwright — Benchwright'])
    const place = { x: 60, y: 40, width: 1111, height: 777 }
    await moveTo(place, under)
    await title.fill('Three drives & a "virtual" one')
    await title.press('Enter')
    await window.getByRole('textbox', { name: 'Notes' }).fill('Firmware 2B2Q\n<b>not bold</b>')
    expect(under.problems).toEqual([])
    // No save command, no blur: the last key, then the end.
    await under.close()
    const review = openReview(path, { mode: 'read' })
    expect(review.summary()).toMatchObject({
      title: 'Three drives & a "virtual" one',
      notes: 'Firmware 2B2Q\n<b>not bold</b>',
    })
    review.close()

    const again = (shared = await launchApp({ userDataDir: settings }))
    // The window is at its previous place.
    await vi.waitFor(async () => expect(await normalBounds(again)).toEqual(place))
    await again.window
      .getByRole('button', { name: /Two drives/ })
      .first()
      .click()
    await again.window.getByRole('navigation', { name: 'Rooms' }).waitFor()
    expect(await again.window.getByText(path).count()).toBe(1)
  })

  it('is opened by a second start in the first one’s process, once', async () => {
    const under = (shared = await startAgain(shared))
    const path = await newReview(under, 'second')
    const other = join(folder, 'other.benchwright')
    await openAnother(under, other)
    await vi.waitFor(async () => expect(await titles(under)).toHaveLength(2))
    for (const file of [other, path]) await startWith(under, file)
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
