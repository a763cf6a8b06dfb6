import { describe, expect, it } from 'vitest'
import { placeInterval } from '../../../src/charts/plugins/intervals-plugin'
import { row } from '../../core/figures/mix-rows'
import { buildMixSweep } from '../../core/figures/figures-of-rows'

const places = { x: (value: number) => value, y: (value: number) => 1000 - 100 * value }
const total = { part: 'total', marker: 'circle' } as const

function figureOf(values: readonly number[]) {
  const rows = [100, 50, 0].flatMap((read_percent) =>
    values.map((value, at) => row({ runId: read_percent * 10 + at, value, levels: { read_percent } })),
  )
  return buildMixSweep(rows, { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }, { campaigns: [] })
}

describe('an interval in a picture', () => {
  it('reaches from its low to its high end, with whiskers', () => {
    const figure = figureOf([4, 5, 6])
    const point = figure.series[0]!.points[1]!
    expect(placeInterval(figure, total, point, 1, places)).toEqual({
      x: 50,
      top: places.y(point.high!),
      bottom: places.y(point.low!),
      whisker: 4.5,
      goesOn: { up: false, down: false },
    })
  })

  it('ends at the axis if it reaches further, as with two runs', () => {
    const figure = figureOf([1, 3])
    const point = figure.series[0]!.points[0]!
    expect(point.low).toBe(0)
    expect(point.high).toBeGreaterThan(figure.y.max!)
    expect(figure.y.max).toBeLessThan(6)
    expect(placeInterval(figure, total, point, 1, places)).toMatchObject({
      bottom: places.y(0),
      top: places.y(figure.y.max!),
      goesOn: { up: true, down: false },
    })
  })

  it('of a mark beyond the axis is drawn as far as it is on the axis, without an arrow head', () => {
    const figure = figureOf([4, 5, 6])
    const max = figure.y.max!
    const far = { ...figure.series[0]!.points[1]!, y: max + 5, low: max - 1, high: max + 11 }
    expect(placeInterval(figure, total, far, 1, places)).toMatchObject({
      ...{ bottom: places.y(max - 1), top: places.y(max), goesOn: { up: false, down: false } },
    })
    expect(placeInterval(figure, total, { ...far, low: max + 1 }, 1, places)).toBeUndefined()
  })

  it('has no whiskers behind the marker that covers it, and is absent for a single run', () => {
    const steady = figureOf([5, 5.001, 5.002])
    expect(placeInterval(steady, total, steady.series[0]!.points[0]!, 1, places)?.whisker).toBe(0)
    const single = figureOf([5])
    expect(placeInterval(single, total, single.series[0]!.points[0]!, 1, places)).toBeUndefined()
  })
})
