import { describe, expect, test } from 'vitest'
import { beyondLines, cutLines } from '../../../src/core/figures/figure/beyond-axis'
import { percentAxis, ratioAxis } from '../../../src/core/figures/comparison/percent-axis'
import type { FigurePoint } from '../../../src/core/figures/figure/figure'

const point = (y: number | undefined, half?: number): FigurePoint => ({
  x: 0,
  y,
  n: 10,
  failedRuns: 0,
  dots: [],
  ...(y !== undefined && half !== undefined && { low: y - half, high: y + half }),
})
const axis = (points: readonly FigurePoint[]) => percentAxis(points, 'Change (%)', true)
/** 40 cells between -2 and +2 % with intervals of ±1 %. */
const usual = Array.from({ length: 40 }, (_, at) => point((at % 9) / 2 - 2, 1))

describe('the axis of ratios', () => {
  const near = Array.from({ length: 11 }, (_, at) => point(90 + 4 * at))

  test('starts at 0, has a line where both sides are equal and fits every bar if none is far from the others', () => {
    expect(ratioAxis([...near, point(250)], '', true)).toMatchObject({ min: 0, max: 250, lineAt: 100 })
    expect(ratioAxis([point(40), point(20)], '', true).max).toBeGreaterThanOrEqual(100)
    expect(ratioAxis([point(40, 68)], '', true).max).toBeGreaterThanOrEqual(108)
    expect(ratioAxis([point(40, 68)], '', false).max).toBe(100)
    expect(ratioAxis([point(100), point(110), point(4000)], '', true).max).toBeGreaterThanOrEqual(4000)
  })

  test('does not stretch to one bar that is far longer than the others, and reports it', () => {
    const points = [...near, point(4000)]
    const cut = ratioAxis(points, '', true)
    expect(cut.max).toBe(ratioAxis(near, '', true).max)
    expect(beyondLines(cut, points, false)).toEqual([
      'The axis ends at 150\u202f%, so that a few far cells do not flatten the others: 1 of 12 bars is broken off there and has its number. Tables hold all numbers whole.',
    ])
  })
})

describe('the axis of percent differences', () => {
  test('is symmetric about a drawn zero line and fits every cell if none is far from the others', () => {
    const { min, max, zeroLine, ticks } = axis([...usual, point(-4, 1)])
    expect([min, max, zeroLine]).toEqual([-6, 6, true])
    expect(ticks?.map(({ label }) => label)).toEqual(['\u22126', '\u22124', '\u22122', '0', '+2', '+4', '+6'])
    expect(beyondLines(axis(usual), usual, true)).toEqual([])
  })

  test('has no room below −100 %, unless an interval reaches there', () => {
    const { min, max, ticks } = axis([point(380, 10), point(-20, 5), point(40, 3)])
    expect([min, max]).toEqual([-100, 400])
    expect(ticks?.map(({ label }) => label)).toEqual(['\u2212100', '0', '+200', '+400'])
    expect(axis([point(380, 10), point(-90, 200), point(40, 3)]).min).toBe(-400)
    expect(axis([point(90, 5), point(-20, 5)]).min).toBe(-100)
    const far = [...usual.map(() => point(150, 30)), point(9000, 10)]
    expect(beyondLines(axis(far), far, true)[0]).toContain('The axis ends at \u2212100 and +200\u202f%, so')
  })

  test('does not stretch to one cell that is far beyond the others, and reports it', () => {
    const points = [...usual, point(900, 20), point(undefined)]
    expect(axis(points).max).toBe(axis(usual).max)
    expect(beyondLines(axis(points), points, true)).toEqual([
      'The axis ends at \u00b13\u202f%, so that a few far cells do not flatten the others: 1 of 41 differences stands at its edge as an arrow with its number. Tables hold all numbers whole.',
    ])
  })

  test('does not stretch to a few wide intervals', () => {
    const points = [...usual, point(2, 30), point(-2, 50)]
    expect(axis(points).max).toBeLessThan(7)
    expect(beyondLines(axis(points), points, true)[0]).toContain('2 intervals are cut there (arrow heads)')
    expect(beyondLines(axis(points), points, false)).toEqual([])
    expect(percentAxis(points, '', false).max).toBe(2)
  })

  test('fits what many cells have, and each of very few cells', () => {
    const half = usual.map((one, at) => (at % 2 === 0 ? point(60, 4) : one))
    expect(axis(half).max).toBeGreaterThanOrEqual(60)
    expect(axis([point(1), point(2), point(900)]).max).toBeGreaterThanOrEqual(900)
    // Of eight cells, one four times the next is a finding; one 450 times is not to be drawn to scale.
    const eight = Array.from({ length: 7 }, () => point(2))
    expect(axis([...eight, point(8)]).max).toBeGreaterThanOrEqual(8)
    expect(axis([...eight, point(-900)]).max).toBeLessThan(10)
    expect(axis(usual.map(() => point(1, 40))).max).toBeGreaterThanOrEqual(41)
  })

  test('fits every difference up to 5 % and is never narrower than half a percent', () => {
    expect(axis([...usual.map(() => point(0.01)), point(4.9)]).max).toBeGreaterThanOrEqual(4.9)
    expect(axis(usual.map(() => point(0))).max).toBeGreaterThanOrEqual(0.5)
  })
})

test('an axis of means counts the marks beyond it', () => {
  const limited = { label: '', kind: 'linear', min: 0, max: 1 } as const
  expect(cutLines(limited, [point(0.5), point(2), point(3)], true)).toEqual([
    '2 marks are beyond the axis (arrows at its end, numbers where there is room). Tables hold all numbers whole.',
  ])
  expect(cutLines(limited, [point(2), point(0.9, 0.3)], true)).toEqual([
    '1 mark is beyond the axis (arrow at its end, numbers where there is room). 1 interval reaches beyond the axis and is cut at its end (arrow head). Tables hold all numbers whole.',
  ])
  expect(cutLines(limited, [point(0.5, 0.1)], true)).toEqual([])
})
