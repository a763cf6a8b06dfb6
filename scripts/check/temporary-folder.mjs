import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** On Linux this folder is in memory; containers often have only 64 MB for it. */
const memory = '/dev/shm'
const roomInMemory = 4 * 1024 ** 3

/** What Chromium and Playwright leave behind when tests kill them. */
const foreign = /^(scoped_dir|\.org\.chromium|playwright)/

/**
 * A temporary folder for one run of tests. In memory, nothing waits for a drive: results files are synced at every
 * change, and each sync takes many times as long while engines keep the drive busy.
 *
 * @param {boolean} inMemory If the machine has enough memory.
 * @returns {Promise<{path: string, close: () => Promise<string[]>}>} `close` removes it and returns what was left in
 * it.
 */
export async function openTemporaryFolder(inMemory) {
  const parent = inMemory && (await hasRoom(memory)) ? memory : tmpdir()
  // A short name, because socket paths have at most 108 characters.
  const path = await mkdtemp(join(parent, 'bw'))
  // Some tests use a separate account.
  await chmod(path, 0o1777)
  const close = async () => {
    const left = (await readdir(path)).filter((name) => !foreign.test(name))
    // What is still mounted or being written stays, and is in the list.
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
