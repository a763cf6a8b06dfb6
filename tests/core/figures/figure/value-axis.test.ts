import { describe, expect, it } from 'vitest'
import { defineFigure } from '../../../../src/core/figures/cases/define-figure'
import { ticksOfKind, valueAxis } from '../../../../src/core/figures/figure/value-axis'
import { displayUnit } from '../../../../src/core/results/display-unit'
import { valueScale } from '../../../../src/core/results/value-scale'

describe('the scale of values', () => {
  it.each([
    ['log', [1, 1000], 'log'],
    ['log', [0, 1000], 'linear'],
    ['log', [-1, 1000], 'linear'],
    ['log', [NaN, 1000], 'linear'],
    ['log', [], 'linear'],
    ['linear', [1, 1000], 'linear'],
    [undefined, [1, 1000], 'linear'],
  ] as const)('asked for as %s over %j is %s', (wanted, values, scale) => {
    expect(valueScale(values, wanted)).toBe(scale)
  })

  it('is the same for the unit and for the axis', () => {
    const values = [1, 4000, 2e6]
    expect(displayUnit('IOPS', values, { yScale: 'log' }).label).toBe('k IOPS')
    expect(valueAxis({ values, scale: 'log' }).kind).toBe('log10')
    expect(displayUnit('IOPS', [0, ...values], { yScale: 'log' }).label).toBe('M IOPS')
    expect(valueAxis({ values: [0, ...values], scale: 'log' }).kind).toBe('linear')
  })

  it.each([
    [undefined, [undefined, 'linear', 'log'], ['linear', 'linear', 'log']],
    [['linear'], [undefined, 'linear', 'log'], ['linear', 'linear', 'linear']],
    [['log'], [undefined, 'linear', 'log'], ['log', 'log', 'log']],
    [
      ['log', 'linear'],
      [undefined, 'linear', 'log'],
      ['log', 'linear', 'log'],
    ],
  ] as const)('is one of those of its kind, %j', (scales, chosen, expected) => {
    const kind = defineFigure({
      ...{ kind: 'scale', name: 'Scale', needs: 'runs', form: 'picture', settings: {} },
      ...(scales !== undefined && { scales }),
      build: (_, { yScale = 'none' }) => {
        throw new RangeError(yScale)
      },
    })
    const runs = { runs: [], measured: [], published: [] }
    for (const [at, yScale] of chosen.entries())
      expect(() =>
        kind.build(runs, { kind: 'scale', campaignIds: [], metric: 'iops', yScale }, { campaigns: [] }),
      ).toThrow(new RangeError(expected[at]))
  })
})

describe('a value axis', () => {
  it('starts at 0 unless told otherwise, and covers values below it', () => {
    expect(valueAxis({ values: [80, 95] })).toMatchObject({ kind: 'linear', min: 0, max: 100 })
    expect(valueAxis({ values: [80, 95], fromZero: false }).min).toBe(80)
    expect(valueAxis({ values: [-30, 95] }).min).toBeLessThanOrEqual(-30)
  })

  it('that need not start at 0 shows a constant near its value', () => {
    const { min, max } = valueAxis({ values: [40, 40], fromZero: false })
    expect([min, max]).toEqual([40, 41])
  })

  it('reaches to the ends of intervals, but not below 0, nor further than a decade below the values', () => {
    expect(valueAxis({ values: [50], ends: [-20, 180] })).toMatchObject({ min: 0, max: 200 })
    expect(valueAxis({ values: [50], ends: [20, 180], scale: 'log' })).toMatchObject({ min: 20, max: 200 })
    expect(valueAxis({ values: [50], ends: [0.1, 180], scale: 'log' })).toMatchObject({ min: 50, max: 200 })
  })

  it('ends at the next round number on a logarithm of many decades if it is tight', () => {
    const values = [3, 40_000]
    expect(valueAxis({ values, scale: 'log' })).toMatchObject({ min: 1, max: 100_000 })
    expect(valueAxis({ values, scale: 'log', isTight: true })).toMatchObject({ min: 2, max: 50_000 })
  })

  it('without values says no number', () => {
    for (const values of [[], [NaN, Infinity]])
      expect(valueAxis({ label: 'IOPS', values, scale: 'log' })).toEqual({
        ...{ label: 'IOPS', kind: 'linear', min: 0, max: 1, ticks: [] },
      })
  })

  it('has the ticks of the scale that was decided', () => {
    expect(ticksOfKind('log10', 1, 100).ticks.map(({ value }) => value)).toEqual([1, 2, 5, 10, 20, 50, 100])
    expect(ticksOfKind('linear', 0, 100).ticks.map(({ value }) => value)).toEqual([0, 20, 40, 60, 80, 100])
  })
})
