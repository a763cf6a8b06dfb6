import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReview } from '../../src/bench/store/create-review'
import { launchApp, startAgain, type AppUnderTest } from './launch-app'
import { answerOpen, answerSave } from './native-dialogs'

let folder: string
let sound: string
let app: AppUnderTest | undefined
let test: AppUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchwright-start-'))
  sound = join(folder, 'sound.benchwright')
  createReview(sound).close()
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

const part = (testid: string) => test.window.getByTestId(testid)
const recent = () => part('recent-review')
const note = () => part('error-note')

/** Pauses the next bench before it can answer, as if its file were on a drive that hangs. */
const stopNextBench = () =>
  test.app.evaluate(({ utilityProcess }) => {
    const fork = utilityProcess.fork.bind(utilityProcess)
    utilityProcess.fork = (...given) => {
      utilityProcess.fork = fork
      const child = fork(...given)
      child.once('spawn', () => {
        if (child.pid !== undefined) process.kill(child.pid, 'SIGSTOP')
      })
      return child
    }
  })

/** data-testid of the focused element. */
const focused = () =>
  test.window.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.testid)

it('a file that is no results file, named on the command line, leaves the start screen with the reason', async () => {
  const path = join(folder, 'named.benchwright')
  await writeFile(path, 'no database')
  test = app = await launchApp({ args: [path] })
  await note().getByText('“named.benchwright” could not be opened').waitFor()
  expect(await note().innerText()).toContain('not a Benchwright results file')
  await note().getByRole('button', { name: 'Close this message' }).click()
  await vi.waitFor(async () => expect(await note().count()).toBe(0))
  expect(test.problems).toEqual([])
})

describe('on a fresh machine', () => {
  beforeEach(async () => {
    test = app = await startAgain(app)
  })
  afterEach(() => expect(test.problems).toEqual([]))

  it('explains what a review is, with New review as the default action', async () => {
    await test.window.getByText('Your first review').waitFor()
    await answerSave(test.app, join(folder, 'by-return'))
    await test.window.keyboard.press('Enter')
    await test.window.getByRole('navigation', { name: 'Rooms' }).waitFor()
    expect(await test.window.title()).toBeTruthy()
    expect(await test.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())).toBe(
      'by-return.benchwright — Benchwright',
    )
  })

  it('stays unchanged when a dialog is cancelled, and reports why a file cannot be created', async () => {
    await answerSave(test.app, undefined)
    await answerOpen(test.app, undefined)
    await test.window.getByRole('button', { name: 'New review' }).click()
    await test.window.getByRole('button', { name: 'Open…' }).click()
    await part('start-template-quick-look').click()
    await vi.waitFor(async () => expect(await part('start-template-quick-look').isEnabled()).toBe(true))
    expect(await note().count()).toBe(0)

    await answerSave(test.app, join(folder, 'no', 'such', 'folder.benchwright'))
    await test.window.getByRole('button', { name: 'New review' }).click()
    await note().getByText('The review could not be created').waitFor()
    expect(await note().innerText()).toContain(join(folder, 'no', 'such'))
  })

  it('creates a review with a plan from a template, and shows the plan', async () => {
    const file = join(folder, 'from-template.benchwright')
    await answerSave(test.app, file)
    await part('start-template-queue-depth-sweep').click()
    await vi.waitFor(async () => expect(await part('figure-runs').textContent()).toBe('180'))
    expect(await part('plan-name').inputValue()).toBe('Queue depth')
  })

  it('finds what it offers by name with Ctrl K', async () => {
    const { window } = test
    await window.getByRole('button', { name: /New review/ }).focus()
    await window.keyboard.press('Control+k')
    await window.getByTestId('palette').fill('queue depth')
    await window
      .getByRole('option', { name: /Queue depth/ })
      .first()
      .waitFor()
    await window.getByTestId('palette').fill('Dark theme')
    await window.keyboard.press('Enter')
    await vi.waitFor(async () => expect(await window.getByTestId('theme-dark').isChecked()).toBe(true))
  })

  it('turns light and dark, and remembers it', async () => {
    const themeOf = () => test.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)
    await test.window.getByTestId('theme-dark').check({ force: true })
    await vi.waitFor(async () => expect(await themeOf()).toBe('dark'))
    const stored = await readFile(join(test.userDataDir, 'settings.json'), 'utf8')
    expect(JSON.parse(stored)).toMatchObject({ theme: 'dark' })
    await test.window.getByTestId('theme-light').check({ force: true })
    await vi.waitFor(async () => expect(await themeOf()).toBe('light'))
  })
})

describe('recent files', () => {
  afterEach(() => expect(test.problems).toEqual([]))

  it('are reached and opened with the keyboard', async () => {
    const second = join(folder, 'second.benchwright')
    await copyFile(sound, second)
    test = app = await startAgain(app, { recent: [sound, second] })
    await recent().first().waitFor()
    expect(await recent().locator('.name').allInnerTexts()).toEqual(['sound', 'second'])
    await vi.waitFor(async () => expect(await focused()).toBe('recent-review'))
    await test.window.keyboard.press('ArrowDown')
    await test.window.keyboard.press('Enter')
    await test.window.getByRole('navigation', { name: 'Rooms' }).waitFor()
    const list = JSON.parse(await readFile(join(test.userDataDir, 'recent-reviews.json'), 'utf8')) as {
      path: string
    }[]
    expect(list.map(({ path }) => path)).toEqual([second, sound])
  })

  it('are marked when they are gone, report it when opened, and are removed from the list with Delete', async () => {
    const gone = join(folder, 'on-another-drive.benchwright')
    test = app = await startAgain(app, { recent: [gone, sound] })
    await recent().first().getByText('not found').waitFor()
    await recent().first().click()
    await note().getByText('is no longer at').waitFor()
    expect(await note().innerText()).toContain('Put the file back or connect its drive')
    await recent().first().focus()
    await test.window.keyboard.press('Delete')
    await vi.waitFor(async () => expect(await recent().count()).toBe(1))
    expect(await note().count()).toBe(0)
    expect(await focused()).toBe('recent-review')
  })

  it('can be cancelled while they are being opened, and open once afterwards, however often they are clicked', async () => {
    test = app = await startAgain(app, { recent: [sound] })
    await stopNextBench()
    await recent().first().click()
    await recent().first().getByText('Opening').waitFor()
    await test.window.keyboard.press('Escape')
    await vi.waitFor(async () => expect(await recent().first().getByText('Opening').count()).toBe(0))
    expect(await note().count()).toBe(0)
    await recent().first().dblclick()
    await test.window.getByRole('navigation', { name: 'Rooms' }).waitFor()
    expect(await test.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })
})

describe('a file named from outside', () => {
  it('has its window at once, which waits for the file and can cancel it', async () => {
    test = app = await startAgain(app, { args: [sound] })
    await test.window.getByRole('navigation', { name: 'Rooms' }).waitFor()
    await stopNextBench()
    const other = join(folder, 'on-a-slow-drive.benchwright')
    await copyFile(sound, other)
    const nameFromOutside = () =>
      test.app.evaluate(({ app }, file) => app.emit('second-instance', {}, ['benchwright', file], '/'), other)
    const [waiting] = await Promise.all([test.app.waitForEvent('window'), nameFromOutside()])
    await waiting.getByText('Opening on-a-slow-drive').waitFor()
    await waiting.getByRole('button', { name: 'Cancel' }).click()
    await waiting.getByTestId('start-view').waitFor()
    expect(await waiting.getByTestId('error-note').count()).toBe(0)

    await nameFromOutside()
    await waiting.getByRole('navigation', { name: 'Rooms' }).waitFor()
    expect(test.problems).toEqual([])
  })
})

describe('a file that is not a sound results file', () => {
  const kinds: readonly (readonly [string, (path: string) => Promise<void>, RegExp, RegExp])[] = [
    [
      'foreign',
      (path) => writeFile(path, 'just a text, not a database at all'),
      /not a Benchwright results file/,
      /open a backup/,
    ],
    ['empty', (path) => writeFile(path, ''), /is empty/, /backup or another copy/],
    ['newer', async (path) => patch(path, 60, 9999), /newer Benchwright/, /update this one/],
    [
      'other-program',
      async (path) => patch(path, 68, 1),
      /database of another program/,
      /saved by Benchwright/,
    ],
    [
      'truncated',
      async (path) => {
        await copyFile(sound, path)
        await truncate(path, 8192)
      },
      /cut off|shorter|truncated/i,
      /./,
    ],
    [
      'damaged',
      async (path) => {
        const bytes = await readFile(sound)
        bytes.fill(0xa5, 100, 8192)
        await writeFile(path, bytes)
      },
      /damaged|cannot make sense/i,
      /./,
    ],
    ['folder', (path) => mkdir(path).then(() => undefined), /is not a file/, /ends in \.benchwright/],
  ]

  /** A copy of the sound file with one 32-bit number of its header changed. */
  async function patch(path: string, offset: number, value: number): Promise<void> {
    const bytes = await readFile(sound)
    bytes.writeUInt32BE(value, offset)
    await writeFile(path, bytes)
  }

  it('shows its cause and remedy next to its name, to copy, and stays untouched', async () => {
    const files = kinds.map(([name]) => join(folder, `${name}.benchwright`))
    for (const [index, [, make]] of kinds.entries()) await make(files[index] ?? '')
    test = app = await startAgain(app, { recent: files })
    await recent().first().waitFor()
    for (const [index, [name, , cause, remedy]] of kinds.entries()) {
      const path = files[index] ?? ''
      const before = name === 'folder' ? undefined : await readFile(path)
      await recent().nth(index).click()
      const said = test.window.locator('.recent > li').nth(index).getByTestId('error-note')
      await said.waitFor()
      expect(await said.innerText(), name).toMatch(cause)
      expect(await said.innerText(), name).toMatch(remedy)
      expect(await note().count()).toBe(1)
      if (before) expect((await readFile(path)).equals(before)).toBe(true)
    }
    await part('copy-error').click()
    await vi.waitFor(async () => {
      const copied = await test.app.evaluate(({ clipboard }) => clipboard.readText())
      expect(copied).toMatch(/^This file could not be opened\n.*is not a file.*\n.*\.benchwright/)
    })
    expect(test.problems).toEqual([])
  })
})

it('a window closed while its file is being opened ends the app, and opens no other window', async () => {
  test = app = await startAgain(app, { args: [sound] })
  const ended = test.app.waitForEvent('close')
  await test.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.close()
  })
  await ended
})
