import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './command.mjs'
import { inRoot, toolNode } from './paths.mjs'
import { SetupError, step } from './say.mjs'

const output = inRoot('app', 'dist')
const stamp = join(output, '.built-from')

/** Inputs of the build; a change in any of them makes the last build stale. */
const inputs = ['src', 'scripts/build.mjs', 'vite.config.ts', 'app/package.json', 'package-lock.json']

/** A digest of names, sizes and times of all inputs: takes a few milliseconds, without reading them. */
async function fingerprint() {
  const rows = (await Promise.all(inputs.map((input) => listed(inRoot(input))))).flat()
  return createHash('sha256').update(rows.sort().join('\n')).digest('hex')
}

async function listed(path) {
  const status = await stat(path).catch(() => undefined)
  if (!status) return []
  if (!status.isDirectory()) return [`${path} ${status.size} ${status.mtimeMs}`]
  const entries = await readdir(path)
  return (await Promise.all(entries.map((entry) => listed(join(path, entry))))).flat()
}

export async function isBuilt() {
  return existsSync(stamp) && (await readFile(stamp, 'utf8')) === (await fingerprint())
}

/** Builds unless the last build is up to date. */
export async function ensureBuild() {
  const before = await fingerprint()
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === before) return
  step('Building Benchwright')
  const { code, stdout, stderr } = await run(toolNode(), [inRoot('scripts', 'build.mjs')])
  if (code !== 0) throw new SetupError(`The build failed:\n${stdout}${stderr}`)
  await writeFile(stamp, before)
}
