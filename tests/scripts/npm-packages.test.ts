import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installPackages } from '../../scripts/setup/npm-packages.mjs'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'benchwright-npm-'))
  folder = join(parent, 'project')
  mkdirSync(join(folder, 'node_modules', 'installed'), { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(folder, name), '{}')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(parent, { recursive: true, force: true })
})

/** An npm that deletes the installed packages first, as `npm ci` does, and ends with this status. */
function standInForNpm(status: number): void {
  const bin = join(parent, 'bin')
  mkdirSync(bin)
  const script = `#!/bin/sh
test -f package-lock.json || exit 9
rm -rf node_modules
mkdir -p node_modules/fetched node_modules/.bin
exit ${String(status)}
`
  writeFileSync(join(bin, 'npm'), script)
  chmodSync(join(bin, 'npm'), 0o755)
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env.PATH ?? ''}`)
}

test.skipIf(process.platform === 'win32')('what npm installs replaces the installed packages', async () => {
  standInForNpm(0)
  await installPackages(folder)
  const installed = ['.benchwright-installed', '.bin', 'fetched']
  expect(readdirSync(join(folder, 'node_modules')).sort()).toEqual(installed)
  expect(readdirSync(folder).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json'])
})

test.skipIf(process.platform === 'win32')('a failed installation leaves the installed packages', async () => {
  standInForNpm(1)
  await expect(installPackages(folder)).rejects.toThrow(`npm ci failed for ${folder} (exit 1)`)
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(['installed'])
  expect(readdirSync(folder).sort()).toEqual(['node_modules', 'package-lock.json', 'package.json'])
})
