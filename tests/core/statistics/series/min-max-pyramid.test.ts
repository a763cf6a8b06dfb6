import { expect, it } from 'vitest'
import { MinMaxPyramid } from '../../../../src/core/statistics/series/min-max-pyramid'

/** Numbers from 0 to 1 that look random, the same every time. */
function scattered(count: number): Float64Array {
  let state = 1
  return Float64Array.from(
    { length: count },
    () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647,
  )
}

it('gives all points if there are few, at both ends of the window inclusive', () => {
  const points = { seconds: Float64Array.of(0, 1, 1, 2, 3), values: Float64Array.of(5, 6, 7, 8, 9) }
  const pyramid = new MinMaxPyramid(points)
  expect(pyramid.window(1, 2, 10)).toEqual({
    points: 3,
    seconds: Float64Array.of(1, 1, 2),
    values: Float64Array.of(6, 7, 8),
  })
  expect(pyramid.window(4, 9, 10).points).toBe(0)
  const none = new MinMaxPyramid({ seconds: new Float64Array(0), values: new Float64Array(0) })
  expect(none.window(0, 1, 10).points).toBe(0)
})

it.each([
  [100_003, 0, 100_003, 640],
  [100_003, 1234.5, 98_765.4, 333],
  [5000, 17, 4017, 100],
  [4096, 0, 4096, 7],
])(
  'keeps the smallest and largest of each pixel: %i points, %d to %d s, %i pixels',
  (count, from, to, pixels) => {
    const values = scattered(count)
    const seconds = Float64Array.from(values, (_, at) => at)
    const shown = new MinMaxPyramid({ seconds, values }).window(from, to, pixels)
    const bins = Array.from({ length: pixels }, (): number[] => [])
    seconds.forEach((at, place) => {
      if (at < from || at > to) return
      let pixel = 0
      while (pixel < pixels - 1 && at >= from + ((to - from) * (pixel + 1)) / pixels) pixel++
      bins[pixel]?.push(place)
    })
    const expected = bins.flatMap((places) => {
      const sorted = [...places].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
      return [sorted[0] ?? 0, sorted.at(-1) ?? 0].sort((a, b) => a - b)
    })
    expect([...shown.seconds]).toEqual(expected)
    expect([...shown.values]).toEqual(expected.map((place) => values[place]))
    expect(shown.values.length).toBeLessThanOrEqual(2 * pixels)
  },
)
