import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * The canonical path of a file, with all links resolved, so that two names of one file are recognized as the same. If
 * the file does not exist yet, its folder's links are resolved; if the folder does not exist either, the path is
 * returned unchanged.
 */
export function wholePath(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync(absolute)
  } catch {
    try {
      return join(realpathSync(dirname(absolute)), basename(absolute))
    } catch {
      return absolute
    }
  }
}
