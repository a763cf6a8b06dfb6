import { describe, expect, it } from 'vitest'
import { axisUnit } from '../../../src/core/figures/figure-unit'

describe('the unit of a value axis', () => {
  it('fits the largest value if the axis is linear, or a value that a logarithm does not take is on it', () => {
    expect(axisUnit('IOPS', [1, 2e6], {}).label).toBe('M IOPS')
    expect(axisUnit('IOPS', [0, 2e6], { yScale: 'log' }).label).toBe('M IOPS')
    expect(axisUnit('IOPS', [], { yScale: 'log' }).label).toBe('IOPS')
  })

  it('fits the middle of a logarithmic axis, whose smallest values are read too', () => {
    expect(axisUnit('IOPS', [1, 4000, 2e6], { yScale: 'log' }).label).toBe('k IOPS')
    expect(axisUnit('ns', [80_000, 2e9], { yScale: 'log' }).label).toBe('ms')
  })

  it('is the requested one', () => {
    expect(axisUnit('IOPS', [1, 2e6], { yScale: 'log', unit: 'M IOPS' }).label).toBe('M IOPS')
  })
})
