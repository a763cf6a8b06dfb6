import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { defineDigestFunctions } from '../../../../src/bench/store/integrity/digest'

it('adds whatever damaged pages bring into a column, and removes it again', () => {
  const database = new DatabaseSync(':memory:')
  defineDigestFunctions(database)
  const answer = (sql: string) => {
    const row: unknown = database.prepare(`SELECT ${sql}`).get()
    const values: readonly unknown[] = Object.values(row ?? {})
    return values[0]
  }
  const zeros = `zeroblob(16)`
  for (const odd of ['26', '1.5', "'text'", "x'0102'"]) {
    const added = `row_digest_add(${zeros}, ${odd})`
    expect(answer(added)).not.toEqual(new Uint8Array(16))
    expect(Buffer.from(answer(`row_digest_remove(${added}, ${odd})`) as Uint8Array)).toEqual(Buffer.alloc(16))
    // A damaged digest remains, for the check to find.
    expect(answer(`row_digest_add(typeof(${odd}), ${zeros})`)).toBe(answer(`typeof(${odd})`))
  }
  expect(answer(`row_digest_sum(column1) FROM (VALUES (26), ('text'), (x'01'))`)).toHaveLength(16)
  database.close()
})
