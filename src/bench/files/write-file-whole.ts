import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isDatabase } from './is-database'
import { noteUnfinished } from './unfinished'
import { type Cancellation, refuseCancelled } from '../turns'
import { systemErrorText } from '../../core/errors/system-error'
import { RequestFailure } from '../../core/contract/request-failure'

/** A whole file, or its pieces in order, which are produced as they are written. */
export type FileContent = Uint8Array | string | Iterable<Uint8Array | string>

/**
 * Writes a file so that it is either complete or unchanged: first next to it, then renamed into place. It is
 * on the disk when this resolves. Returns its size in bytes; rejects with path, cause and remedy. Once
 * `signal` (Ctrl-C) is aborted it rejects and the file is unchanged. Only plain files are replaced, and no results file.
 */
export async function writeFileWhole(
  path: string,
  content: FileContent,
  signal?: Cancellation,
): Promise<number> {
  await refuseToDestroy(path)
  const unfinished = `${path}.${process.pid}.part`
  const forget = noteUnfinished('file', unfinished)
  try {
    const file = await open(unfinished, 'w')
    let size: number
    try {
      const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
      for (const chunk of chunks(pieces)) {
        await file.writeFile(chunk)
        refuseCancelled(signal)
      }
      await file.sync()
      size = (await file.stat()).size
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    await syncFolder(dirname(path))
    return size
  } catch (error) {
    await rm(unfinished, { force: true })
    // Errors of the source of the pieces are not about this file.
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const code = 'code' in error ? String(error.code) : ''
    throw new RequestFailure({
      id: 'not-written',
      message: `${path} could not be written: ${systemErrorText(error)}.`,
      remedy: remedies.get(code) ?? 'Choose another folder.',
    })
  } finally {
    forget()
  }
}

/** A slip in a name must not cost the measurements of a night, or the system its `/dev/stdout`. */
async function refuseToDestroy(path: string): Promise<void> {
  const there = await stat(path).catch(() => undefined)
  if (there === undefined || there.isDirectory()) return
  // Behind the name of a device there may be a file: what the shell sends the output to. /dev/shm is a folder.
  const isFile = there.isFile() && !/^\/(?:dev\/(?!shm\/)|proc\/)/.test(resolve(path))
  const what = isFile ? 'a results file or another database' : 'a device or a pipe'
  if (isFile && !isDatabase(path)) return
  throw new RequestFailure({
    id: 'would-destroy',
    message: `${path} is ${what}, so it is not overwritten.`,
    remedy: 'Choose another name.',
  })
}

/**
 * Makes a new name durable if the system can; Windows neither needs nor allows it, and some network folders
 * do not support it.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  try {
    const opened = await open(folder, 'r')
    try {
      await opened.sync()
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (!cannotSync.has(error instanceof Error && 'code' in error ? String(error.code) : '')) throw error
  }
}

const cannotSync: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EACCES'])

/** Small pieces are written together up to this size in bytes. */
const usualChunk = 256 * 1024

/** The pieces, with short texts combined. */
function* chunks(pieces: Iterable<Uint8Array | string>): Iterable<Uint8Array | string> {
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    if (text.length < usualChunk && typeof piece === 'string') continue
    if (text !== '') yield text
    text = ''
    if (typeof piece !== 'string') yield piece
  }
  if (text !== '') yield text
}

const remedies: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'The folder does not exist; create it or choose another one.'],
  ['ENOSPC', 'The disk is full; make room or choose another one.'],
  ['EACCES', 'You may not write there; choose a folder of your own.'],
  ['EROFS', 'That disk is read-only; choose another one.'],
  ['EISDIR', 'That is a folder; name a file.'],
])
