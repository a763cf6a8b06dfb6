import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  mannWhitney,
  mannWhitneyPValues,
  smallestMannWhitneyP,
} from '../../../../src/core/statistics/comparison/mann-whitney'

/** U values of all ways to choose the ranks of the second group. */
function allU(n1: number, n2: number): number[] {
  const found: number[] = []
  const walk = (left: number, right: number, u: number): void => {
    if (left === 0 && right === 0) found.push(u)
    if (left > 0) walk(left - 1, right, u)
    if (right > 0) walk(left, right - 1, u + (n1 - left))
  }
  walk(n1, n2, 0)
  return found
}

test('the exact distribution counts every arrangement', () => {
  for (const [n1, n2] of [
    [1, 1],
    [3, 2],
    [4, 6],
    [7, 7],
  ] as const) {
    const us = allU(n1, n2)
    const table = mannWhitneyPValues(n1, n2)
    expect(table).toHaveLength(n1 * n2 + 1)
    for (let u = 0; u <= n1 * n2; u++) {
      const extreme = Math.min(u, n1 * n2 - u)
      const share = us.filter((value) => value <= extreme).length / us.length
      expect(table[u]).toBeCloseTo(Math.min(1, 2 * share), 12)
    }
  }
})

test('the smallest p is that of complete separation', () => {
  expect(smallestMannWhitneyP(3, 3)).toBeCloseTo(0.1, 12)
  for (const [n1, n2] of [
    [2, 2],
    [3, 5],
    [10, 10],
    [50, 50],
  ] as const) {
    expect(mannWhitneyPValues(n1, n2)[0]! / smallestMannWhitneyP(n1, n2)).toBeCloseTo(1, 10)
  }
})

const values = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 60 })

test('swapping the sides mirrors U and keeps p, with ties and without', () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const forward = mannWhitney(a, b)!
      const backward = mannWhitney(b, a)!
      expect(forward.u + backward.u).toBe(a.length * b.length)
      expect(backward.p).toBeCloseTo(forward.p, 12)
      expect(backward.cliffsDelta).toBeCloseTo(-forward.cliffsDelta, 12)
      expect(forward.p).toBeGreaterThanOrEqual(0)
      expect(forward.p).toBeLessThanOrEqual(1)
    }),
  )
})

test('U counts pairs, ties half', () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      let u = 0
      for (const x of a) for (const y of b) u += y > x ? 1 : y === x ? 0.5 : 0
      expect(mannWhitney(a, b)!.u).toBe(u)
    }),
  )
})

test('ties and large groups take the normal approximation, and equal values say nothing', () => {
  expect(mannWhitney([1, 2, 3], [4, 5, 6])).toMatchObject({ u: 9, variant: 'exact', cliffsDelta: 1 })
  expect(mannWhitney([1, 2, 2], [4, 5, 6])!.variant).toBe('asymptotic')
  expect(mannWhitney([5, 5, 5], [5, 5, 5])).toMatchObject({
    u: 4.5,
    p: 1,
    variant: 'asymptotic',
    cliffsDelta: 0,
  })
  const long = Array.from({ length: 51 }, (_, i) => i)
  expect(mannWhitney(long, [100.5])!.variant).toBe('asymptotic')
  expect(mannWhitney([], [1])).toBeUndefined()
})
