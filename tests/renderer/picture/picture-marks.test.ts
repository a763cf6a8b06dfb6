import { describe, expect, it } from 'vitest'
import type { Figure, FigurePoint, FigureSeries } from '../../../src/core/figures/figure/figure'
import { marksOf } from '../../../src/renderer/components/picture/picture-marks'
import { markAt } from '../../../src/renderer/views/results/picture/mark-at'

const point = (x: number, runs: readonly number[] = []): FigurePoint => ({
  x,
  y: 10 * x,
  n: runs.length,
  failedRuns: 0,
  dots: runs.map((runId) => ({ runId, repetition: runId, y: 10 * x + runId })),
})

function series(label: string, points: readonly FigurePoint[], role: FigureSeries['role'] = 'measured') {
  return { label, points, role, visible: true } as FigureSeries
}

const ideal = series('Ideal', [point(1)], 'reference')
const lines = series('A', [point(1, [1, 2]), point(2, [3])])
const x = { label: 'Jobs', kind: 'linear', ticks: [{ value: 2, label: 'two' }] }
const figure = { series: [ideal, lines], x } as unknown as Figure

const options = { radius: 2, hitRadius: 8 }
const at = (x: number, y: number, skip = false) => ({ x, y, skip, options })
const elements = [
  [at(50, 50)],
  [at(10, 100), at(20, 100, true)],
  [at(10, 90), at(10, 110), at(20, 200)],
] as const
const meanings = [
  { series: ideal, kind: 'points' },
  { series: lines, kind: 'points' },
  { series: lines, kind: 'dots' },
] as const
const marks = marksOf(figure, meanings, (dataset) => elements[dataset] ?? [], new Map())

describe('the marks of a picture', () => {
  it('are those of measured series, with their reach', () => {
    expect(marks.map(({ kind, series: place, reach }) => ({ kind, place, reach }))).toEqual([
      { kind: 'points', place: 1, reach: 10 },
      { kind: 'dots', place: 1, reach: 10 },
    ])
    expect([...(marks[0]?.places ?? [])]).toEqual([10, 100, NaN, NaN])
  })

  it('have their place on the x axis in words, unless they are categories with a name', () => {
    expect(markAt(figure, marks, { x: 11, y: 101 })?.place).toBe('Jobs: 1')
    expect(markAt(figure, marks, { x: 22, y: 201 })?.place).toBe('Jobs: two')
    const mix = {
      ...figure,
      x: { ...figure.x, label: 'Reads in the mix (%); the rest are writes', ticks: [] },
    }
    expect(markAt(mix, marks, { x: 11, y: 101 })?.place).toBe('Reads in the mix: 1\u202f%')
    const named = { ...lines, points: lines.points.map((one) => ({ ...one, name: 'Drive A' })) }
    const placeOn = (kind: 'linear' | 'category') =>
      markAt({ ...figure, x: { ...x, kind }, series: [ideal, named] }, marks, { x: 11, y: 101 })?.place
    expect(placeOn('category')).toBe('')
    expect(placeOn('linear')).toBe('Jobs: 1')
  })

  it('are hit when the pointer is nearest', () => {
    expect(markAt(figure, marks, { x: 11, y: 101 })).toMatchObject({ point: { x: 1 }, x: 10, y: 100 })
    expect(markAt(figure, marks, { x: 11, y: 101 })?.dot).toBeUndefined()
    expect(markAt(figure, marks, { x: 10, y: 109 })).toMatchObject({ point: { x: 1 }, dot: { runId: 2 } })
    expect(markAt(figure, marks, { x: 22, y: 201 })).toMatchObject({ point: { x: 2 }, dot: { runId: 3 } })
  })

  it('have the unit of their panel', () => {
    const axes = [{ unit: 'k IOPS' }, { unit: 'ms' }]
    const below = { ...lines, panel: 1 }
    const split = { ...figure, unit: 'k IOPS', panels: { axes }, series: [ideal, below] } as unknown as Figure
    expect(markAt(split, marks, { x: 11, y: 101 })?.unit).toBe('ms')
    expect(markAt({ ...figure, unit: 'MB/s' }, marks, { x: 11, y: 101 })?.unit).toBe('MB/s')
  })

  it('are not hit beyond their reach, nor where a mark is missing', () => {
    expect(markAt(figure, marks, { x: 20, y: 101 })).toBeUndefined()
    expect(markAt(figure, marks, { x: 50, y: 50 })).toBeUndefined()
  })

  it('are hit anywhere on their bar, if no run is nearer', () => {
    const bars = new Map([[lines, [{ x: 10, y: 95, width: 300, height: 25 }, undefined]]])
    const ofBars = marksOf(figure, meanings, (dataset) => elements[dataset] ?? [], bars)
    expect(markAt(figure, ofBars, { x: 200, y: 104 })).toMatchObject({ point: { x: 1 }, dot: undefined })
    expect(markAt(figure, ofBars, { x: 10, y: 112 })).toMatchObject({ dot: { runId: 2 } })
    expect(markAt(figure, ofBars, { x: 200, y: 121 })).toBeUndefined()
  })
})
