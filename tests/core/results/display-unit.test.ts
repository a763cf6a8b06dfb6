import { describe, expect, it } from 'vitest'
import { asPrinted, displayUnit, printedWithUnit } from '../../../src/core/results/display-unit'

describe('the unit of a value axis', () => {
  it('fits the largest value if the axis is linear, or a value that a logarithm does not take is on it', () => {
    expect(displayUnit('IOPS', [1, 2e6], {}).label).toBe('M IOPS')
    expect(displayUnit('IOPS', [0, 2e6], { yScale: 'log' }).label).toBe('M IOPS')
    expect(displayUnit('IOPS', [], { yScale: 'log' }).label).toBe('IOPS')
  })

  it('is smaller if only that shows the smallest value of a linear axis without several zeros', () => {
    expect(displayUnit('ns', [102_000, 2e9], {}).label).toBe('ms')
    expect(displayUnit('B/s', [0, 4e6, 3.2e9], {}).label).toBe('MB/s')
    expect(displayUnit('ns', [20e6, 2e9], {}).label).toBe('s')
    expect(displayUnit('ns', [102_000, 20e9], {}).label).toBe('s')
    expect(displayUnit('ns', [102_000, 2e9], { unit: 's' }).label).toBe('s')
  })

  it('fits the middle of a logarithmic axis, whose smallest values are read too', () => {
    expect(displayUnit('IOPS', [1, 4000, 2e6], { yScale: 'log' }).label).toBe('k IOPS')
    expect(displayUnit('ns', [80_000, 2e9], { yScale: 'log' }).label).toBe('ms')
  })

  it('is the requested one', () => {
    expect(displayUnit('IOPS', [1, 2e6], { yScale: 'log', unit: 'M IOPS' }).label).toBe('M IOPS')
  })
})

describe('the unit of a column', () => {
  const label = (unit: 'IOPS' | 'ns' | 'B/s', ...values: readonly number[]) => displayUnit(unit, values).label

  it('is the one of an axis with the same values', () => {
    expect(label('IOPS', 100_000, 1.3e6)).toBe('M IOPS')
    expect(label('IOPS', 5, 900)).toBe('IOPS')
    expect(label('IOPS')).toBe('IOPS')
    expect(label('IOPS', 1000, 1.3e6)).toBe('k IOPS')
    expect(label('ns', 40_000, 25e6)).toBe('ms')
    expect(label('B/s', 3.2e6, 3.2e9)).toBe('MB/s')
  })
})

describe('printed means', () => {
  const mib = 1024 ** 2
  const form = { unit: 'MiB/s', factor: mib, decimals: 0 }
  const printed = (mean: number) => ({ kind: 'summary', mean: mean * mib, form }) as const

  it('keep the unit that all of them were printed in', () => {
    const all = [printed(550), printed(2580)]
    const values = all.map(({ mean }) => mean)
    expect(displayUnit('B/s', values, { printed: all })).toEqual({ label: 'MiB/s', factor: mib })
    expect(displayUnit('B/s', values, { printed: all, unit: 'GB/s' }).label).toBe('GB/s')
    const other = { kind: 'summary', mean: 1e9, form: { unit: 'GB/s', factor: 1e9, decimals: 1 } } as const
    expect(displayUnit('B/s', [...values, 1e9], { printed: [...all, other] }).label).toBe('GB/s')
    const bare = { kind: 'summary', mean: 550 * mib } as const
    expect(displayUnit('B/s', [550 * mib], { printed: [bare] }).label).toBe('MB/s')
  })

  it('are in KB of 1024 where IOzone printed them, and in KiB where another did', () => {
    const label = (unit: string) =>
      displayUnit('B/s', [1024], {
        printed: [{ kind: 'summary', mean: 1024, form: { unit, factor: 1024, decimals: 0 } }],
      }).label
    expect(label('KB/s')).toBe('KB/s (1024)')
    expect(label('KiB/s')).toBe('KiB/s')
  })

  it('keep their digits, also in a unit ten times or a thousand times as large', () => {
    const iops = {
      ...{ mean: 49739.9, standardDeviation: 2349.23 },
      form: { unit: 'IOPS', factor: 1, decimals: 2, deviationDecimals: 2 },
    }
    expect(asPrinted(iops, 1)).toEqual({ mean: '49,739.90', sd: '2,349.23' })
    expect(asPrinted(iops, 1000)).toEqual({ mean: '49.73990', sd: '2.34923' })
    expect(printedWithUnit('IOPS', iops)).toEqual({ mean: '49,739.90\u202fIOPS', sd: '2,349.23\u202fIOPS' })
    expect(asPrinted(printed(550), mib)).toEqual({ mean: '550' })
    expect(asPrinted(printed(550), 1e6)).toBeUndefined()
    expect(asPrinted({ mean: 5 }, 1)).toBeUndefined()
  })
})
