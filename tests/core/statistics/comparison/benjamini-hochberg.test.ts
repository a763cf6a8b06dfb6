import fc from 'fast-check'
import { expect, test } from 'vitest'
import { benjaminiHochberg } from '../../../../src/core/statistics/comparison/benjamini-hochberg'

const p = fc.double({ min: 0, max: 1, noNaN: true })

test('adjusted values keep the order, are never smaller, and reject what the step-up rule rejects', () => {
  fc.assert(
    fc.property(fc.array(p, { minLength: 1, maxLength: 60 }), (ps) => {
      const adjusted = benjaminiHochberg(ps) as number[]
      const order = [...ps.keys()].sort((a, b) => ps[a]! - ps[b]!)
      order.forEach((cell, k) => {
        expect(adjusted[cell]!).toBeGreaterThanOrEqual(ps[cell]! * (1 - 1e-12))
        expect(adjusted[cell]!).toBeLessThanOrEqual(1)
        if (k > 0) expect(adjusted[cell]!).toBeGreaterThanOrEqual(adjusted[order[k - 1]!]!)
      })
      // The rule as printed: reject the k smallest for the largest k with p(k) M/k at most 0.05.
      const last = order.reduce(
        (found, cell, k) => ((ps[cell]! * ps.length) / (k + 1) <= 0.05 ? k + 1 : found),
        0,
      )
      expect(adjusted.filter((value) => value <= 0.05)).toHaveLength(last)
    }),
  )
})

test('cells without a p stay without one and are not counted', () => {
  expect(benjaminiHochberg([0.02, undefined, 0.04, undefined])).toEqual([0.04, undefined, 0.04, undefined])
  expect(benjaminiHochberg([undefined])).toEqual([undefined])
  expect(benjaminiHochberg([])).toEqual([])
  expect(() => benjaminiHochberg([1.5])).toThrow(RangeError)
})

test('an additional cell that is far from significant never helps another', () => {
  fc.assert(
    fc.property(fc.array(p, { minLength: 1, maxLength: 20 }), (ps) => {
      const before = benjaminiHochberg(ps)
      const after = benjaminiHochberg([...ps, 1])
      before.forEach((value, i) => expect(after[i]!).toBeGreaterThanOrEqual(value! * (1 - 1e-12)))
    }),
  )
})
