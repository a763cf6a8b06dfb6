import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zipPieces } from '../../../src/bench/articles/write-bundle'

it('a zip file holds texts, bytes and pieces, and reads each entry when it is its turn', () => {
  const order: string[] = []
  function* pieces() {
    order.push('read')
    yield 'µ one, '
    yield new TextEncoder().encode('two')
  }
  const zipped: Uint8Array[] = []
  for (const piece of zipPieces([
    { name: 'a/text.txt', content: 'first' },
    { name: 'b.txt', content: pieces() },
    { name: 'c.png', content: Uint8Array.of(1, 2, 3), isPacked: true },
  ])) {
    order.push('piece')
    zipped.push(piece)
  }
  expect(order.indexOf('read')).toBeGreaterThan(0)
  const found = unzipSync(Buffer.concat(zipped))
  expect(Object.keys(found)).toEqual(['a/text.txt', 'b.txt', 'c.png'])
  expect(strFromU8(found['a/text.txt'] ?? new Uint8Array(0))).toBe('first')
  expect(strFromU8(found['b.txt'] ?? new Uint8Array(0))).toBe('µ one, two')
  expect(found['c.png']).toEqual(Uint8Array.of(1, 2, 3))
})
