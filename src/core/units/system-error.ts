/** What a code of the operating system means for the file that was used. */
const texts: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['EEXIST', 'it exists already'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the quota of the disk is used up'],
  ['EIO', 'the disk reported an error'],
  ['EBUSY', 'it is in use'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ELOOP', 'its symbolic links form a loop'],
  ['EMFILE', 'too many files are open'],
  ['ENXIO', 'there is nothing behind it'],
])

/** Code of an error of the operating system, such as `ENOENT`; undefined for any other error. */
function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined
}

/** Why a file could not be used, as the end of a sentence without its full stop. */
export function systemErrorText(error: unknown): string {
  const code = codeOf(error)
  const text = code === undefined ? undefined : texts.get(code)
  return text ?? (error instanceof Error ? error.message : String(error))
}

/** An error of the operating system about a file, in words; undefined for any other error. */
export function fileErrorMessage(error: unknown): string | undefined {
  const code = codeOf(error)
  const path: unknown = error instanceof Error && 'path' in error ? error.path : undefined
  if (code === undefined || typeof path !== 'string' || !texts.has(code)) return undefined
  return `${path}: ${systemErrorText(error)}.`
}
