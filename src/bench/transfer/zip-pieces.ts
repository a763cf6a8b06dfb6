import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { FileContent } from './write-file-whole'

/** A file in a zip file. */
export interface ZipEntry {
  /** With slashes between folders. */
  readonly name: string
  readonly content: FileContent
  /** Its bytes are compressed already, as those of pictures are. */
  readonly isPacked?: boolean
}

/** Bytes that such a zip file holds at most: sizes and places in it have 32 bits. */
export const mostZipBytes = 2 ** 32 - 2 ** 24

/** A zip file in pieces; each entry is read as it is written, so that files larger than the memory go through it. */
export function* zipPieces(entries: Iterable<ZipEntry>): Iterable<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error
    ready.push(piece)
  })
  const text = new TextEncoder()
  for (const { name, content, isPacked } of entries) {
    const file = isPacked === true ? new ZipPassThrough(name) : new ZipDeflate(name)
    zip.add(file)
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content
    for (const piece of pieces) {
      file.push(typeof piece === 'string' ? text.encode(piece) : piece)
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
