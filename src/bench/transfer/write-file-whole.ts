import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { noteUnfinished } from '../store/unfinished'
import { RequestFailure } from '../../core/contract/request-failure'

/**
 * Writes a file so that it is either whole or as it was before: beside it first, then renamed into place; it is on the disk
 * when this resolves. Rejects with path, cause and remedy.
 */
export async function writeFileWhole(path: string, content: Uint8Array | string): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  const forget = noteUnfinished('file', unfinished)
  try {
    const file = await open(unfinished, 'w')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true })
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new RequestFailure({
      id: 'not-written',
      message: `${path} could not be written${code === '' ? '' : ` (${code})`}.`,
      remedy: remedies.get(code) ?? 'Choose another folder.',
    })
  } finally {
    forget()
  }
}

/** Makes a new name last where the system can; Windows neither needs nor allows it, and some network folders know no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  try {
    const opened = await open(folder, 'r')
    await opened.sync().finally(() => opened.close())
  } catch (error) {
    if (!cannotSync.has(error instanceof Error && 'code' in error ? String(error.code) : '')) throw error
  }
}

const cannotSync: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EACCES'])

const remedies: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'The folder does not exist; create it or choose another one.'],
  ['ENOSPC', 'The disk is full; make room or choose another one.'],
  ['EACCES', 'You may not write there; choose a folder of your own.'],
  ['EROFS', 'That disk is read-only; choose another one.'],
  ['EISDIR', 'That is a folder; name a file.'],
])
