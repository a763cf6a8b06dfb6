import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { localCache } from './paths.mjs'
import { say } from './say.mjs'

/** Longer than any set-up takes; an older lock was left by a machine that crashed. */
const longestHoldMilliseconds = 30 * 60_000

/** Only one process at a time installs or builds in a checkout; the others wait for it. */
export async function withLock(name, action) {
  await mkdir(localCache, { recursive: true })
  const lock = join(localCache, `${name.replaceAll(' ', '-')}.lock`)
  const ticket = join(localCache, `${randomUUID()}.ticket`)
  await writeFile(ticket, String(process.pid))
  try {
    for (let told = false; !(await take(ticket, lock)); await pause(200)) {
      if (!told) say(`Waiting for another Benchwright command to finish its ${name} …`)
      told = true
    }
  } finally {
    await rm(ticket, { force: true })
  }
  try {
    return await action()
  } finally {
    await rm(lock, { force: true })
  }
}

/** A link either appears with its content or not at all, so a lock always names its holder. */
async function take(ticket, lock) {
  try {
    await link(ticket, lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (await isAbandoned(lock)) await rm(lock, { force: true })
    return false
  }
}

async function isAbandoned(lock) {
  try {
    const { mtimeMs } = await stat(lock)
    if (Date.now() - mtimeMs > longestHoldMilliseconds) return true
    process.kill(Number(await readFile(lock, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
