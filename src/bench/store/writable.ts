import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'

/** One sentence why the file cannot be written here; undefined when it can. Saving needs the folder too, for the journal. */
export function whyReadOnly(path: string): string | undefined {
  return refusal(path, 'The file') ?? whyFolderReadOnly(dirname(path))
}

/** One sentence why nothing can be written into the folder; undefined when something can. */
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
