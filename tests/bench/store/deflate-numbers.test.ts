import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compress, littleEndianBytes } from '../../../src/bench/store/compressed'
import { deflateNumbers } from '../../../src/bench/store/deflate-numbers'

function unpacked(numbers: Float64Array): Float64Array {
  const bytes = new Uint8Array(inflateSync(deflateNumbers(littleEndianBytes(numbers))))
  return new Float64Array(bytes.buffer)
}

describe('deflateNumbers', () => {
  it('writes what zlib unpacks to the same numbers', () => {
    const repeated = fc
      .tuple(fc.double(), fc.nat(100))
      .map(([value, count]) => new Array<number>(count).fill(value))
    const lists = fc.oneof(
      fc.array(fc.double(), { maxLength: 300 }),
      fc.array(fc.nat(1_000_000), { maxLength: 300 }),
      fc.array(repeated, { maxLength: 8 }).map((runs) => runs.flat()),
    )
    fc.assert(
      fc.property(lists, (numbers) => {
        const column = Float64Array.from(numbers)
        expect(unpacked(column)).toEqual(column)
      }),
      { numRuns: 500 },
    )
  })

  it('writes every length of equal bytes', () => {
    for (let count = 0; count <= 40; count += 1) {
      const column = new Float64Array(2 * count + 3).fill(1, 1, count).fill(4096, count + 1)
      expect(unpacked(column)).toEqual(column)
    }
  })

  it('writes as many bins as are stored', () => {
    const column = Float64Array.from({ length: 131_072 }, (_, at) => (at * 7919) % 65_521)
    expect(unpacked(column)).toEqual(column)
  })

  it('takes at most a tenth more space than zlib for the bins of fio', () => {
    const text = readFileSync('tests/fixtures/fio-3.33/mix.out', 'utf8')
    const [written = 0, byZlib = 0] = [...text.matchAll(/"bins" : (\{[^}]*\})/g)]
      .map(([, bins = '']) => {
        const reported = JSON.parse(bins) as Record<string, number>
        const numbers = [...Object.keys(reported).map(Number), ...Object.values(reported)]
        return littleEndianBytes(Float64Array.from(numbers))
      })
      .map((bytes) => [deflateNumbers(bytes).length, compress(bytes, 'bins').length])
      .reduce(([one = 0, other = 0], [more = 0, further = 0]) => [one + more, other + further], [0, 0])
    expect(byZlib).toBeGreaterThan(1000)
    expect(written).toBeLessThan(1.1 * byZlib)
  })
})
