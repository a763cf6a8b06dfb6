import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Host } from '../../../src/bench/hosts/host'
import { listFolders } from '../../../src/bench/hosts/list-folders'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'
import { installShell, shells } from '../runner/shells'

describe.each(shells)('folders of a host, listed under $name', (shell) => {
  let folder: string
  let host: Host
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'benchwright-folders-')))
    const { path, environment } = installShell(shell, folder)
    host = createLocalHost({ shell: path, environment: { ...environment, HOME: folder } })
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('are the existing ones, including hidden and linked ones, whatever their names', async () => {
    const names = ['.hidden', '..odd', "it's $(one)", 'line\nbreak', 'ü 2', 'ü 10', '-rf', '*']
    for (const name of names) mkdirSync(join(folder, 'some', name), { recursive: true })
    symlinkSync('/usr', join(folder, 'some', 'linked'))
    writeFileSync(join(folder, 'some', 'file'), '')
    const listing = await listFolders(host, join(folder, 'some'))
    expect([...listing.folders].sort()).toEqual([...names, 'linked'].sort())
    expect(listing.folders.indexOf('ü 2')).toBeLessThan(listing.folders.indexOf('ü 10'))
    expect(listing).toMatchObject({
      path: join(folder, 'some'),
      parent: folder,
      isCut: false,
      writable: true,
    })
    expect(listing.totalBytes).toBeGreaterThan(0)
    expect(listing.freeBytes).toBeGreaterThanOrEqual(0)
    const deeper = await listFolders(host, join(folder, 'some', 'line\nbreak'))
    expect(deeper).toMatchObject({ path: join(folder, 'some', 'line\nbreak'), folders: [] })
  })

  it('start with the home folder, end at the root, and give the fault of a path', async () => {
    expect((await listFolders(host, '')).path).toBe(folder)
    const root = await listFolders(host, '/')
    expect(root).toMatchObject({ path: '/', parent: undefined })
    expect(root.folders).toContain('usr')
    writeFileSync(join(folder, 'file'), '')
    await expect(listFolders(host, join(folder, 'none'))).rejects.toMatchObject({
      message: expect.stringContaining('does not exist') as string,
      remedy: expect.any(String) as string,
    })
    await expect(listFolders(host, join(folder, 'file'))).rejects.toThrow('is not a folder')
  })
})
