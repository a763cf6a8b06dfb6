import { crc32, inflateRawSync } from 'node:zlib'
import { formatBytes } from '../../core/units/bytes'

/** A file in a zip archive, by its central directory. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  /** Where its own header begins. */
  readonly at: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const fileSignature = 0x04034b50
/** An end with the longest comment. */
const longestEnd = 22 + 0xffff

/**
 * The files of a zip archive (APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16). Throws an Error for anything else, and for
 * archives of more than 4 GiB or 65,535 files.
 */
export function zipEntries(archive: Buffer): readonly ZipEntry[] {
  const end = archive
    .subarray(Math.max(0, archive.length - longestEnd))
    .lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const at = end < 0 ? -1 : Math.max(0, archive.length - longestEnd) + end
  if (at < 0 || at + 22 > archive.length || archive.readUInt32LE(at) !== endSignature)
    throw new Error('it is no whole zip archive')
  const count = archive.readUInt16LE(at + 10)
  let place = archive.readUInt32LE(at + 16)
  if (count === 0xffff || place === 0xffffffff) throw new Error('it is of the large kind of zip archives')
  const entries: ZipEntry[] = []
  for (let number = 0; number < count; number += 1) {
    if (place + 46 > archive.length || archive.readUInt32LE(place) !== entrySignature)
      throw new Error('its directory is damaged')
    const flags = archive.readUInt16LE(place + 8)
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(place + offset))
    entries.push({
      name: archive.toString((flags & 0x800) === 0 ? 'latin1' : 'utf8', place + 46, place + 46 + (name ?? 0)),
      method: archive.readUInt16LE(place + 10),
      isEncrypted: (flags & 1) === 1,
      crc: archive.readUInt32LE(place + 16),
      packedBytes: archive.readUInt32LE(place + 20),
      bytes: archive.readUInt32LE(place + 24),
      at: archive.readUInt32LE(place + 42),
    })
    place += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}

/** The content of a file, checked against its checksum; no more is unpacked than the archive says. Throws an Error. */
export function zipContent(archive: Buffer, entry: ZipEntry, most: number): Uint8Array {
  if (entry.isEncrypted) throw new Error('it is encrypted')
  if (entry.method !== 0 && entry.method !== 8)
    throw new Error(`its compression ${entry.method} is not known`)
  const { at } = entry
  if (at + 30 > archive.length || archive.readUInt32LE(at) !== fileSignature) throw new Error('it is damaged')
  const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
  const packed = archive.subarray(start, start + entry.packedBytes)
  if (entry.bytes > most) throw new Error(`it is larger than ${formatBytes(most)}, the most that is read`)
  const content = entry.method === 0 ? packed : inflated(packed, entry.bytes)
  if (content?.length !== entry.bytes || crc32(content) !== entry.crc) throw new Error('it is damaged')
  return content
}

/** Undefined if it is damaged, or more than it is said to be. */
function inflated(packed: Uint8Array, bytes: number): Uint8Array | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) })
  } catch {
    return undefined
  }
}
