import { closeSync, mkdtempSync, openSync, readSync, rmSync, writevSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentBytes, type HeldContent } from '../store/file/compressed'

/** Maximum size of contents that wait in memory, in bytes. */
const mostInMemory = 16 * 1024 ** 2

interface Kept {
  /** Undefined once they are in the file. */
  bytes: Uint8Array | undefined
  readonly length: number
  /** Place in the file. */
  at: number
}

/**
 * Holds the compressed contents of an import between reading and storing. Beyond a few megabytes they wait in
 * an unnamed temporary file, which vanishes with the process however it ends, or in memory if none can be
 * written.
 */
export class ContentStage {
  #waiting: Kept[] = []
  #waitingBytes = 0
  #file: number | undefined
  #fileBytes = 0
  #isBroken = false
  #place = new Uint8Array(64 * 1024)
  /** What is in `#place`: bytes of the file from `at`. */
  #read = { at: 0, length: 0 }

  /**
   * Takes over the bytes. The returned function reads them, into one buffer shared by all, until the stage is
   * closed.
   */
  hold(content: HeldContent): () => Uint8Array {
    const bytes = contentBytes(content)
    const kept: Kept = { bytes, length: bytes.length, at: 0 }
    this.#waiting.push(kept)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes > mostInMemory && !this.#isBroken) this.#write()
    return () => kept.bytes ?? this.#bytesOf(kept)
  }

  close(): void {
    this.#waiting = []
    this.#read = { at: 0, length: 0 }
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #write(): void {
    try {
      this.#file ??= unnamedFile()
      const parts = this.#waiting.flatMap(({ bytes }) => bytes ?? [])
      this.#isBroken = writevSync(this.#file, parts, this.#fileBytes) < this.#waitingBytes
    } catch {
      this.#isBroken = true
    }
    if (this.#isBroken) return
    for (const kept of this.#waiting) {
      kept.bytes = undefined
      kept.at = this.#fileBytes
      this.#fileBytes += kept.length
    }
    this.#waiting = []
    this.#waitingBytes = 0
  }

  /** Reads further than asked: the next content is mostly asked for next. */
  #bytesOf({ at, length }: Kept): Uint8Array {
    const isRead = at >= this.#read.at && at + length <= this.#read.at + this.#read.length
    if (!isRead) {
      if (this.#place.length < length) this.#place = new Uint8Array(length)
      const read = this.#file === undefined ? 0 : readSync(this.#file, this.#place, 0, this.#place.length, at)
      this.#read = { at, length: read }
      if (read < length) throw new Error('The temporary file of the import was cut off.')
    }
    return this.#place.subarray(at - this.#read.at, at - this.#read.at + length)
  }
}

function unnamedFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-import-'))
  try {
    return openSync(join(folder, 'contents'), 'wx+', 0o600)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
