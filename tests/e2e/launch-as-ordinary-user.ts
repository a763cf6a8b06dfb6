import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { resolveElectron } from '../../scripts/setup/electron-runtime.mjs'
import { appFolder } from './launch-app'
import { attachToPage, type PageSession } from './page-session'

/** `nobody` of every Linux. */
const ordinaryUser = 65_534

export interface SandboxedApp {
  readonly window: PageSession
  readonly pid: number
  readonly close: () => Promise<void>
}

/**
 * Starts the app with Chromium's sandbox on, as for people. Root cannot do that, so it copies the runtime and the app
 * for `nobody` and starts it under that account; all other users just start it.
 *
 * `files` are copied to where that user can write them and passed to the app as arguments.
 */
export async function launchAsOrdinaryUser(files: readonly string[]): Promise<SandboxedApp> {
  const home = await mkdtemp(join(tmpdir(), 'benchwright-user-'))
  const place = await placeFor(home, files)
  const flags = [
    '--remote-debugging-port=0',
    '--disable-dev-shm-usage',
    `--user-data-dir=${join(home, 'settings')}`,
  ]
  const child = spawn(place.executable, [...flags, place.app, ...place.files], {
    ...(place.user !== undefined && { uid: place.user, gid: place.user }),
    cwd: home,
    env: { PATH: process.env.PATH, DISPLAY: process.env.DISPLAY, HOME: home, XDG_RUNTIME_DIR: home },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await rm(home, { recursive: true, force: true })
  }
  try {
    const window = await attachToPage(await debuggingAddress(child))
    return { window, pid: child.pid ?? 0, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function placeFor(home: string, files: readonly string[]) {
  const electron = await resolveElectron()
  if (process.getuid?.() !== 0)
    return { executable: electron.executable, app: appFolder, files, user: undefined }
  const runtime = join(home, 'electron')
  const app = join(home, 'checkout', 'app')
  await mkdir(dirname(app), { recursive: true })
  await cp(electron.folder, runtime, { recursive: true, verbatimSymlinks: true })
  await cp(appFolder, app, { recursive: true, verbatimSymlinks: true })
  await cp(join(appFolder, '..', 'resources'), join(home, 'checkout', 'resources'), { recursive: true })
  const copies = files.map((file) => join(home, basename(file)))
  await Promise.all(files.map((file, index) => cp(file, copies[index] ?? home)))
  await giveTo(ordinaryUser, home)
  return { executable: join(runtime, basename(electron.executable)), app, files: copies, user: ordinaryUser }
}

async function giveTo(user: number, path: string): Promise<void> {
  await chown(path, user, user)
  const entries = await readdir(path, { withFileTypes: true })
  for (const entry of entries) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) await giveTo(user, inner)
    else if (!entry.isSymbolicLink()) await chown(inner, user, user)
  }
}

/** Chromium writes the address of its debugging port to standard error. */
export async function debuggingAddress(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new Error('The app was started without a pipe for its messages.')
  const heard: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    heard.push(line)
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address) {
      child.stderr.resume()
      return address
    }
  }
  throw new Error(`The app ended before it opened its debugging port:\n${heard.join('\n')}`)
}

/** How the kernel confines each renderer process of an app: the mode of seccomp (2 means filtered). */
export async function rendererSeccompModes(appPid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const modes = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (!command.includes('--type=renderer') || !(await descendsFrom(pid, appPid))) return undefined
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/^Seccomp:\s*(\d+)/m.exec(status)?.[1])
    }),
  )
  return modes.filter((mode) => mode !== undefined)
}

async function descendsFrom(pid: string, ancestor: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = /^PPid:\s*(\d+)/m.exec(status)?.[1]
  if (parent === undefined || parent === '0') return false
  return Number(parent) === ancestor || descendsFrom(parent, ancestor)
}
