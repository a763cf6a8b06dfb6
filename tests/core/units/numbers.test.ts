import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatLatency,
  formatIops,
  formatRate,
  parseRate,
  binaryRateUnits,
  latencyUnits,
  pickUnit,
} from '../../../src/core/units/unit-scale'
import {
  formatCount,
  formatDeviation,
  formatNumber,
  formatPercent,
  formatAtMark,
  formatPrinted,
  formatShort,
  withoutBreaks,
} from '../../../src/core/units/number-format'
import { utf8Length } from '../../../src/core/text/plain-text'

describe('withoutBreaks', () => {
  it.each([
    ['−30.0 % (95 % interval −31.2 to −28.7\u2009%)', '−30.0_% (95_% interval −31.2 to −28.7_%)'],
    ['4\u2009KiB: 0.95 GB/s in 5 s, 20 µs each', '4_KiB: 0.95_GB/s in 5_s, 20_µs each'],
    ['10 sides, 3 blocks of kernel 6.18 before', '10 sides, 3 blocks of kernel 6.18 before'],
  ])('keeps numbers and units of “%s” together', (text, kept) => {
    expect(withoutBreaks(text)).toBe(kept.replaceAll('_', '\u202f'))
  })
})

describe('formatNumber', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [1.5, '1.50'],
    [12.345, '12.3'],
    [99.96, '100'],
    [9.996, '10.0'],
    [1234.5, '1,235'],
    [1_234_567, '1,234,567'],
    [0.00123, '0.00123'],
    [-0.5, '−0.500'],
  ])('writes %d as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })

  it('drops trailing zeros in the short form', () => {
    expect([formatShort(1.5), formatShort(2), formatShort(10.04), formatShort(1000)]).toEqual([
      '1.5',
      '2',
      '10',
      '1,000',
    ])
  })

  it('never writes a minus zero, and an absent number is a dash', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        expect(formatNumber(value)).not.toMatch(/^-0(\.0*)?$/)
      }),
    )
    expect([formatNumber(undefined), formatNumber(NaN), formatCount(undefined)]).toEqual(['–', '–', '–'])
  })

  it('keeps at least the requested digits', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e12, noNaN: true }),
        fc.integer({ min: 1, max: 6 }),
        (value, digits) => {
          const shown = Number(formatNumber(value, digits).replace(/,/g, ''))
          expect(Math.abs(shown - value)).toBeLessThanOrEqual(value * 0.5 * 10 ** (1 - digits) * 1.000001)
        },
      ),
    )
  })
})

it('writes counts and percentages', () => {
  expect(formatCount(100_000)).toBe('100,000')
  expect(formatCount(-1234.4)).toBe('−1,234')
  expect(formatPercent(70)).toBe('70\u202f%')
})

describe('rates and latencies', () => {
  it.each([
    [812, '812 ns'],
    [12_345, '12.3 µs'],
    [999_700, '1.00 ms'],
    [4_560_000, '4.56 ms'],
    [1_200_000_000, '1.20 s'],
  ])('writes %d ns as %s', (latency, text) => {
    expect(formatLatency(latency).replace('\u202f', ' ')).toBe(text)
  })

  it('keeps KiB and kB apart', () => {
    expect(formatRate(1_048_576)).toBe('1.05\u202fMB/s')
    expect(parseRate('200 MiB/s')).toEqual({ ok: true, value: 209_715_200 })
    expect(parseRate('1.5 GB/s')).toEqual({ ok: true, value: 1_500_000_000 })
    expect(parseRate('fast').ok).toBe(false)
    expect(formatIops(12_345.6)).toBe('12,346')
  })

  it('shares one unit between several values', () => {
    expect(pickUnit(latencyUnits, 1_500_000)).toEqual({ label: 'ms', factor: 1e6 })
    expect(pickUnit(binaryRateUnits, 0).label).toBe('B/s')
  })
})

it('counts bytes of UTF-8 as an encoder does', () => {
  const encoder = new TextEncoder()
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(utf8Length(text)).toBe(encoder.encode(text).length)
    }),
  )
  expect(utf8Length('aé✓😀', 2)).toBe(3)
  expect(utf8Length('\ud800x')).toBe(4)
})

describe('a standard deviation after its mean', () => {
  it.each([
    ['0.9', 0.4812, '0.5'],
    ['0.12', 0.0812, '0.08'],
    ['12', 4.82, '5'],
    ['0.128', 0.0331, '0.033'],
    ['36.262', 0.412, '0.41'],
    ['98,200', 1234.5, '1,235'],
    ['5.000', 0, '0'],
  ])('%s ± %f has no more decimals than the mean', (mean, deviation, text) => {
    expect(formatDeviation(deviation, mean)).toBe(text)
  })
})

it('adds no zeros to whole and to printed numbers without an interval', () => {
  expect([260, 97, 0, 49.5, 272.62976].map((one) => formatPrinted(one))).toEqual([
    ...['260', '97', '0', '49.50', '272.6'],
  ])
  expect([260, 49.5, -1.1482].map((one) => formatPrinted(one, undefined, 5))).toEqual([
    ...['260', '49.5', '\u22121.1482'],
  ])
  expect([97, 35.97, 272.62976].map((one) => formatAtMark(one))).toEqual(['97', '35.97', '273'])
  expect([formatPrinted(97, 0.5), formatAtMark(97, 0.5)]).toEqual(['97.00', '97.00'])
})
