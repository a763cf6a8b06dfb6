import { open, rename, rm } from 'node:fs/promises'
import { RequestFailure } from '../../core/contract/request-failure'

/** Writes a file so that it is either whole or as it was before: beside it first, then renamed into place. Rejects with path, cause and remedy. */
export async function writeFileWhole(path: string, content: Uint8Array | string): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  try {
    const file = await open(unfinished, 'w')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new RequestFailure({
      id: 'not-written',
      message: `${path} could not be written${code === '' ? '' : ` (${code})`}.`,
      remedy: remedies.get(code) ?? 'Choose another folder.',
    })
  }
}

const remedies: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'The folder does not exist; create it or choose another one.'],
  ['ENOSPC', 'The disk is full; make room or choose another one.'],
  ['EACCES', 'You may not write there; choose a folder of your own.'],
  ['EROFS', 'That disk is read-only; choose another one.'],
  ['EISDIR', 'That is a folder; name a file.'],
])
