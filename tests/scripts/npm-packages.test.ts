import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ensureNpmPackages, installPackages } from '../../scripts/setup/npm-packages.mjs'
import { inRoot } from '../../scripts/setup/paths.mjs'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'benchwright-npm-'))
  folder = join(parent, 'project')
  mkdirSync(join(folder, 'node_modules', 'installed'), { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(folder, name), '{}')
})
afterEach(() => {
  rmSync(parent, { recursive: true, force: true })
})

/** An npm that deletes the installed packages first, as `npm ci` does, and then runs this command. */
function standInForNpm(command: string): void {
  const bin = join(parent, 'bin')
  mkdirSync(bin)
  const script = `#!/bin/sh
test -f package-lock.json || exit 9
rm -rf node_modules
mkdir -p node_modules/fetched node_modules/.bin
${command}
`
  writeFileSync(join(bin, 'npm'), script)
  chmodSync(join(bin, 'npm'), 0o755)
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH ?? ''}`)
}

test.skipIf(process.platform === 'win32')('what npm installs replaces the installed packages', async () => {
  standInForNpm('exit 0')
  await installPackages(folder)
  const installed = ['.benchwright-installed', '.bin', 'fetched']
  expect(readdirSync(join(folder, 'node_modules')).sort()).toEqual(installed)
  expect(readdirSync(folder).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json'])
})

test.skipIf(process.platform === 'win32')('a failed installation leaves the installed packages', async () => {
  standInForNpm('exit 1')
  await expect(installPackages(folder)).rejects.toThrow(`npm ci failed for ${folder} (exit 1)`)
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(['installed'])
  expect(readdirSync(folder).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json'])
})

/** A second package beside the first, and the two as set-up sees them. */
function twoPackages() {
  const other = join(parent, 'other')
  mkdirSync(other)
  for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(other, name), '{}')
  return [folder, other].map((each) => ({ name: each, folder: each, proof: 'fetched' }))
}

/** Ends when both installations have begun. */
const meet = 'touch ../../../begun-$$; until [ $(ls ../../.. | grep -c begun-) = 2 ]; do sleep 0.01; done'

test.skipIf(process.platform === 'win32')('two packages are installed at the same time, once', async () => {
  standInForNpm(meet)
  const places = twoPackages()
  await ensureNpmPackages(places)
  await ensureNpmPackages(places)
  for (const place of places)
    expect(readdirSync(join(place.folder, 'node_modules'))).toContain('.benchwright-installed')
  expect(readdirSync(parent).filter((name) => name.startsWith('begun-'))).toHaveLength(2)
})

test.skipIf(process.platform === 'win32')('if both installations fail, both are named', async () => {
  standInForNpm(`${meet}; exit 1`)
  const places = twoPackages()
  const named = places.map((place) => `npm ci failed for ${place.folder} (exit 1).`)
  const failure = await ensureNpmPackages(places).catch(String)
  for (const each of named) expect(failure).toContain(each)
  expect(readdirSync(join(parent, 'other')).sort()).toEqual(['package-lock.json', 'package.json'])
})

test.skipIf(process.platform === 'win32')(
  'an interrupted installation ends npm and leaves the packages',
  async () => {
    standInForNpm('echo $$ >../../../npm-pid; exec sleep 600')
    const module = pathToFileURL(inRoot('scripts/setup/npm-packages.mjs')).href
    const script = `import { ensureNpmPackages, installPackages } from ${JSON.stringify(module)}
    await installPackages(${JSON.stringify(folder)})`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
    const pid = await vi.waitFor(() => {
      const text = readFileSync(join(parent, 'npm-pid'), 'utf8')
      expect(text).not.toBe('')
      return Number(text)
    })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([143, null])
    expect(readdirSync(join(folder, 'node_modules'))).toEqual(['installed'])
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))
    expect(readdirSync(folder).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json'])
  },
)
