import { expect, test } from 'vitest'
import { thinnedLine } from '../../src/charts/thinned-line'

const count = 100_000
const wide = { from: 0, to: count, pixels: 500 }
const x = Float64Array.from({ length: count }, (_, at) => at)
const y = Float64Array.from(x, (at) => Math.sin(at / 3000) + ((at * 7919) % 1009) / 5000)

/** Extremes of the values in each quarter of a pixel. */
function extremes(places: ArrayLike<number>, values: ArrayLike<number>) {
  const found = new Map<number, readonly [number, number]>()
  for (let at = 0; at < places.length; at++) {
    const step = Math.floor(((places[at] ?? 0) / count) * 2000)
    const value = values[at] ?? NaN
    const [low, high] = found.get(step) ?? [value, value]
    found.set(step, [Math.min(low, value), Math.max(high, value)])
  }
  return found
}

test('a line with far more points than pixels keeps what is visible of it, in order', () => {
  const { x: places = [], y: values = [] } = thinnedLine({ x, y }, wide)
  expect(places.length).toBeLessThanOrEqual(4 * 4 * 500)
  expect(extremes(places, values)).toEqual(extremes(x, y))
  expect(Array.from(places)).toEqual(Array.from(places).sort((a, b) => a - b))
  expect([places[0], places[places.length - 1]]).toEqual([0, count - 1])
})

test('a gap within a pixel still ends the line', () => {
  const gap = y.map((value, at) => (at > 5000 && at < 5003 ? NaN : value))
  const { x: places = [], y: values = [] } = thinnedLine({ x, y: gap }, wide)
  const gaps = Array.from(values).flatMap((value, at) => (Number.isNaN(value) ? [places[at]] : []))
  expect(gaps).toEqual([5001])
  expect(extremes(places, values)).toEqual(extremes(x, gap))
})

test('a line with few points keeps them all', () => {
  const few = { x: x.subarray(0, 8000), y: y.subarray(0, 8000) }
  expect(thinnedLine(few, { ...wide, to: 8000 })).toBe(few)
})
