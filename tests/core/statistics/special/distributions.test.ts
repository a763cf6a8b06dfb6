import { expect, test } from 'vitest'
import {
  logBeta,
  logGamma,
  regularizedBeta,
  upperRegularizedGamma,
} from '../../../../src/core/statistics/special/gamma-beta'
import {
  noncentralTCdf,
  normalCdf,
  normalQuantile,
  normalUpperTail,
  studentCdf,
  studentQuantile,
  studentTwoSided,
} from '../../../../src/core/statistics/special/distributions'
import reference from '../../../fixtures/statistics/special-functions.json'

type Row = readonly number[]
const functions: Record<keyof typeof reference.functions, (a: number, b: number, c: number) => number> = {
  logGamma: (x) => logGamma(x),
  logBeta: (a, b) => logBeta(a, b),
  regularizedBeta: (x, a, b) => regularizedBeta(x, 1 - x, a, b),
  upperRegularizedGamma: (a, x) => upperRegularizedGamma(a, x),
  normalUpperTail: (z) => normalUpperTail(z),
  normalQuantile: (p) => normalQuantile(p),
  studentTwoSided: (t, df) => studentTwoSided(t, df),
  studentQuantile: (p, df) => studentQuantile(p, df),
  noncentralTCdf: (t, df, delta) => noncentralTCdf(t, df, delta),
}

const rows = Object.entries(reference.functions).flatMap(([name, table]) =>
  (table as Row[]).map((row) => ({ name: name as keyof typeof functions, row })),
)

test.each(rows)('$name($row) agrees with the reference to 1e-10', ({ name, row }) => {
  const expected = row.at(-1)!
  const [a, b, c] = row as [number, number, number]
  const actual = functions[name](a, b, c)
  const error =
    Math.abs(actual - expected) / Math.max(Math.abs(expected), name === 'noncentralTCdf' ? 1 : 1e-300)
  // Near a zero of ln Γ only the absolute error can be small.
  expect(Math.min(error, Math.abs(actual - expected) < 1e-14 ? 0 : error)).toBeLessThan(1e-10)
})

test('a quantile and its distribution are inverse', () => {
  for (const df of [1, 1.7, 3, 9.12, 42, 1e4]) {
    for (const p of [1e-6, 0.01, 0.3, 0.5, 0.8, 0.975]) {
      expect(studentCdf(studentQuantile(p, df), df)).toBeCloseTo(p, 13)
      expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 13)
    }
  }
})

test('arguments outside the domain are refused, not answered with NaN', () => {
  expect(() => logGamma(0)).toThrow(RangeError)
  expect(() => studentQuantile(1, 5)).toThrow(RangeError)
  expect(() => studentTwoSided(1, 0)).toThrow(RangeError)
  expect(() => normalQuantile(NaN)).toThrow(RangeError)
  expect(() => noncentralTCdf(1, -1, 0)).toThrow(RangeError)
})
