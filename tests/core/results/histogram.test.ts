import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countOf,
  isPercentileMeaningful,
  mergeBins,
  percentileNs,
  type Bins,
} from '../../../src/core/results/histogram'

const bins: fc.Arbitrary<Bins> = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 50 })), {
    minLength: 1,
    maxLength: 20,
    selector: ([ns]) => ns,
  })
  .map((pairs) => {
    const sorted = [...pairs].sort(([one], [other]) => one - other)
    return { binsNs: sorted.map(([ns]) => ns), counts: sorted.map(([, count]) => count) }
  })

/** Every I/O by itself, sorted. */
const spread = (histogram: Bins) =>
  histogram.binsNs.flatMap((ns, at) => Array.from({ length: histogram.counts[at] ?? 0 }, () => ns))

describe('percentileNs', () => {
  it('is the nearest rank', () => {
    fc.assert(
      fc.property(bins, fc.constantFrom(1, 25, 50, 90, 95, 99, 99.9, 100), (histogram, percent) => {
        const all = spread(histogram)
        const rank = Math.max(1, Math.ceil((percent / 100) * all.length - 1e-9))
        expect(percentileNs(histogram, percent)).toBe(all[rank - 1])
      }),
    )
  })

  it('is not thrown off by binary fractions', () => {
    expect(percentileNs({ binsNs: [1, 2], counts: [999, 1] }, 99.9)).toBe(1)
    expect(percentileNs({ binsNs: [1, 2], counts: [998, 2] }, 99.9)).toBe(2)
  })

  it('is absent without I/Os', () => {
    expect(percentileNs({ binsNs: [], counts: [] }, 50)).toBeUndefined()
  })
})

it('merging adds counts and loses nothing', () => {
  fc.assert(
    fc.property(fc.array(bins, { minLength: 1, maxLength: 4 }), (parts) => {
      const merged = mergeBins(parts)
      expect(spread(merged)).toEqual(parts.flatMap(spread).sort((one, other) => one - other))
      expect(countOf(merged)).toBe(parts.reduce((sum, part) => sum + countOf(part), 0))
      expect(new Set(merged.binsNs).size).toBe(merged.binsNs.length)
    }),
  )
  expect(mergeBins([])).toEqual({ binsNs: [], counts: [] })
})

it.each([
  [10_000, 99.9, true],
  [9999, 99.9, false],
  [1000, 99, true],
  [999, 99, false],
  [20, 50, true],
  [19, 50, false],
])('%d I/Os and the %dth percentile: %s', (count, percent, meaningful) => {
  expect(isPercentileMeaningful(count, percent)).toBe(meaningful)
})
