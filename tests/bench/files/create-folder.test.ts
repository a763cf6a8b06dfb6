import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createFolder } from '../../../src/bench/files/create-folder'
import { sourceFiles } from '../../architecture/source-files'

const folder = mkdtempSync(join(tmpdir(), 'bw-create-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('creates a folder and those above it, and keeps one that is there', () => {
  const inner = join(folder, 'a', 'b', 'c')
  createFolder(inner, 0o700)
  writeFileSync(join(inner, 'x'), '')
  createFolder(inner)
  expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700)
  symlinkSync(inner, join(folder, 'link'))
  createFolder(join(folder, 'link'))
  createFolder('/')
})

// Node's recursive mkdir loops forever there.
it.runIf(process.platform === 'linux')('ends where mkdir denies what it was told', () => {
  expect(() => createFolder('/proc/bw/state/benchwright')).toThrow(/ENOENT/)
  expect(() => createFolder('/proc/self/fd/bw/state')).toThrow(/ENOENT|EACCES|EPERM/)
})

it('names what is in the way', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => createFolder(join(folder, 'file'))).toThrow(/EEXIST/)
  expect(() => createFolder(join(folder, 'file', 'x', 'y'))).toThrow(/ENOTDIR/)
})

it('is the only way in which bench and command line create folders above a folder', () => {
  const others = sourceFiles('src')
    .map(({ path }) => path)
    .filter((path) => /^src\/(?:bench|cli)\//.test(path))
    .filter((path) => /\bmkdir(?:Sync)?\(.*\brecursive: true/.test(readFileSync(path, 'utf8')))
  expect(others).toEqual(['src/bench/import/samples/make-samples.ts'])
})
