import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  correctForExpectedInterval,
  mergeHistograms,
  totalCount,
  histogramMeanNs,
  histogramPercentile,
  shareAtMost,
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

  test('an empty histogram has no percentile, mean or share', () => {
    const empty = { binsNs: [1], counts: [0] }
    expect(histogramPercentile(empty, 50)).toBeUndefined()
    expect(histogramMeanNs(empty)).toBeUndefined()
    expect(shareAtMost(empty, 5)).toBeUndefined()
  })

  test('empty bins are never the answer', () => {
    expect(histogramPercentile({ binsNs: [1, 2, 3], counts: [0, 5, 0] }, 0)?.valueNs).toBe(2)
  })

  test('mean and share come from the bins', () => {
    const histogram = { binsNs: [10, 20], counts: [3, 1] }
    expect(histogramMeanNs(histogram)).toBe(12.5)
    expect(shareAtMost(histogram, 10)).toBe(0.75)
  })
})

describe('expected interval', () => {
  test('a stall of ten intervals hid nine requests', () => {
    const corrected = correctForExpectedInterval({ binsNs: [1, 100], counts: [50, 2] }, 10)
    expect(totalCount(corrected)).toBe(50 + 2 + 2 * 9)
    expect(corrected.binsNs).toEqual([1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  })

  test('latencies below two intervals hide nothing', () => {
    const histogram = { binsNs: [5, 19], counts: [7, 3] }
    expect(correctForExpectedInterval(histogram, 10)).toEqual(histogram)
  })

  test('an interval of 0 and one in a wrong unit are refused', () => {
    expect(() => correctForExpectedInterval({ binsNs: [1], counts: [1] }, 0)).toThrow(RangeError)
    expect(() => correctForExpectedInterval({ binsNs: [1e12], counts: [1] }, 1)).toThrow('would add over')
  })
})
