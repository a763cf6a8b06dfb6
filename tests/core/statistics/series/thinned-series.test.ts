import { describe, expect, it } from 'vitest'
import { ThinnedSeries } from '../../../../src/core/statistics/series/thinned-series'

describe('an endlessly growing series', () => {
  it('keeps a bounded number of points: the newest unchanged, of older ones the extremes with their times', () => {
    const series = new ThinnedSeries()
    const count = 200_000
    const value = (at: number) => (at === 777 ? 1e6 : at === 150_001 ? -5 : at % 100)
    for (let at = 0; at < count; at++) series.add(at, value(at))
    const { seconds, values } = series.points()
    expect(seconds.length).toBeLessThan(6000)
    expect([...seconds]).toEqual([...seconds].sort((a, b) => a - b))
    for (const [place, at] of seconds.entries()) expect(values[place]).toBe(value(at))
    expect(Math.max(...values)).toBe(1e6)
    expect(Math.min(...values)).toBe(-5)
    // A minute at ten a second.
    const newest = [...seconds].filter((at) => at >= count - 600)
    expect(newest).toEqual(Array.from({ length: 600 }, (_, at) => count - 600 + at))
    // Old ones are thinned evenly: no part of the whole is left out.
    const gaps = [...seconds].slice(1).map((at, place) => at - (seconds[place] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(count / 500)
  })

  it('ignores what is not newer than the last point', () => {
    const series = new ThinnedSeries()
    series.add(1, 10)
    series.add(1, 11)
    series.add(0.5, 12)
    series.add(2, NaN)
    expect(series.points()).toEqual({ seconds: Float64Array.of(1, 2), values: Float64Array.of(10, NaN) })
    expect(series.last).toBe(2)
  })
})
