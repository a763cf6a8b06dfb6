import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFolder } from '../../scripts/setup/replace-folder.mjs'
import { inRoot } from '../../scripts/setup/paths.mjs'

let parent: string
let folder: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'benchwright-replace-'))
  folder = join(parent, 'dist')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const write = (text: string) => (fresh: string) => {
  writeFileSync(join(fresh, 'bundle'), text)
  return Promise.resolve()
}

test('the new folder replaces the old one', async () => {
  await replaceFolder(folder, write('first'))
  await replaceFolder(folder, write('second'))
  expect(readFileSync(join(folder, 'bundle'), 'utf8')).toBe('second')
  expect(readdirSync(parent)).toEqual(['dist'])
})

test('a failure leaves the old one and nothing next to it', async () => {
  await replaceFolder(folder, write('first'))
  const failing = () => Promise.reject(new Error('does not compile'))
  await expect(replaceFolder(folder, failing)).rejects.toThrow('does not compile')
  expect(readFileSync(join(folder, 'bundle'), 'utf8')).toBe('first')
  expect(readdirSync(parent)).toEqual(['dist'])
})

test.skipIf(process.platform === 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s leaves the old one and nothing next to it', async (signal, code) => {
  await replaceFolder(folder, write('first'))
  const script = `
    import { replaceFolder } from ${JSON.stringify(pathToFileURL(inRoot('scripts/setup/replace-folder.mjs')).href)}
    setInterval(() => {}, 1000)
    await replaceFolder(${JSON.stringify(folder)}, () => new Promise(() => console.log('begun')))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  expect(readdirSync(parent).sort()).toEqual(['dist', `dist-${String(child.pid)}`])
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([code, null])
  expect(readdirSync(parent)).toEqual(['dist'])
})

test('what a killed process left is removed with the next one; that of a living process stays', async () => {
  const { pid: gone } = spawnSync(process.execPath, ['-e', ''])
  const living = String(process.ppid)
  const names = [`dist-${gone}`, `dist-old-${gone}`, `dist-${living}`, 'dist-notes']
  for (const name of names) mkdirSync(join(parent, name))
  await replaceFolder(folder, write('first'))
  expect(readdirSync(parent).sort()).toEqual(['dist', `dist-${living}`, 'dist-notes'].sort())
})
