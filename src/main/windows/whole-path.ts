import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * The one path of a file, through all links, so that two names of one file are recognized as the same. Of a file that
 * is not there yet the folder's links are followed; where not even the folder exists the path stays as given.
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
