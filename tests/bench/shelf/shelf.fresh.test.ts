import { DatabaseSync } from '@photostructure/sqlite'
import type * as fs from 'node:fs'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readShelf } from '../../../src/bench/shelf/shelf'
import { createReview } from '../../../src/bench/store/create-review'
import { importFiles } from '../../../src/bench/import/import-files'
import { searchShelf } from '../../../src/core/results/shelf'
import { afterwards, temporaryFolder } from '../store/sample-review'

vi.mock('node:fs', async (load) => {
  const real = await load<typeof fs>()
  return { ...real, readdirSync: vi.fn(real.readdirSync) }
})

/** Root may read everything, so an unreadable folder can only be feigned. */
function denyReading(folder: string): void {
  const real = vi.mocked(readdirSync).getMockImplementation()
  if (!real) throw new Error('There is nothing to read folders with.')
  vi.mocked(readdirSync).mockImplementation((...given: Parameters<typeof readdirSync>) => {
    if (given[0] === folder)
      throw Object.assign(new Error(`EACCES: permission denied, scandir '${folder}'`), { code: 'EACCES' })
    return real(...given)
  })
  afterwards(() => vi.mocked(readdirSync).mockImplementation(real))
}

let state: string
beforeEach(() => {
  state = temporaryFolder()
  vi.stubEnv('BENCHWRIGHT_STATE', state)
})

async function makeReview(path: string, device: string): Promise<void> {
  const review = createReview(path)
  await importFiles(review, ['tests/fixtures/fio-3.33/mix.out'], { device, configuration: 'kernel 6.1' })
  review.close()
}

async function threeDrives(): Promise<string> {
  const folder = temporaryFolder()
  mkdirSync(join(folder, '2024'))
  await makeReview(join(folder, 'a.benchwright'), 'Drive Alpha')
  await makeReview(join(folder, 'b.benchwright'), 'Drive Beta')
  await makeReview(join(folder, '2024', 'c.benchwright'), 'Drive Gamma')
  return folder
}

const found = (shelf: Awaited<ReturnType<typeof readShelf>>, ...words: string[]) =>
  searchShelf(shelf, words).map(({ campaign }) => campaign.device)

describe('the shelf', () => {
  it('is searched by every word, and opens files once', async () => {
    const folder = await threeDrives()
    const shelf = await readShelf(folder)
    expect(shelf.read).toBe(3)
    expect(found(shelf, 'DRIVE', 'random-mix', 'iops', '6.1')).toEqual([
      'Drive Gamma',
      'Drive Alpha',
      'Drive Beta',
    ])
    expect(found(shelf, 'drive', 'alpha')).toEqual(['Drive Alpha'])
    expect(found(shelf, 'c.benchwright')).toEqual(['Drive Gamma'])
    expect(found(shelf, 'alpha', 'beta')).toEqual([])
    const again = await readShelf(folder)
    expect(again.read).toBe(0)
    expect(again.files).toEqual(shelf.files)
    expect(readdirSync(folder).sort()).toEqual(['2024', 'a.benchwright', 'b.benchwright'])
  })

  it('follows files that are moved, changed or deleted', async () => {
    const folder = await threeDrives()
    await readShelf(folder)
    renameSync(join(folder, 'a.benchwright'), join(folder, '2024', 'moved.benchwright'))
    rmSync(join(folder, 'b.benchwright'))
    const moved = await readShelf(folder)
    expect(moved.read).toBe(0)
    expect(moved.files.map(({ path }) => path)).toEqual([
      join('2024', 'c.benchwright'),
      join('2024', 'moved.benchwright'),
    ])
    rmSync(join(folder, '2024', 'c.benchwright'))
    await makeReview(join(folder, '2024', 'c.benchwright'), 'Drive Delta')
    const changed = await readShelf(folder)
    expect(changed.read).toBe(1)
    expect(found(changed)).toEqual(['Drive Delta', 'Drive Alpha'])
  })

  it('names damaged and foreign files with the reason, lists the others, and tries again', async () => {
    const folder = await threeDrives()
    const whole = readFileSync(join(folder, 'b.benchwright'))
    writeFileSync(join(folder, 'b.benchwright'), whole.subarray(0, 5000))
    writeFileSync(join(folder, 'empty.benchwright'), '')
    writeFileSync(join(folder, 'text.benchwright'), 'a shopping list')
    const foreign = new DatabaseSync(join(folder, 'foreign.benchwright'))
    foreign.exec('CREATE TABLE t (x)')
    foreign.close()
    const shelf = await readShelf(folder)
    const problems = new Map(
      shelf.files.flatMap(({ path, problem }) => (problem === undefined ? [] : [[path, problem]])),
    )
    expect([...problems.keys()]).toEqual([
      'b.benchwright',
      'empty.benchwright',
      'foreign.benchwright',
      'text.benchwright',
    ])
    expect(problems.get('foreign.benchwright')).toContain('database of another program')
    expect(problems.get('empty.benchwright')).toMatch(/^empty\.benchwright is empty/)
    expect(problems.get('text.benchwright')).not.toContain('Choose a file that ends')
    for (const problem of problems.values()) expect(problem).not.toContain(folder)
    expect(found(shelf)).toEqual(['Drive Gamma', 'Drive Alpha'])
    writeFileSync(join(folder, 'b.benchwright'), whole)
    expect(found(await readShelf(folder), 'beta')).toEqual(['Drive Beta'])
  })

  it('names links to nowhere, folders and links that loop by their reason, and lists the others', async () => {
    const folder = await threeDrives()
    symlinkSync('gone.benchwright', join(folder, 'nowhere.benchwright'))
    symlinkSync('loop.benchwright', join(folder, 'loop.benchwright'))
    symlinkSync('2024', join(folder, 'years.benchwright'))
    symlinkSync('a.benchwright', join(folder, 'other.benchwright'))
    const shelf = await readShelf(folder)
    const problems = shelf.files.flatMap(({ path, problem }) =>
      problem === undefined ? [] : [[path, problem]],
    )
    expect(problems).toEqual([
      ['loop.benchwright', expect.stringContaining('links form a loop')],
      ['nowhere.benchwright', expect.stringContaining('no file nowhere.benchwright')],
      ['years.benchwright', expect.stringContaining('is not a file')],
    ])
    expect(found(shelf)).toEqual(['Drive Gamma', 'Drive Alpha', 'Drive Beta', 'Drive Alpha'])
  })

  it('names a file that another program has locked, and reads it once it is free', async () => {
    const folder = await threeDrives()
    const holder = new DatabaseSync(join(folder, 'b.benchwright'))
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    const shelf = await readShelf(folder)
    expect(shelf.files.filter(({ problem }) => problem !== undefined)).toMatchObject([
      { path: 'b.benchwright', problem: expect.stringMatching(/b\.benchwright/) as string },
    ])
    expect(found(shelf)).toEqual(['Drive Gamma', 'Drive Alpha'])
    holder.close()
    expect(found(await readShelf(folder), 'beta')).toEqual(['Drive Beta'])
  })

  it('names a folder that cannot be read, and lists the rest', async () => {
    const folder = await threeDrives()
    denyReading(join(folder, '2024'))
    const shelf = await readShelf(folder)
    expect(shelf.unreadFolders).toEqual([
      {
        path: '2024',
        problem: '2024 cannot be read: permission denied. Check its permissions, then read the folder again.',
      },
    ])
    expect(found(shelf)).toEqual(['Drive Alpha', 'Drive Beta'])
  })

  it('refuses a folder that cannot be read', async () => {
    const folder = await threeDrives()
    denyReading(folder)
    await expect(readShelf(folder)).rejects.toMatchObject({
      message: `${folder} cannot be read: permission denied.`,
      remedy: 'Check its permissions, then read the folder again.',
    })
  })

  it('keeps what was read before it was cancelled, and what was known', async () => {
    const folder = await threeDrives()
    const cancelAfterOne = async () => {
      const stop = new AbortController()
      const reading = readShelf(folder, { signal: stop.signal, onProgress: () => stop.abort() })
      await expect(reading).rejects.toMatchObject({ id: 'cancelled' })
    }
    await cancelAfterOne()
    expect((await readShelf(folder)).read).toBe(2)
    await cancelAfterOne()
    expect((await readShelf(folder)).read).toBe(0)
  })

  it('is rebuilt if its index is damaged', async () => {
    const folder = await threeDrives()
    await readShelf(folder)
    const [index = ''] = readdirSync(join(state, 'shelf'))
    writeFileSync(join(state, 'shelf', index), '{"version":1,"files":[{"path":7}]}')
    expect((await readShelf(folder)).read).toBe(3)
  })

  it('refuses what is not a folder, and ends when cancelled', async () => {
    const folder = await threeDrives()
    await expect(readShelf(join(folder, 'nowhere'))).rejects.toThrow(
      'cannot be read: there is no such file or folder',
    )
    await expect(readShelf(join(folder, 'a.benchwright'))).rejects.toThrow('is not a folder')
    await expect(readShelf(folder, { signal: AbortSignal.abort() })).rejects.toThrow('cancelled')
  })
})
