import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps this folder in memory; containers often give it 64 MB only. */
const memory = '/dev/shm'
const roomInMemory = 4 * 1024 ** 3

/** What Chromium and Playwright leave when they are killed, which tests do to them. */
const foreign = /^(scoped_dir|\.org\.chromium|playwright)/

/**
 * A temporary folder for one run of tests. In memory nothing waits for a drive: results files are synced at every change,
 * and beside engines that keep the drive busy each sync takes many times as long.
 *
 * @param {boolean} inMemory Where the machine has the room.
 * @returns {Promise<{path: string, close: () => Promise<string[]>}>} `close` removes it and names what was left in it.
 */
export async function openTemporaryFolder(inMemory) {
  const parent = inMemory && (await hasRoom(memory)) ? memory : tmpdir()
  // A short name: paths of sockets have 108 characters at most.
  const path = await mkdtemp(join(parent, 'bw'))
  // Some tests work under an account of their own.
  await chmod(path, 0o1777)
  const close = async () => {
    const left = (await readdir(path)).filter((name) => !foreign.test(name))
    // What is still mounted or written there stays, and is in the list.
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
    return left.sort()
  }
  return { path, close }
}

async function hasRoom(folder) {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= roomInMemory
  } catch {
    return false
  }
}
