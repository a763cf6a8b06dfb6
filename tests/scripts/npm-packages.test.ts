import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installPackages } from '../../scripts/setup/npm-packages.mjs'
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
  vi.unstubAllEnvs()
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

test.skipIf(process.platform === 'win32')(
  'an interrupted installation ends npm and leaves the packages',
  async () => {
    standInForNpm('echo $$ >../../../npm-pid; exec sleep 600')
    const module = pathToFileURL(inRoot('scripts/setup/npm-packages.mjs')).href
    const script = `import { installPackages } from ${JSON.stringify(module)}
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
