import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { writeFileWhole } from '../../../src/bench/files/write-file-whole'

describe('writing a file', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'benchwright-write-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('replaces what was there and leaves nothing next to it', async () => {
    const path = join(folder, 'figure.svg')
    await writeFile(path, 'old')
    await writeFileWhole(path, 'new')
    expect(await readFile(path, 'utf8')).toBe('new')
    await writeFileWhole(path, Uint8Array.of(1, 2, 3))
    expect([...(await readFile(path))]).toEqual([1, 2, 3])
    expect(await readdir(folder)).toEqual(['figure.svg'])
  })

  it('names path, cause and remedy if it cannot, and leaves what was there', async () => {
    const missing = join(folder, 'no', 'figure.svg')
    await expect(writeFileWhole(missing, 'x')).rejects.toMatchObject({
      message: `${missing} could not be written: there is no such file or folder.`,
      remedy: 'The folder does not exist; create it or choose another one.',
    })
    const taken = join(folder, 'taken')
    await mkdir(join(taken, 'inside'), { recursive: true })
    await expect(writeFileWhole(taken, 'x')).rejects.toMatchObject({ id: 'not-written' })
    expect(await readdir(folder)).toEqual(['taken'])
  })

  it('replaces neither a database, whatever it is called, nor a device', async () => {
    const review = join(folder, 'review.benchwright')
    const renamed = join(folder, 'figure.svg')
    createReview(review).close()
    await copyFile(review, renamed)
    const before = await readFile(review)
    // Like /dev/stdout that goes to a file, the last one is a file behind the name of none.
    const others = process.platform === 'linux' ? ['/proc/self/exe'] : []
    for (const path of [review, renamed, '/dev/null', ...others])
      await expect(writeFileWhole(path, 'x')).rejects.toMatchObject({
        id: 'would-destroy',
        message: expect.stringContaining(path) as string,
      })
    expect(await readFile(review)).toEqual(before)
    expect(await readFile(renamed)).toEqual(before)
    expect((await readdir(folder)).sort()).toEqual(['figure.svg', 'review.benchwright'])
  })

  it.skipIf(process.getuid?.() === 0)('reports it if writing is not allowed', async () => {
    await chmod(folder, 0o500)
    await expect(writeFileWhole(join(folder, 'x'), 'x')).rejects.toMatchObject({ remedy: /may not write/ })
    await chmod(folder, 0o700)
  })
})
