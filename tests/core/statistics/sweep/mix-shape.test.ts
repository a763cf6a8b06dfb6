import fc from 'fast-check'
import { expect, test } from 'vitest'
import { harmonicMix, mixPenaltyPercent } from '../../../../src/core/statistics/sweep/mix-shape'

const rate = fc.double({ min: 1e-3, max: 1e12, noNaN: true })

test('the ideal mix lies between its endpoints and meets them', () => {
  fc.assert(
    fc.property(rate, rate, fc.integer({ min: 0, max: 100 }), (read, write, percent) => {
      const ideal = harmonicMix(percent, read, write)!
      expect(ideal).toBeGreaterThanOrEqual(Math.min(read, write) * (1 - 1e-12))
      expect(ideal).toBeLessThanOrEqual(Math.max(read, write) * (1 + 1e-12))
      expect(harmonicMix(100, read, write)).toBe(read)
      expect(harmonicMix(0, read, write)).toBe(write)
    }),
  )
})

test('half the bytes each way take the sum of both times', () => {
  expect(harmonicMix(50, 300, 100)).toBeCloseTo(150, 12)
  expect(mixPenaltyPercent(120, 150)).toBeCloseTo(-20, 12)
})

test('an endpoint without throughput gives no ideal, except at the other end', () => {
  expect(harmonicMix(50, 300, 0)).toBeUndefined()
  expect(harmonicMix(100, 300, 0)).toBe(300)
  expect(() => harmonicMix(101, 1, 1)).toThrow(RangeError)
})
