import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mergeHistograms,
  totalCount,
  histogramPercentile,
  isPercentileMeaningful,
  type Histogram,
} from '../../../../src/core/statistics/latency/histogram'

/** fio's bins above 128 ns are 1/64 of a power of two wide; a coarse grid of a quarter is enough to test with. */
const binOf = (ns: number) => Math.floor(ns / 1000) * 1000
const latencies = fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 400 })
const histogramOf = (values: number[]) => ({
  binsNs: [...new Set(values.map(binOf))].sort((a, b) => a - b),
  get counts() {
    return this.binsNs.map((bin) => values.filter((value) => binOf(value) === bin).length)
  },
})

describe('histogram', () => {
  test('merging adds the counts of equal bins and sorts them', () => {
    const merged = mergeHistograms([
      { binsNs: [100, 300], counts: [1, 2] },
      { binsNs: [50, 300], counts: [4, 8] },
    ])
    expect(merged).toEqual({ binsNs: [50, 100, 300], counts: [4, 1, 10] })
    expect(mergeHistograms([])).toEqual({ binsNs: [], counts: [] })
  })

  test('bins without counts are refused', () => {
    expect(() => mergeHistograms([{ binsNs: [1, 2], counts: [1] }])).toThrow('2 bins but 1 counts')
    expect(() => mergeHistograms([{ binsNs: [1], counts: [-1] }])).toThrow('Bin 0')
  })

  test('the percentile of merged runs is the bin of the exact nearest-rank percentile of all values', () => {
    fc.assert(
      fc.property(latencies, latencies, fc.constantFrom(1, 50, 90, 95, 99, 99.9, 100), (a, b, percent) => {
        const merged = mergeHistograms([histogramOf(a), histogramOf(b)])
        const all = [...a, ...b].sort((x, y) => x - y)
        const rank = Math.max(1, Math.ceil(Number(((percent * all.length) / 100).toFixed(9))))
        expect(histogramPercentile(merged, percent)?.valueNs).toBe(binOf(all[rank - 1]!))
        expect(totalCount(merged)).toBe(all.length)
      }),
    )
  })

  test('99.9 % of 10,000 is rank 9,990 although the product is not whole in floating point', () => {
    const histogram = { binsNs: [1, 2], counts: [9990, 10] }
    expect(histogramPercentile(histogram, 99.9)).toEqual({
      percent: 99.9,
      valueNs: 1,
      beyond: 10,
      printable: true,
    })
    expect(histogramPercentile(histogram, 99.95)).toMatchObject({ valueNs: 2, beyond: 5, printable: false })
  })

  test('an empty histogram has no percentile', () => {
    const empty = { binsNs: [1], counts: [0] }
    expect(histogramPercentile(empty, 50)).toBeUndefined()
  })

  test('empty bins are never the result', () => {
    expect(histogramPercentile({ binsNs: [1, 2, 3], counts: [0, 5, 0] }, 0)?.valueNs).toBe(2)
  })
})

const bins: fc.Arbitrary<Histogram> = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 50 })), {
    minLength: 1,
    maxLength: 20,
    selector: ([ns]) => ns,
  })
  .map((pairs) => {
    const sorted = [...pairs].sort(([one], [other]) => one - other)
    return { binsNs: sorted.map(([ns]) => ns), counts: sorted.map(([, count]) => count) }
  })

/** Every I/O individually, sorted. */
const spread = (histogram: Histogram) =>
  histogram.binsNs.flatMap((ns, at) => Array.from({ length: histogram.counts[at] ?? 0 }, () => ns))

const percentileNs = (histogram: Histogram, percent: number) =>
  histogramPercentile(histogram, percent)?.valueNs

describe('a percentile', () => {
  test('is the nearest rank', () => {
    fc.assert(
      fc.property(bins, fc.constantFrom(1, 25, 50, 90, 95, 99, 99.9, 100), (histogram, percent) => {
        const all = spread(histogram)
        const rank = Math.max(1, Math.ceil((percent / 100) * all.length - 1e-9))
        expect(percentileNs(histogram, percent)).toBe(all[rank - 1])
      }),
    )
  })

  test('is not thrown off by binary fractions', () => {
    expect(percentileNs({ binsNs: [1, 2], counts: [999, 1] }, 99.9)).toBe(1)
    expect(percentileNs({ binsNs: [1, 2], counts: [998, 2] }, 99.9)).toBe(2)
  })

  test('is absent without I/Os', () => {
    expect(percentileNs({ binsNs: [], counts: [] }, 50)).toBeUndefined()
  })
})

test('merging adds counts and loses nothing', () => {
  fc.assert(
    fc.property(fc.array(bins, { minLength: 1, maxLength: 4 }), (parts) => {
      const merged = mergeHistograms(parts)
      expect(spread(merged)).toEqual(parts.flatMap(spread).sort((one, other) => one - other))
      expect(totalCount(merged)).toBe(parts.reduce((sum, part) => sum + totalCount(part), 0))
      expect(new Set(merged.binsNs).size).toBe(merged.binsNs.length)
    }),
  )
  expect(mergeHistograms([])).toEqual({ binsNs: [], counts: [] })
})

test.each([
  [10_000, 99.9, true],
  [9999, 99.9, false],
  [1000, 99, true],
  [999, 99, false],
  [20, 50, true],
  [19, 50, false],
])('%d I/Os and the %dth percentile: %s', (count, percent, meaningful) => {
  expect(isPercentileMeaningful(count, percent)).toBe(meaningful)
})

test('two directions are not merged where their bins do not ascend', () => {
  const jumbled = { binsNs: [300, 100], counts: [1, 1] }
  expect(mergeHistograms([jumbled]).binsNs).toEqual([100, 300])
  expect(() => mergeHistograms([jumbled, { binsNs: [1], counts: [1] }])).toThrow('not above the one before')
})
