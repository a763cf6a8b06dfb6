import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Why the file cannot be written, in one sentence; undefined if it can. Saving needs the folder, too, for the
 * journal.
 */
export function whyReadOnly(path: string): string | undefined {
  return refusal(path, 'The file') ?? whyFolderReadOnly(dirname(path))
}

/** Why nothing can be written into the folder, in one sentence; undefined if something can. */
export function whyFolderReadOnly(folder: string): string | undefined {
  return refusal(folder, `The folder ${folder}`)
}

function refusal(path: string, what: string): string | undefined {
  try {
    accessSync(path, constants.W_OK)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EROFS') return `${what} is on read-only media.`
    if (code === 'EACCES' || code === 'EPERM') return `${what} is write-protected for this account.`
    if (code === 'ENOENT' || code === 'ENOTDIR') return `${what} does not exist.`
    return `${what} cannot be written (${String(code)}).`
  }
}
