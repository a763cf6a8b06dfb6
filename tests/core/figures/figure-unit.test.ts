import { describe, expect, it } from 'vitest'
import { axisUnit, columnUnit } from '../../../src/core/figures/figure-unit'

describe('the unit of a value axis', () => {
  it('fits the largest value if the axis is linear, or a value that a logarithm does not take is on it', () => {
    expect(axisUnit('IOPS', [1, 2e6], {}).label).toBe('M IOPS')
    expect(axisUnit('IOPS', [0, 2e6], { yScale: 'log' }).label).toBe('M IOPS')
    expect(axisUnit('IOPS', [], { yScale: 'log' }).label).toBe('IOPS')
  })

  it('is smaller if only that shows the smallest value of a linear axis without several zeros', () => {
    expect(axisUnit('ns', [102_000, 2e9], {}).label).toBe('ms')
    expect(axisUnit('B/s', [0, 4e6, 3.2e9], {}).label).toBe('MB/s')
    expect(axisUnit('ns', [20e6, 2e9], {}).label).toBe('s')
    expect(axisUnit('ns', [102_000, 20e9], {}).label).toBe('s')
    expect(axisUnit('ns', [102_000, 2e9], { unit: 's' }).label).toBe('s')
  })

  it('fits the middle of a logarithmic axis, whose smallest values are read too', () => {
    expect(axisUnit('IOPS', [1, 4000, 2e6], { yScale: 'log' }).label).toBe('k IOPS')
    expect(axisUnit('ns', [80_000, 2e9], { yScale: 'log' }).label).toBe('ms')
  })

  it('is the requested one', () => {
    expect(axisUnit('IOPS', [1, 2e6], { yScale: 'log', unit: 'M IOPS' }).label).toBe('M IOPS')
  })
})

describe('the unit of a column', () => {
  const label = (unit: 'IOPS' | 'ns' | 'B/s', smallest: number, largest: number) =>
    columnUnit(unit, smallest, largest).label

  it('fits the largest number if the smallest is legible in it', () => {
    expect(label('IOPS', 100_000, 1.3e6)).toBe('M IOPS')
    expect(label('IOPS', 5, 900)).toBe('IOPS')
    expect(label('IOPS', Infinity, 1.3e6)).toBe('M IOPS')
    expect(label('IOPS', Infinity, 0)).toBe('IOPS')
  })

  it('is smaller if the smallest would be read from zeros', () => {
    expect(label('IOPS', 1000, 1.3e6)).toBe('k IOPS')
    expect(label('IOPS', 80, 1.3e6)).toBe('IOPS')
    expect(label('ns', 40_000, 25e6)).toBe('µs')
    expect(label('B/s', 60e6, 3.2e9)).toBe('MB/s')
  })

  it('never gives the largest number eight digits', () => {
    expect(label('B/s', 1, 7e9)).toBe('kB/s')
    expect(label('B/s', 1, 7e10)).toBe('MB/s')
    expect(label('ns', 80, 5e9)).toBe('µs')
    expect(label('B/s', 1, 1e21)).toBe('TB/s')
  })
})
