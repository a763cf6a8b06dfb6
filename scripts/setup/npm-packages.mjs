import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './command.mjs'
import { findNodeHeaders } from './node-headers.mjs'
import { inRoot, pathOutsideCheckout, root } from './paths.mjs'
import { replaceFolder } from './replace-folder.mjs'
import { SetupError, step } from './say.mjs'

/** The two packages of the project: the workspace with its tools, and the app with its native modules. */
const places = [
  { name: 'the project', folder: root, proof: 'vite' },
  { name: 'the app', folder: inRoot('app'), proof: 'node-pty' },
]

const stamp = '.benchwright-installed'
const stampIn = (folder) => join(folder, 'node_modules', stamp)

/** What an installation depends on: the lock file, and the machine that native modules were built for. */
function fingerprint(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex')
}

const isInstalled = ({ folder, proof }) =>
  existsSync(join(folder, 'node_modules', proof)) &&
  existsSync(stampIn(folder)) &&
  readFileSync(stampIn(folder), 'utf8') === fingerprint(folder)

export const npmPackagesInstalled = () => places.every(isInstalled)

/** Whether installing requires compiling: node-pty has binaries for macOS and Windows, not for Linux. */
export const mustCompile = () => process.platform === 'linux' && !isInstalled(places[1])

/**
 * Installs the contents of the lock files, if they changed since the last time: all at the same time, unless the app
 * needs Node's headers from the packages of the project.
 */
export async function ensureNpmPackages(wanted = places) {
  const due = wanted.filter((place) => !isInstalled(place))
  const together = !mustCompile() || findNodeHeaders() !== undefined
  for (const group of together ? [due] : due.map((place) => [place]))
    if (group.length > 0) await installTogether(group)
}

/** Both end before a failure is reported, so that neither is cut off in the middle. */
async function installTogether(group) {
  step(`Installing npm packages for ${group.map(({ name }) => name).join(' and ')}`)
  const ends = await Promise.allSettled(group.map(({ folder }) => installPackages(folder)))
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  const other = reasons.find((reason) => !(reason instanceof SetupError))
  if (other) throw other
  if (reasons.length > 0) throw new SetupError(reasons.map(({ message }) => message).join('\n'))
}

/**
 * Installs the contents of a folder's lock file. `npm ci` deletes the installed packages before it fetches any, so it
 * runs in a folder of its own: until its packages are complete, the installed ones stay as they are.
 *
 * @param {string} folder
 */
export async function installPackages(folder) {
  const before = fingerprint(folder)
  await replaceFolder(join(folder, 'node_modules'), async (fresh) => {
    // No package has such a name.
    const project = join(fresh, '.project')
    await mkdir(project)
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(join(folder, name))) await copyFile(join(folder, name), join(project, name))
    await runNpm(project, folder)
    const packages = join(project, 'node_modules')
    for (const name of await readdir(packages)) await rename(join(packages, name), join(fresh, name))
    await rm(project, { recursive: true, force: true })
    writeFileSync(join(fresh, stamp), before)
  })
}

async function runNpm(project, folder) {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
  const result = await run('npm', args, { cwd: project, env: environment() })
  if (result.code === 0) return
  throw new SetupError(
    `npm ci failed for ${folder} (exit ${result.code}).\n${result.stderr.trim().split('\n').slice(0, 25).join('\n')}`,
  )
}

/** The person's environment without what the npm that runs this script has added about itself. */
function environment() {
  const own =
    /^npm_(lifecycle|package|command|execpath|node_execpath|config_(local_prefix|loglevel|prefix|global_prefix))/
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !own.test(key)))
  env.PATH = pathOutsideCheckout()
  const headers = findNodeHeaders()
  if (headers) env.npm_config_nodedir = headers
  // The Electron runtime is a separate step of set-up (electron-runtime.mjs).
  env.ELECTRON_SKIP_BINARY_DOWNLOAD = '1'
  return env
}
