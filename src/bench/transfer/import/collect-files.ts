import { readdirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SkippedSource } from '../../../core/contract/import-requests'

/** A file to import. */
export interface FoundFile {
  readonly path: string
  readonly sizeBytes: number
}

export interface FoundFiles {
  readonly files: readonly FoundFile[]
  readonly skipped: readonly SkippedSource[]
}

/** More files or folders than this in one import is a slip of the hand, such as a whole home folder. */
const mostFiles = 100_000

/**
 * All files under these paths, folders with everything in them in the order a person would count (`iodepth-2` before
 * `iodepth-16`). Hidden files and folders inside a folder are passed over; a folder is visited once, whatever links lead to it.
 */
export function collectFiles(paths: readonly string[]): FoundFiles {
  const files: FoundFile[] = []
  const skipped: SkippedSource[] = []
  const visited = new Set<string>()
  const skip = (path: string, reason: string) => skipped.push({ path, part: '', kind: 'damaged', reason })
  const isFull = () => files.length >= mostFiles || visited.size >= mostFiles
  const visit = (path: string) => {
    if (isFull()) return
    const status = statusOf(path)
    if (typeof status === 'string') skip(path, status)
    else if (status.isDirectory()) visitFolder(path)
    else if (!status.isFile()) skip(path, 'It is neither a file nor a folder.')
    else files.push({ path, sizeBytes: status.size })
  }
  const visitFolder = (path: string) => {
    try {
      const real = realpathSync(path)
      if (visited.has(real)) return
      visited.add(real)
      for (const name of readdirSync(path).sort(naturally)) if (!name.startsWith('.')) visit(join(path, name))
    } catch (error) {
      skip(path, `The folder cannot be read (${codeOf(error)}).`)
    }
  }
  for (const path of paths) visit(resolve(path))
  if (isFull())
    skip(paths[0] ?? '', `There are more than ${mostFiles} files or folders; the rest was not read.`)
  return { files, skipped }
}

const collator = new Intl.Collator('en', { numeric: true })

function naturally(one: string, other: string): number {
  return collator.compare(one, other)
}

function statusOf(path: string): Stats | string {
  try {
    return statSync(path)
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOENT' ? 'There is no such file.' : `It cannot be read (${code}).`
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
