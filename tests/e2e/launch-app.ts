import { once } from 'node:events'
import { statfsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, errors, type ElectronApplication, type Page } from 'playwright-core'
import { resolveElectron } from '../../scripts/setup/electron-runtime.mjs'
import { finishRecord, record } from './evidence'

export const appFolder = fileURLToPath(new URL('../../app', import.meta.url))

/** The same app, but it opens no window before Playwright is connected. */
const waitingApp = fileURLToPath(new URL('./waiting-app', import.meta.url))

export interface LaunchOptions {
  /** Arguments of the app itself, for example the path of a results file. */
  readonly args?: readonly string[]
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Where the app keeps its settings. Without it, a new folder that `close` removes. */
  readonly userDataDir?: string
  /** Results files in the list of recent ones, the newest first. */
  readonly recent?: readonly string[]
}

export interface AppUnderTest {
  readonly app: ElectronApplication
  readonly window: Page
  readonly userDataDir: string
  /** Uncaught errors and console errors of the window, in order. */
  readonly problems: readonly string[]
  /** Ends the app as a person would, and removes the settings folder created at launch. */
  readonly close: () => Promise<void>
}

/**
 * Starts the real app on the project's Electron runtime, or, if BENCHWRIGHT_E2E_APP names its program, the packed one
 * (`npm run pack -- --for-test`). Resolves when the window has loaded its page.
 */
export async function launchApp(options: LaunchOptions = {}): Promise<AppUnderTest> {
  const userDataDir = options.userDataDir ?? (await mkdtemp(join(tmpdir(), 'benchwright-settings-')))
  await listRecent(userDataDir, options.recent)
  const packed = process.env.BENCHWRIGHT_E2E_APP
  const app = await launchElectron({
    executablePath: packed ?? (await resolveElectron()).executable,
    args: [...testFlags(userDataDir), ...(packed ? [] : [waitingApp]), ...(options.args ?? [])],
    // Runs of another test do not concern this one.
    env: { BENCHWRIGHT_STATE: join(userDataDir, 'state'), ...stringsOf(process.env), ...options.env },
  })
  await record(app)
  const window = await app.firstWindow()
  const problems = await readyWindow(window)
  const child = app.process()
  const end = async () => {
    // The next start with the same settings must not find the old process, which holds the single-instance lock.
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    await finishRecord(app)
    await app.close()
    await gone
    if (!options.userDataDir) await rm(userDataDir, { recursive: true, force: true })
  }
  let ended: Promise<void> | undefined
  return { app, window, userDataDir, problems, close: () => (ended ??= end()) }
}

async function listRecent(userDataDir: string, paths: readonly string[] = []): Promise<void> {
  if (paths.length === 0) return
  const entries = paths.map((path, index) => ({
    path,
    openedAtMs: Date.now() - index * 60_000,
    unfinished: false,
  }))
  await writeFile(join(userDataDir, 'recent-reviews.json'), JSON.stringify(entries))
}

/** Resolves when a window has loaded its page; returns the errors in it from now on. */
async function readyWindow(window: Page): Promise<readonly string[]> {
  window.setDefaultTimeout(60_000)
  const problems: string[] = []
  window.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  window.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`)
  })
  await window.waitForLoadState('load')
  return problems
}

/**
 * Opens a results file in another window of a running app, as a second start does, in less time than an app takes to
 * start. `close` closes this window alone.
 */
export async function openWindow(running: AppUnderTest, file: string): Promise<AppUnderTest> {
  const { app } = running
  const [window, problems] = await openedBy(app, [file])
  const end = async () => {
    const closed = window.waitForEvent('close')
    const shown = await app.browserWindow(window)
    await Promise.all([closed, shown.evaluate((each: { close: () => void }) => each.close())])
  }
  let ended: Promise<void> | undefined
  return { ...running, window, problems, close: () => (ended ??= end()) }
}

/**
 * Starts an app, or gives a running one the state after a start with these arguments: one new window and no settings.
 * That takes less time than an app takes to start.
 */
export async function startAgain(
  running: AppUnderTest | undefined,
  options: LaunchOptions = {},
): Promise<AppUnderTest> {
  return running ? withNewWindow(running, options) : launchApp(options)
}

async function withNewWindow(running: AppUnderTest, options: LaunchOptions): Promise<AppUnderTest> {
  const { app, userDataDir } = running
  await app.evaluate(async ({ app: electronApp, BrowserWindow }) => {
    const quitting = new Promise<void>((resolve) =>
      electronApp.once('before-quit', (event) => {
        event.preventDefault()
        resolve()
      }),
    )
    for (const window of BrowserWindow.getAllWindows()) window.destroy()
    await quitting
  })
  for (const name of ['settings.json', 'recent-reviews.json'])
    await rm(join(userDataDir, name), { force: true })
  await listRecent(userDataDir, options.recent)
  const [window, problems] = await openedBy(app, options.args ?? [])
  return { ...running, window, problems }
}

/** The window that opens when a second start passes its arguments on to this app. */
async function openedBy(app: ElectronApplication, args: readonly string[]) {
  const opened = app.waitForEvent('window')
  // Of an app that ends, what is evaluated below says so.
  void opened.catch(() => undefined)
  await app.evaluate(
    ({ app: electronApp }, given) => electronApp.emit('second-instance', {}, ['benchwright', ...given], '/'),
    args,
  )
  const window = await opened
  return [window, await readyWindow(window)] as const
}

/** Long for any machine that is not stuck. */
const launchLimitMs = 20_000
const launchTries = 3

/**
 * Playwright connects to a packed app while it is starting. If the app's page replaces the window's first, blank one at
 * that very moment, Playwright waits for the blank one forever (2 of 40 launches). It then ends the app, which is
 * started again.
 */
async function launchElectron(options: Parameters<typeof _electron.launch>[0]): Promise<ElectronApplication> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await _electron.launch({ ...options, timeout: launchLimitMs })
    } catch (error) {
      if (attempt === launchTries || !(error instanceof errors.TimeoutError)) throw error
    }
  }
}

/**
 * Root can start Electron only without its sandbox; containers often provide only 64 MB of shared memory. Without a
 * graphics card Chromium draws in software, which the flags request at once: searching for one takes it a fifth of a
 * second.
 */
function testFlags(userDataDir: string): string[] {
  const flags = [`--user-data-dir=${userDataDir}`, '--disable-gpu', '--disable-software-rasterizer']
  if (process.platform !== 'linux') return flags
  const { bavail, bsize } = statfsSync('/dev/shm')
  if (bavail * bsize < 512 * 1024 ** 2) flags.push('--disable-dev-shm-usage')
  return process.getuid?.() === 0 ? ['--no-sandbox', ...flags] : flags
}

const stringsOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
