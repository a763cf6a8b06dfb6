import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { SkippedSource } from '../../core/contract/import-requests'
import { formatBytes } from '../../core/units/bytes'
import { limits } from '../store/file/format'
import { importLimits, type FoundFile, type FoundFiles } from './collect-files'
import { zipContent, zipEntries } from './zip-entries'

/** Largest archive that is unpacked: its whole is in memory. */
const mostPacked = 512 * 1024 ** 2

/** How many files and bytes an import may have. */
type Most = typeof importLimits | { readonly files: number; readonly bytes: number }

/**
 * Files of archives (`.gz`, `.zip`) unpacked into a temporary folder. Each has the name that it had before it was packed,
 * in a zip archive as if that were a folder, and is stored as it was then. However small an archive is, no more bytes and
 * files come out of it than an import may have.
 */
export class Unpacked {
  #folder: string | undefined
  #count = 0
  #bytes = 0

  /** `most`: of all files of the import, those that were not packed included. */
  async of(
    { files, skipped }: FoundFiles,
    signal?: AbortSignal,
    most: Most = importLimits,
  ): Promise<FoundFiles> {
    const isPacked = ({ path }: FoundFile) => /\.(?:gz|zip)$/i.test(path)
    if (!files.some(isPacked)) return { files, skipped }
    const plain = files.filter((file) => !isPacked(file))
    this.#count = plain.length
    this.#bytes = plain.reduce((sum, { sizeBytes }) => sum + Math.min(sizeBytes, limits.valueBytes), 0)
    const all: FoundFile[] = []
    const left: SkippedSource[] = [...skipped]
    for (const file of files) {
      if (!isPacked(file)) {
        all.push(file)
        continue
      }
      signal?.throwIfAborted()
      try {
        for (const one of this.#unpack(file, most, left)) all.push(one)
      } catch (error) {
        left.push({ path: file.path, part: '', kind: 'damaged', reason: whyPacked(error) })
      }
      await setImmediate()
    }
    return { files: all, skipped: left }
  }

  /** Removes the temporary folder. */
  remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
    this.#folder = undefined
  }

  #unpack(file: FoundFile, most: Most, left: SkippedSource[]): readonly FoundFile[] {
    if (file.sizeBytes > mostPacked) throw new Error(`it is larger than ${formatBytes(mostPacked)}`)
    const bytes = readFileSync(file.path)
    const isZip = /\.zip$/i.test(file.path)
    return isZip ? this.#unzip(file, bytes, most, left) : this.#gunzip(file, bytes, most)
  }

  #gunzip(file: FoundFile, bytes: Uint8Array, most: Most): readonly FoundFile[] {
    const content = gunzipSync(bytes, { maxOutputLength: limits.valueBytes })
    return this.#keep({ ...file, path: file.path.replace(/\.gz$/i, '') }, content, most)
  }

  #unzip(file: FoundFile, bytes: Uint8Array, most: Most, left: SkippedSource[]): readonly FoundFile[] {
    const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    return zipEntries(archive).flatMap((entry): readonly FoundFile[] => {
      if (!isWanted(entry.name)) return []
      // A name that leads out of the archive leads nowhere else, because it is only shown.
      const path = join(file.path, join('/', entry.name))
      try {
        this.#checkLimits(1, entry.bytes, most)
        const content = zipContent(archive, entry, limits.valueBytes)
        const inner = { ...file, path }
        return /\.gz$/i.test(entry.name)
          ? this.#gunzip(inner, content, most)
          : this.#keep(inner, content, most)
      } catch (error) {
        left.push({ path, part: '', kind: 'damaged', reason: whyPacked(error) })
        return []
      }
    })
  }

  #keep(file: FoundFile, content: Uint8Array, most: Most): readonly FoundFile[] {
    this.#checkLimits(1, content.length, most)
    this.#count += 1
    this.#bytes += content.length
    this.#folder ??= mkdtempSync(join(tmpdir(), 'benchwright-unpacked-'))
    const unpackedAt = join(this.#folder, String(this.#count))
    writeFileSync(unpackedAt, content, { mode: 0o600 })
    return [{ ...file, unpackedAt, sizeBytes: content.length }]
  }

  #checkLimits(files: number, bytes: number, most: Most): void {
    if (this.#count + files > most.files) throw new Error(`an import has at most ${most.files} files`)
    if (this.#bytes + bytes > most.bytes) throw new Error(`an import has at most ${formatBytes(most.bytes)}`)
  }
}

/** Not folders, hidden files, and what systems add; an archive in an archive is left packed. */
function isWanted(name: string): boolean {
  const parts = name.split('/')
  return !name.endsWith('/') && parts.every((part) => !part.startsWith('.') && part !== '__MACOSX')
}

function whyPacked(error: unknown): string {
  const isTooLarge = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
  const reason = isTooLarge
    ? `it is larger than ${formatBytes(limits.valueBytes)}, the most that is read`
    : error instanceof Error
      ? error.message
      : String(error)
  return `It cannot be unpacked: ${reason.replace(/\.$/, '')}. Unpack it, and import its files.`
}
