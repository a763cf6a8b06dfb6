import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and those above it; one that is there is kept. `mode`: permissions of the folders that are created.
 * Throws the system's error. Node's own recursive mkdir never returns where a file system reports a folder as missing
 * whatever its parent, as /proc does.
 */
export function createFolder(path: string, mode = 0o777): void {
  const folder = resolve(path)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
    if (!isMissing(error) || dirname(folder) === folder) throw error
    createFolder(dirname(folder), mode)
    createIn(folder, mode)
  }
}

/** In an existing parent. Another process may be faster. */
function createIn(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
