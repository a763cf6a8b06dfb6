import { describe, expect, it } from 'vitest'
import { relation, spanOf, type Span } from '../../../src/core/results/run-times'

const spans = (...pairs: readonly (readonly [number, number])[]): readonly Span[] =>
  pairs.map(([startMs, endMs]) => ({ startMs, endMs }))

describe('runs in time to others', () => {
  it.each([
    ['before', spans([0, 10], [10, 20]), spans([20, 30])],
    ['after', spans([20, 30]), spans([0, 10], [10, 20])],
    ['in turn', spans([0, 10], [20, 30]), spans([10, 20], [30, 40])],
    ['overlapping', spans([0, 10], [20, 30]), spans([9, 15])],
    ['overlapping', spans([0, 100]), spans([10, 20], [30, 40])],
    ['overlapping', spans([0, 10]), spans([0, 10])],
    [undefined, spans(), spans([0, 10])],
  ] as const)('%s', (expected, a, b) => {
    expect(relation(a, b)).toBe(expected)
  })

  it('are found by the id of a run, unless a time is missing', () => {
    const times = {
      runIds: Float64Array.of(3, 5, 9),
      starts: Float64Array.of(1, 2, NaN),
      ends: Float64Array.of(4, 6, 8),
    }
    expect(spanOf(times, 5)).toEqual({ startMs: 2, endMs: 6 })
    expect([4, 9, 10].map((id) => spanOf(times, id))).toEqual([undefined, undefined, undefined])
  })
})
