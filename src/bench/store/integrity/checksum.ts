import { hash } from 'node:crypto'
import { blob, type Encoded } from '../file/encode'
import { blobOf, type Row } from '../file/columns'

export type ChecksumPart = string | number | null | readonly ChecksumPart[]

/**
 * First 16 bytes of the SHA-256 of the parts written as one JSON array. SQLite's integrity check examines
 * only the structure and misses a flipped bit in a number; this does not.
 */
export function checksumOf(...parts: readonly ChecksumPart[]): Uint8Array {
  return hash('sha256', JSON.stringify(parts), 'buffer').subarray(0, 16)
}

export function encodedChecksum(...parts: readonly ChecksumPart[]): Encoded {
  return blob(checksumOf(...parts))
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

/** True if the row's `checksum` column is that of these parts. */
export function checksumMatches(row: Row, ...parts: readonly ChecksumPart[]): boolean {
  return sameBytes(blobOf(row, 'checksum'), checksumOf(...parts))
}
