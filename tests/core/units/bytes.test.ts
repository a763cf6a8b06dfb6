import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatBytes, formatDecimalBytes, formatExactBytes, parseBytes } from '../../../src/core/units/bytes'

describe('parseBytes', () => {
  it.each([
    ['4k', 4096],
    ['4K', 4096],
    ['4 KiB', 4096],
    ['4Ki', 4096],
    ['64kB', 64_000],
    ['64 KB', 64_000],
    ['1M', 1_048_576],
    ['1.5m', 1_572_864],
    ['2g', 2_147_483_648],
    ['2 TB', 2_000_000_000_000],
    ['512', 512],
    ['512 B', 512],
    ['1_048_576', 1_048_576],
    ['1\u2009KiB', 1024],
    ['.5k', 512],
    ['0', 0],
  ])('reads %s', (text, bytes) => {
    expect(parseBytes(text)).toEqual({ ok: true, value: bytes })
  })

  it.each(['', 'k', '4x', '4 k 5', '-4k', '1e3', '4kk', 'NaN', '4,000', '0x10'])(
    'refuses %s and names it',
    (text) => {
      const read = parseBytes(text)
      expect(read.ok).toBe(false)
      if (!read.ok) expect(read.error).toContain(`"${text}"`)
    },
  )

  it('refuses a fraction of a byte and more than can be counted', () => {
    expect(parseBytes('1.0001k')).toMatchObject({
      ok: false,
      error: '"1.0001k" is not a whole number of bytes.',
    })
    expect(parseBytes('99999P')).toMatchObject({
      ok: false,
      error: expect.stringContaining('exactly') as string,
    })
  })

  it('reads back what formatExactBytes writes', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (bytes) => {
        expect(parseBytes(formatExactBytes(bytes))).toEqual({ ok: true, value: bytes })
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 40 }), (power, factor) => {
        const bytes = factor * 2 ** (power * 3)
        expect(parseBytes(formatExactBytes(bytes))).toEqual({ ok: true, value: bytes })
      }),
    )
  })
})

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [512, '512 B'],
    [1023, '1,023 B'],
    [4096, '4 KiB'],
    [65_536, '64 KiB'],
    [1_048_575, '1 MiB'],
    [1_572_864, '1.5 MiB'],
    [100_000, '97.7 KiB'],
    [2_000_000_000, '1.86 GiB'],
    [-4096, '−4 KiB'],
  ])('writes %d as %s', (bytes, text) => {
    expect(formatBytes(bytes).replace('\u202f', ' ')).toBe(text)
  })

  it('writes drives as they are sold', () => {
    expect(formatDecimalBytes(2_000_398_934_016)).toBe('2\u202fTB')
    expect(formatDecimalBytes(999_600)).toBe('1\u202fMB')
  })

  it('leaves absent amounts absent', () => {
    expect([formatBytes(undefined), formatBytes(NaN), formatBytes(Infinity)]).toEqual(['–', '–', '–'])
  })

  it('never rounds in the exact form', () => {
    expect(formatExactBytes(65_536)).toBe('64\u202fKiB')
    expect(formatExactBytes(1000)).toBe('1000\u202fB')
    expect(formatExactBytes(1_310_720)).toBe('1.25\u202fMiB')
    expect(formatExactBytes(130e9)).toBe('130\u202fGB')
    expect(formatExactBytes(2e12)).toBe('2\u202fTB')
  })
})
