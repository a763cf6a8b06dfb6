import { describe, expect, test } from 'vitest'
import { heatMap } from '../../../../src/core/figures/over-time/heat-map'
import { provenanceOf } from '../mix-rows'
import { runOf, seriesOf, statCase } from './recorded-runs'

const histogram = (seconds: readonly number[], bins: readonly number[], counts: readonly number[]) =>
  seriesOf([], {
    ...{ metric: 'completion', unit: 'count' },
    ...{
      seconds: Float64Array.from(seconds),
      values: Float64Array.from(counts),
      binsNs: Float64Array.from(bins),
    },
  })
const build = (...series: ReturnType<typeof histogram>[]) =>
  heatMap.build(
    { runs: [runOf(series)] },
    { kind: 'heat-map', campaignIds: [], metric: 'bandwidth', binSeconds: 1, unit: 'ns' },
    { campaigns: [provenanceOf()] },
  )

describe('a heat map of latency over time', () => {
  test('has every I/O in the cell of its time and latency', () => {
    const figure = build(histogram([1, 1, 2], [1000, 1001, 64_000], [900, 3, 850]))
    const rows = Array.from(figure.numbers?.rows ?? [])
    expect(rows.map(([, from, to, , , ios]) => [from, to, ios])).toEqual([
      [0, 1, 903],
      [1, 2, 850],
    ])
    const [, , , low, high] = rows[1] ?? []
    expect(Number(low)).toBeLessThanOrEqual(64_000)
    expect(Number(high)).toBeGreaterThan(64_000)
    expect(figure.y.kind).toBe('log10')
    // The titles of the panels name the runs: a legend would repeat them in one colour.
    expect(figure.panels?.ofLines).toBe(true)
  })

  test('merges directions by adding histograms, never by averaging percentiles', () => {
    const { expected } = statCase('P19', 'percentiles')
    const bins = [90_112, 110_592, 225_280, 901_120, 3_604_480]
    const one = histogram(
      bins.map(() => 1),
      bins,
      [9000, 890, 95, 12, 3],
    )
    const other = {
      ...histogram(
        bins.map(() => 1),
        bins,
        [5010, 3000, 1500, 395, 95],
      ),
      direction: 'read' as const,
    }
    const [row = []] = build(one, other).printed?.rows ?? []
    const merged = expected.merged as Record<string, number>
    expect(row.slice(1)).toEqual([20_000, merged['50'], merged['99'], merged['99.9'], 3_604_480])
  })

  test('has a unit in which the shortest latencies are read, too', () => {
    const wide = histogram([1, 1], [102_000, 30e9], [900, 900])
    const figure = heatMap.build(
      { runs: [runOf([wide])] },
      { kind: 'heat-map', campaignIds: [], metric: 'bandwidth', binSeconds: 1 },
      { campaigns: [provenanceOf()] },
    )
    expect(figure.unit).toBe('ms')
  })

  test('has an axis that ends where the latencies do, not at the next power of ten', () => {
    const { y } = build(histogram([1, 1], [32_000, 2e8], [900, 900]))
    expect(y.min).toBeGreaterThan(10_000)
    expect(y.min).toBeLessThanOrEqual(32_000)
    expect(y.max).toBeLessThan(1e9)
    expect(y.max).toBeGreaterThan(2e8)
  })

  test('has few numbers on the axes of several panels, which are low', () => {
    const wide = histogram([1, 1], [1000, 1_000_000_000_000], [900, 900])
    const ticksOf = (count: number) =>
      heatMap.build(
        {
          runs: Array.from({ length: count }, (_, at) => ({
            ...runOf([wide]),
            id: at + 1,
            repetition: at + 1,
          })),
        },
        {
          kind: 'heat-map',
          campaignIds: [],
          metric: 'bandwidth',
          binSeconds: 1,
          runIds: [1, 2, 3].slice(0, count),
        },
        { campaigns: [provenanceOf()] },
      ).panels?.axes?.[0]?.y.ticks
    expect(ticksOf(1)?.length).toBeGreaterThan(8)
    expect(ticksOf(3)?.length).toBeLessThanOrEqual(5)
  })

  test('reports that there are no histograms', () => {
    expect(build().notes[0]?.text).toContain('No latency histograms were recorded')
    expect(build(seriesOf([1, 2])).notes).toHaveLength(1)
  })

  test('shows the runs that have histograms, however many others were recorded before them', () => {
    const averages = Array.from({ length: 5 }, (_, at) => runOf([seriesOf([1, 2])], { id: at + 1 }))
    const figure = heatMap.build(
      { runs: [...averages, runOf([histogram([1], [1000], [900])], { id: 6 })] },
      { kind: 'heat-map', campaignIds: [], metric: 'bandwidth', binSeconds: 1 },
      { campaigns: [provenanceOf()] },
    )
    expect(figure.panels?.axes).toHaveLength(1)
    expect(figure.notes).toEqual([])
  })
})
