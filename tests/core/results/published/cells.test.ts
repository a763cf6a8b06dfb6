import { describe, expect, it } from 'vitest'
import { parseCellLevel } from '../../../../src/core/results/published/cell-level'
import { numbersOfColumn, parseCellNumber } from '../../../../src/core/results/published/cell-number'
import { toBaseUnit, unitFactor, unitsFor } from '../../../../src/core/results/published/value-units'

describe('a printed number', () => {
  it.each([
    ['49739.90', 49739.9],
    ['49,739.90', 49739.9],
    ['1,234,567', 1234567],
    ['49 739.90', 49739.9],
    ["49'739.90", 49739.9],
    ['1.234,5', 1234.5],
    ['3,5', 3.5],
    ['1 234 567', 1234567],
    ['-1.64', -1.64],
    ['\u22121.64', -1.64],
    ['+2', 2],
    ['.5', 0.5],
    ['1.5e3', 1500],
    ['12 %', 12],
  ])('%s is %d', (text, value) => {
    expect(parseCellNumber(text)).toEqual({ ok: true, value })
  })

  it.each([
    '2 3921.50',
    '2392 .50',
    '3. 5',
    '12 34',
    '1234 567',
    '1.5 000',
    '1,234',
    'about 5',
    '',
    '-',
    '1.2.3',
    '12 MB',
    '0x10',
    '1e999',
    'Infinity',
    'NaN',
    '1,23,456',
  ])('%j is not one, or not one for certain', (text) => {
    expect(parseCellNumber(text)).toMatchObject({ ok: false })
  })

  it('that can be read in two ways is reported as such', () => {
    expect(parseCellNumber('1,234')).toEqual({
      ok: false,
      error: '"1,234" can be read in two ways: 1234 and 1.234.',
    })
    expect(parseCellNumber('22.000')).toMatchObject({ ok: false })
  })

  it.each([
    ['22.000', 'comma', 22000],
    ['22.000', 'point', 22],
    ['1,234', 'point', 1234],
    ['1,234', 'comma', 1.234],
    ['1.234.567', 'comma', 1234567],
    ['-0,5', 'comma', -0.5],
    ['5', 'comma', 5],
  ] as const)('%s with a decimal %s is %d', (text, convention, value) => {
    expect(parseCellNumber(text, convention === 'point' ? 'point' : 'comma')).toEqual({ ok: true, value })
  })

  it.each([
    ['0,5', 'point'],
    ['1234.5', 'comma'],
    ['0.125', 'comma'],
    ['1.234.567', 'point'],
  ] as const)('%s with a decimal %s is not one', (text, convention) => {
    expect(parseCellNumber(text, convention)).toEqual({
      ok: false,
      error: `"${text}" is not a number with a decimal ${convention}.`,
    })
  })
})

describe('the numbers of a column', () => {
  it.each([
    [['22.000,5', '610.000', '20.500'], { kind: 'found', convention: 'comma' }],
    [['1,234', '12,345.5'], { kind: 'found', convention: 'point' }],
    [['0.125', '1.250'], { kind: 'found', convention: 'point' }],
    [['1.234', '1.234.567'], { kind: 'found', convention: 'comma' }],
    [['4,5 MB', '1.024 MB'], { kind: 'found', convention: 'comma' }],
    [['±0,5', '12.345'], { kind: 'found', convention: 'comma' }],
    [['610.000', '20.500', '7'], { kind: 'ambiguous', example: '610.000', point: 610, comma: 610000 }],
    [['1,5', '2.25', '1.000'], { kind: 'mixed', point: '2.25', comma: '1,5' }],
    [['1', '20', 'random', '', '12 %', '1 234'], { kind: 'plain' }],
  ])('%j are %j', (cells, expected) => {
    expect(numbersOfColumn(cells)).toEqual(expected)
  })
})

describe('a printed level', () => {
  it.each([
    ['64KB', 'block_size', undefined, 65536],
    ['64 KiB', 'block_size', undefined, 65536],
    ['1MB', 'block_size', undefined, 1048576],
    ['16G', 'file_size', undefined, 16 * 1024 ** 3],
    ['4096', 'block_size', undefined, 4096],
    ['0.5k', 'block_size', undefined, 512],
    ['98', 'dedupe_percent', undefined, 98],
    ['98 %', 'dedupe_percent', undefined, 98],
    ['random', 'dedupe_percent', undefined, 'random'],
    ['130', 'fill_bytes', 'GB', 130e9],
    ['13', 'buffer_pool_size', 'GiB', 13 * 1024 ** 3],
    ['2', 'runtime', 'min', 120],
    ['kernel 6.18', 'kernel', undefined, 'kernel 6.18'],
    ['6.18.1', 'kernel', undefined, '6.18.1'],
  ])('%s of %s is %s', (text, key, unit, value) => {
    const level = parseCellLevel(text, key, unit)
    expect(level.ok ? level.value : level.error).toBe(value)
  })

  it.each([
    ['1,234', 'queue_depth', undefined],
    ['0.3k', 'block_size', undefined],
    ['many', 'fill_bytes', 'GB'],
    ['5', 'fill_bytes', 'furlongs'],
  ])('%s of %s is refused', (text, key, unit) => {
    expect(parseCellLevel(text, key, unit)).toMatchObject({ ok: false })
  })
})

describe('units of printed values', () => {
  it('count as the publisher does', () => {
    expect(unitFactor('B/s', 'MB/s')).toBe(1e6)
    expect(unitFactor('B/s', 'MiB/s')).toBe(1048576)
    expect(unitFactor('B/s', 'KB/s')).toBe(1024)
    expect(unitFactor('B/s', 'kB/s')).toBe(1000)
    expect(unitFactor('ns', 'ms')).toBe(1e6)
    expect(unitFactor('IOPS', 'MB/s')).toBeUndefined()
    expect(unitFactor('B/s', 'constructor')).toBeUndefined()
    expect(unitsFor('B/s')[0]).toBe('B/s')
  })

  it('leave no rounding residue', () => {
    expect(toBaseUnit(1.105, 1e6)).toBe(1_105_000)
    expect(toBaseUnit(959.17, 1024 ** 2)).toBe(959.17 * 1024 ** 2)
    expect(toBaseUnit(0.1, 1000)).toBe(100)
  })
})
