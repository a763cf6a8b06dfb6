import { rmSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Signals that end a process before its `finally`, with their numbers. */
const endings = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/**
 * Recreates a folder: `make` fills an empty folder next to it, which replaces it only on success. Nothing is left
 * behind on a failure or a signal; leftovers of a killed process are removed first.
 *
 * @param {string} folder
 * @param {(fresh: string) => Promise<void>} make
 */
export async function replaceFolder(folder, make) {
  await removeAbandoned(folder)
  const fresh = `${folder}-${process.pid}`
  const old = `${folder}-old-${process.pid}`
  const handlers = Object.entries(endings).map(([signal, number]) => {
    const end = () => process.exit(128 + number)
    process.on(signal, end)
    return [signal, end]
  })
  // A program that was filling it is told to end first (command.mjs), which may take a moment.
  const remove = () => rmSync(fresh, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  try {
    await mkdir(fresh)
    await make(fresh)
    await rename(folder, old).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
    await rename(fresh, folder)
  } finally {
    for (const [signal, end] of handlers) process.off(signal, end)
    process.off('exit', remove)
    for (const each of [fresh, old]) await rm(each, { recursive: true, force: true })
  }
}

async function removeAbandoned(folder) {
  const name = `${basename(folder)}-`
  const beside = await readdir(dirname(folder)).catch(() => [])
  for (const each of beside.filter((one) => one.startsWith(name))) {
    const pid = /^(?:old-)?(\d+)$/.exec(each.slice(name.length))?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(dirname(folder), each), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}
