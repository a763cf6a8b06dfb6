import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { wholePath } from '../../../src/main/windows/whole-path'

let folder: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'benchwright-path-')))
  await mkdir(join(folder, 'real'))
  await writeFile(join(folder, 'real', 'a.benchwright'), '')
  await symlink(join(folder, 'real'), join(folder, 'link'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('wholePath', () => {
  it('is the same for every name of a file', () => {
    const whole = join(folder, 'real', 'a.benchwright')
    expect(wholePath(whole)).toBe(whole)
    expect(wholePath(join(folder, 'link', 'a.benchwright'))).toBe(whole)
    expect(wholePath(`${folder}/real/../real/./a.benchwright`)).toBe(whole)
    expect(wholePath(relative(process.cwd(), whole))).toBe(whole)
  })

  it('is the same before and after a file is created', async () => {
    const through = join(folder, 'link', 'new.benchwright')
    const before = wholePath(through)
    await writeFile(through, '')
    expect(wholePath(through)).toBe(before)
  })

  it('stays as given if not even the folder exists', () => {
    expect(wholePath(join(folder, 'no', 'such.benchwright'))).toBe(join(folder, 'no', 'such.benchwright'))
  })
})
