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
  ['EMFILE', 'this process may open no further files'],
  ['ENFILE', 'the machine may open no further files'],
  ['EFBIG', "it would be larger than its file system or the limit on the size of files ('ulimit -f') allows"],
  ['ETXTBSY', 'it is being run, or used as swap'],
  ['ENODEV', 'its device is not there'],
  ['ESTALE', 'it is on a network file system that no longer knows it'],
  ['EXDEV', 'it is on another file system'],
  ['ENOTEMPTY', 'the folder is not empty'],
  ['ENOMEM', 'there is no memory for it'],
  ['ENXIO', 'there is nothing behind it'],
])

/** Code of an error of the operating system, such as `ENOENT`; undefined for any other error. */
function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined
}

/** How Node puts it: code, the system's words, and the call with its arguments. */
const nodeLine = /^E[A-Z0-9]+: (.+?), [a-z]+(?: .*)?$/s

/** Why a file could not be used, as the end of a sentence without its full stop; never a line of Node. */
export function systemErrorText(error: unknown): string {
  const code = codeOf(error)
  const text = code === undefined ? undefined : texts.get(code)
  if (text !== undefined) return text
  const message = error instanceof Error ? error.message : String(error)
  return (code === undefined ? undefined : nodeLine.exec(message)?.[1]) ?? message
}

/** An error of the operating system about a file, in words; undefined for any other error. */
export function fileErrorMessage(error: unknown): string | undefined {
  const path: unknown = error instanceof Error && 'path' in error ? error.path : undefined
  const isOfFile = codeOf(error) !== undefined && typeof path === 'string'
  return isOfFile ? `${path}: ${systemErrorText(error)}.` : undefined
}

/** The message of whatever was thrown, for a person: an error of the operating system is put into words. */
export function messageOf(error: unknown): string {
  return fileErrorMessage(error) ?? systemErrorText(error)
}

const remedies: ReadonlyMap<string, string> = new Map([
  ['EMFILE', "Raise the limit on open files ('ulimit -n'), or close other results files."],
  ['ENFILE', 'End other programs.'],
  ['ENOSPC', 'Free some space there, or choose another folder.'],
  ['EDQUOT', 'Free some space there, or choose another folder.'],
  ['EFBIG', 'Raise that limit, or choose another folder.'],
  ['EROFS', 'Choose another folder, or mount it writable.'],
  ['EIO', 'Check the disk and its cable or network, then try again.'],
  ['ENAMETOOLONG', 'Choose a shorter name.'],
])

/** What to do about an error of the operating system about a file; undefined for any other error. */
export function fileErrorRemedy(error: unknown): string | undefined {
  if (fileErrorMessage(error) === undefined) return undefined
  return remedies.get(codeOf(error) ?? '') ?? 'Check the path and its permissions.'
}
