import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { withLock } from '../../scripts/setup/lock.mjs'
import { localCache } from '../../scripts/setup/paths.mjs'

const name = `test-${String(process.pid)}`
const lockFile = join(localCache, `${name}.lock`)

afterEach(() => {
  expect(existsSync(lockFile)).toBe(false)
})

test('actions under one lock never overlap', async () => {
  const happened: string[] = []
  const action = (who: string) => async () => {
    happened.push(`${who} in`)
    await new Promise((done) => setImmediate(done))
    happened.push(`${who} out`)
  }
  await Promise.all([withLock(name, action('a')), withLock(name, action('b'))])
  expect(happened).toHaveLength(4)
  expect(happened[0]?.[0]).toBe(happened[1]?.[0])
})

test('a lock is released if the action fails', async () => {
  const failing = () => Promise.reject(new Error('no disk'))
  await expect(withLock(name, failing)).rejects.toThrow('no disk')
})

test('the lock of a process that is gone is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  await mkdir(localCache, { recursive: true })
  await writeFile(lockFile, String(pid))
  expect(await withLock(name, () => Promise.resolve('taken'))).toBe('taken')
})
