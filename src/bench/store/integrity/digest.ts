import type { DatabaseSync } from '@photostructure/sqlite'
import { checksumOf, type ChecksumPart } from './checksum'

const digestBytes = 16

/**
 * Adds the checksum of a row to a digest, or subtracts it: the sum of all, as 128-bit big-endian numbers
 * modulo 2^128. It does not depend on the order of the rows, and a row that appears twice counts twice,
 * unlike with XOR. A damaged digest stays unchanged, for the check to find, and a damaged checksum must not
 * keep its row from being removed.
 */
function changedDigest<T>(digest: T, checksum: unknown, sign: 1 | -1): T | Uint8Array {
  if (!(digest instanceof Uint8Array) || digest.length !== digestBytes) return digest
  const summand = summandOf(checksum)
  const sum = new Uint8Array(digestBytes)
  let carry = 0
  for (let index = digestBytes - 1; index >= 0; index -= 1) {
    const value = (digest[index] ?? 0) + sign * (summand[index] ?? 0) + carry
    sum[index] = value & 0xff
    carry = value >> 8
  }
  return sum
}

/** The checksum itself. Swapped pages may put any value into a column, regardless of its declared type. */
function summandOf(checksum: unknown): Uint8Array {
  if (!(checksum instanceof Uint8Array)) return checksumOf(String(checksum))
  return checksum.length === digestBytes ? checksum : checksumOf(Buffer.from(checksum).toString('hex'))
}

/**
 * SQL functions for digests, where NULL means no row: `row_digest_add(digest, checksum)`,
 * `row_digest_remove(digest, checksum)`, the aggregate `row_digest_sum(checksum)`, and `row_checksum(…)` of
 * the values of a row that has no checksum.
 */
export function defineDigestFunctions(database: InstanceType<typeof DatabaseSync>): void {
  const change = (sign: 1 | -1) => (digest: unknown, checksum: unknown) =>
    checksum === null ? digest : changedDigest(digest, checksum, sign)
  database.function('row_digest_add', { deterministic: true }, change(1))
  database.function('row_digest_remove', { deterministic: true }, change(-1))
  database.function(
    'row_checksum',
    { deterministic: true, varargs: true },
    (...parts: readonly ChecksumPart[]) => checksumOf(...parts),
  )
  database.aggregate('row_digest_sum', {
    start: () => new Uint8Array(digestBytes),
    step: (sum: Uint8Array, checksum: unknown) => (checksum === null ? sum : changedDigest(sum, checksum, 1)),
  })
}
