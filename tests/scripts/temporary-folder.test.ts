import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTemporaryFolder } from '../../scripts/check/temporary-folder.mjs'

test.each([true, false])('leftovers of tests are named and removed (in memory: %s)', async (inMemory) => {
  const { path, close } = await openTemporaryFolder(inMemory)
  expect(statSync(path).mode & 0o1777).toBe(0o1777)
  mkdirSync(join(path, 'scoped_dirAbCdEf'))
  mkdirSync(join(path, 'bw-store-1'))
  writeFileSync(join(path, 'bw-store-1', 'drive.benchwright'), '')
  writeFileSync(join(path, 'a-file'), '')
  expect(await close()).toEqual(['a-file', 'bw-store-1'])
  expect(existsSync(path)).toBe(false)
})
