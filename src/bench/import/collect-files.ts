import { type Dirent, opendirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { basename, join, resolve, sep } from 'node:path'
import type { SkippedSource } from '../../core/contract/import-requests'
import { formatBytes } from '../../core/units/bytes'
import { systemErrorText } from '../../core/errors/system-error'
import { mountedFolders, silentAmong } from '../hosts/local/until-answered'
import { limits } from '../store/file/format'

/** A file to import. */
export interface FoundFile {
  readonly path: string
  /** Where its content is, if it was unpacked: `path` then has its archive for a folder. */
  readonly unpackedAt?: string
  readonly sizeBytes: number
  /** When it was last written, ms since 1970: about the end of the run it describes. */
  readonly writtenAtMs: number
}

export interface FoundFiles {
  readonly files: readonly FoundFile[]
  readonly skipped: readonly SkippedSource[]
}

/**
 * More than this in one import is a mistake, such as a whole home folder, or does not fit in memory: what is
 * read is kept, compressed, until all of it is stored at once.
 */
export const importLimits = { files: 100_000, bytes: 8 * 1024 ** 3 } as const

/**
 * All files under these paths and in their folders, in the order a person would count (`iodepth-2` before
 * `iodepth-16`). Hidden files and folders inside a folder are skipped; a folder is visited once, whatever
 * links lead to it. What is below these paths on a drive or network folder that does not answer is skipped. Rejects if
 * it is cancelled.
 */
export async function collectFiles(
  paths: readonly string[],
  most: { readonly files: number; readonly bytes: number } = importLimits,
  signal?: AbortSignal,
): Promise<FoundFiles> {
  const files: FoundFile[] = []
  const skipped: SkippedSource[] = []
  const visited = new Set<string>()
  const skip = (path: string, reason: string) => skipped.push({ path, part: '', kind: 'damaged', reason })
  let bytes = 0
  const isFull = () => files.length >= most.files || visited.size >= most.files || bytes > most.bytes
  const mounted = mountedFolders()
  const visit = async (path: string) => {
    if (isFull()) return
    const status = statusOf(path)
    if (typeof status === 'string') skip(path, status)
    else if (status.isDirectory()) await visitFolder(path)
    else if (!status.isFile()) skip(path, 'It is neither a file nor a folder.')
    else {
      // Larger ones are refused one by one.
      if (status.size <= limits.valueBytes) bytes += status.size
      if (bytes <= most.bytes) files.push({ path, sizeBytes: status.size, writtenAtMs: status.mtimeMs })
    }
  }
  const visitFolder = async (path: string) => {
    let entries: readonly Dirent[]
    let real: string
    try {
      real = realpathSync(path)
      if (visited.has(real)) return
      visited.add(real)
      entries = entriesIn(path, most.files).filter(({ name }) => !name.startsWith('.'))
    } catch (error) {
      skip(path, `The folder cannot be read: ${systemErrorText(error)}. Check its permissions.`)
      return
    }
    const elsewhere = entries.filter((one) => one.isSymbolicLink() || mounted.has(join(real, one.name)))
    await visitAnswering(
      entries.map(({ name }) => join(path, name)).sort(naturally),
      elsewhere.map(({ name }) => join(path, name)),
    )
  }
  /** Visits paths, some of which may be on drives that do not answer. */
  const visitAnswering = async (all: readonly string[], some: readonly string[]) => {
    const silent = await silentAmong(some, { signal })
    for (const path of all) {
      const reason = silent.get(path)
      if (reason === undefined) await visit(path)
      else skip(path, reason)
    }
  }
  for (const path of paths) await visit(resolve(path))
  if (isFull()) {
    const what =
      bytes > most.bytes
        ? `The files are together larger than ${formatBytes(most.bytes)}`
        : `There are more than ${most.files} files or folders`
    skip(paths[0] ?? '', `${what}; the rest was not read. Import them in parts.`)
  }
  return { files, skipped }
}

/** At most one more than can be taken: a folder may be endless. */
function entriesIn(path: string, most: number): readonly Dirent[] {
  const folder = opendirSync(path)
  try {
    const entries: Dirent[] = []
    for (let entry = folder.readSync(); entry && entries.length <= most; entry = folder.readSync())
      entries.push(entry)
    return entries
  } finally {
    folder.closeSync()
  }
}

const collator = new Intl.Collator('en', { numeric: true })

function naturally(one: string, other: string): number {
  return collator.compare(one, other)
}

function statusOf(path: string): Stats | string {
  try {
    return statSync(path)
  } catch (error) {
    return `It cannot be read: ${systemErrorText(error)}. Check the path and its permissions.`
  }
}

/** The name of a campaign from these files: that of the imported file or folder with them, or the first of several. */
export function campaignName(files: ReadonlySet<string>, imported: readonly string[]): string {
  const [first = '', ...others] = imported.filter((path) => {
    const whole = resolve(path)
    const folder = whole.endsWith(sep) ? whole : whole + sep
    // A file that was packed alone has its name without the last ending.
    return (
      files.has(whole) ||
      files.has(whole.replace(/\.gz$/i, '')) ||
      [...files].some((file) => file.startsWith(folder))
    )
  })
  const name =
    basename(first).replace(/(?:\.(?:json|txt|out|log|xml|csv|html))?(?:\.(?:gz|zip))?$/i, '') || first
  return others.length > 0 ? `${name} and ${others.length} more` : name
}
