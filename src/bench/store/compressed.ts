import { createHash } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import { BadColumnError } from './review-file-error'
import { largestValueBytes } from './format'

/**
 * zlib format (RFC 1950), as Python's `zlib.decompress` reads it. Level 1: an output of fio takes 14 % more room than with
 * the usual level 6, and a third of its time. A
 * window as large as a small input is set up in half the time. The bytes have a buffer of their own, so that threads can hand them over.
 */
export function compress(bytes: Uint8Array): Uint8Array {
  const windowBits = bytes.length <= 2 ** 13 ? 13 : 15
  return new Uint8Array(deflateSync(bytes, { level: 1, windowBits }))
}

/** The bytes again; a BadColumnError when they do not have the recorded size, so that no bomb is ever unpacked. */
export function decompress(content: Uint8Array, sizeBytes: number, what: string): Uint8Array {
  if (sizeBytes > largestValueBytes)
    throw new BadColumnError(what, 'claims to be larger than any stored output.')
  let bytes: Uint8Array
  try {
    bytes = inflateSync(content, { maxOutputLength: Math.max(1, sizeBytes) })
  } catch {
    throw new BadColumnError(what, 'cannot be decompressed.')
  }
  if (bytes.length !== sizeBytes) throw new BadColumnError(what, 'is not as long as recorded.')
  return bytes
}

/** SHA-256 as raw bytes. */
export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
