import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { collectFiles, importLimits } from '../../../src/bench/import/collect-files'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'bw-collect-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, bytes: number) => {
  const path = join(folder, name)
  writeFileSync(path, '')
  truncateSync(path, bytes)
  return path
}
const most = (parts: { bytes?: number; files?: number }) => ({
  ...importLimits,
  ...parts,
})

it('reads no more bytes in one import than fit, and names the limit and the remedy', async () => {
  for (const name of ['1', '2', '3']) file(name, 1000)
  const { files, skipped } = await collectFiles([folder], most({ bytes: 2048 }))
  expect(files.map(({ path }) => basename(path))).toEqual(['1', '2'])
  expect(skipped).toEqual([
    expect.objectContaining({
      path: folder,
      kind: 'damaged',
      reason: expect.stringMatching(
        /^The files are together larger than 2\sKiB; the rest was not read. Import them in parts.$/,
      ) as unknown,
    }),
  ])
  expect(await collectFiles([folder], most({ bytes: 3000 }))).toMatchObject({
    files: { length: 3 },
    skipped: [],
  })
})

it('does not count files that are refused for their own size', async () => {
  file('0', 100 * 1024 ** 2)
  file('1', 1000)
  expect(await collectFiles([folder], most({ bytes: 2048 }))).toMatchObject({
    files: { length: 2 },
    skipped: [],
  })
})

it('ends in endless folders: of many files, of many folders, of links in a circle', async () => {
  for (let at = 0; at < 20; at += 1) file(`file-${String(at)}`, 1)
  const full = await collectFiles([folder], most({ files: 10 }))
  expect(full.files).toHaveLength(10)
  expect(full.skipped[0]?.reason).toContain('more than 10 files or folders')

  const deep = join(folder, ...Array.from({ length: 50 }, () => 'deeper'))
  mkdirSync(deep, { recursive: true })
  symlinkSync(folder, join(deep, 'circle'))
  expect(await collectFiles([folder])).toMatchObject({ files: { length: 20 }, skipped: [] })
  expect((await collectFiles([folder], most({ files: 30 }))).skipped[0]?.reason).toContain('files or folders')
})
