import { createHash, hash as hashOf } from 'node:crypto'
import { deflateSync, inflateSync, type ZlibOptions } from 'node:zlib'
import { BadColumnError, InvalidValueError } from './review-file-error'
import { limits } from './format'

/**
 * zlib format (RFC 1950), as Python's `zlib.decompress` reads it. Level 1: an output of fio takes 14 % more
 * space than with the usual level 6, and a third of the time. A window as large as a small input is set up in
 * half the time. The bytes have their own buffer, so that threads can transfer them. Throws an
 * InvalidValueError for more than can be read back.
 */
export function compress(bytes: Uint8Array, what: string): Uint8Array {
  if (bytes.length > limits.valueBytes)
    throw new InvalidValueError(what, `is ${bytes.length} bytes long; at most 64 MiB are stored.`)
  const windowBits = bytes.length <= 2 ** 13 ? 13 : 15
  // Output that fits into a small chunk needs no memory outside the heap.
  const chunkSize = Math.max(64, Math.min(16_384, bytes.length >> 1))
  return new Uint8Array(deflateSync(bytes, { level: 1, windowBits, chunkSize }))
}

/**
 * Compressed bytes, or a function that reads them when they are stored; its result is valid only until the
 * next read.
 */
export type HeldContent = Uint8Array | (() => Uint8Array)

export function contentBytes(content: HeldContent): Uint8Array {
  return content instanceof Uint8Array ? content : content()
}

/**
 * Decompresses bytes. Throws a BadColumnError if they do not have the recorded size, so that no bomb is ever
 * unpacked.
 */
export function decompress(content: Uint8Array, sizeBytes: number, what: string): Uint8Array {
  refuseLarge(sizeBytes, what)
  try {
    return ofSize(inflateSync(content, inflating(sizeBytes)), sizeBytes, what)
  } catch (error) {
    throw unpackingError(error, what)
  }
}

function refuseLarge(sizeBytes: number, what: string): void {
  if (sizeBytes > limits.valueBytes)
    throw new BadColumnError(what, `claims ${sizeBytes} bytes; at most 64 MiB are stored.`)
}

function inflating(sizeBytes: number): ZlibOptions {
  // One buffer for all of it, slightly longer, because a full one makes zlib request another.
  return { maxOutputLength: Math.max(1, sizeBytes), chunkSize: Math.max(64, sizeBytes + 8) }
}

function ofSize(bytes: Uint8Array, sizeBytes: number, what: string): Uint8Array {
  if (bytes.length !== sizeBytes) throw new BadColumnError(what, 'is not as long as recorded.')
  return bytes
}

function unpackingError(error: unknown, what: string): BadColumnError {
  return error instanceof BadColumnError ? error : new BadColumnError(what, 'cannot be decompressed.')
}

export const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/**
 * A column of numbers as 64-bit little-endian floats, which numpy reads in one line. On machines of that order they
 * share the memory of the numbers.
 */
export function littleEndianBytes(numbers: Float64Array): Uint8Array {
  if (isLittleEndian) return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  return Buffer.from(new Float64Array(numbers).buffer).swap64()
}

/** SHA-256 in hex. A string takes less memory than a small array, and less time from one thread to another. */
export function sha256Hex(bytes: Uint8Array): string {
  return hashOf('sha256', bytes, 'hex')
}

/** SHA-256 of these parts, concatenated, as raw bytes. */
export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const [only] = parts
  if (only && parts.length === 1) return hashOf('sha256', only, 'buffer')
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
